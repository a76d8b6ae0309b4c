// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens reports in a browser and uses them as a person would.
//
//   node report_test.mjs CHROMIUM PLAYWRIGHT_FOLDER SCREENSHOT_FOLDER REPORT.html...
//
// PLAYWRIGHT_FOLDER holds node_modules. Of the reports the last one is the large one: it is
// measured, not photographed. Exit status: 0 all passed, 1 some failed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [chromium, folder, shots, ...reports] = process.argv.slice(2);
const { chromium: browserType } = createRequire(path.resolve(folder, 'x.js'))('playwright-core');

let passed = 0, failed = 0;
function check(ok, what) {
  if (ok) { ++passed; return; }
  ++failed;
  console.log(`FAILED: ${what}`);
}

// A page on which every request and every word on the console counts as a fault.
async function opened(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const url = pathToFileURL(path.resolve(file)).href, name = path.basename(file);
  page.on('console', m => check(false, `${name}: console: ${m.text()}`));
  page.on('pageerror', e => check(false, `${name}: error: ${e.message}`));
  page.on('request', r => check(r.url().split('#')[0] === url, `${name}: requests ${r.url()}`));
  await page.goto(url);
  return page;
}

//--- In the page ----------------------------------------------------------------------------

// Links that lead nowhere, ids that are there twice, and references to other files.
function brokenLinks() {
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  const known = new Set(ids);
  const faults = ids.length === known.size ? [] : ['an id is there twice'];
  for (const e of document.querySelectorAll('[href], [src], [action]'))
    for (const name of ['href', 'src', 'action'])
      if (e.hasAttribute(name)) {
        const to = e.getAttribute(name);
        if (!to.startsWith('#') || !known.has(to.slice(1))) faults.push(`${name}=${to}`);
      }
  return [...new Set(faults)].slice(0, 5);
}

// Texts whose contrast is below 4.5, as "2.1 text".
function paleTexts() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const luminance = c => c.slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
    return layers.reduceRight((below, top) => over(top, below),
      matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1]);
  };
  const pale = new Map();
  for (const e of document.querySelectorAll('body *')) {
    const text = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data.trim()).join(' ').trim();
    if (!text || !e.checkVisibility({ visibilityProperty: true }) || e.closest('.vh, .skip, script, style, svg')) continue;
    let opacity = 1;
    for (let p = e; p; p = p.parentElement) opacity *= getComputedStyle(p).opacity;
    const ground = behind(e), ink = parse(getComputedStyle(e).color);
    const [a, b] = [luminance(over([...ink.slice(0, 3), ink[3] * opacity], ground)), luminance(ground)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) pale.set(`${contrast.toFixed(2)} ${e.tagName}.${e.className}`, text.slice(0, 40));
  }
  return [...pale].slice(0, 8).map(p => p.join(': '));
}

//--- The checks -----------------------------------------------------------------------------

// Behind the timer by which the filters wait for more to be typed.
const settled = page => page.evaluate(() =>
  new Promise(done => setTimeout(() => requestAnimationFrame(done), 120)));
const shownFindings = page => page.locator('.f:visible').count();

async function checkFilters(page, name) {
  const total = await page.locator('.f').count();
  check(await shownFindings(page) === total, `${name}: all findings are shown at first`);
  if (!total) return;
  const rule = await page.locator('select[name=rule] option').nth(1).getAttribute('value');
  await page.selectOption('select[name=rule]', rule);
  await settled(page);
  const rules = await page.locator('.f:visible').evaluateAll(l => [...new Set(l.map(e => e.dataset.r))]);
  check(rules.length === 1 && rules[0] === rule, `${name}: the filter by rule leaves ${rules}, want ${rule}`);
  await page.click('button[type=reset]');
  await settled(page);
  check(await shownFindings(page) === total, `${name}: reset brings all back`);
  await page.uncheck('input[value=D]', { force: true });
  await settled(page);
  check(!await page.locator('.f[data-t=deadlock]:visible').count(), `${name}: no deadlock is left`);
  await page.check('input[value=D]', { force: true });
  await page.keyboard.press('/');
  await page.keyboard.type('no such words');
  await settled(page);
  check(await shownFindings(page) === 0 && await page.locator('#none').isVisible(), `${name}: words that are nowhere leave nothing`);
  check((await page.locator('output').textContent()).startsWith(`0 of ${total} `), `${name}: the count is said`);
  await page.click('button[type=reset]');
  await page.selectOption('select[name=severity]', { index: 1 });
  await page.selectOption('select[name=file]', { index: 1 });
  await settled(page);
  const left = await page.locator('.f:visible').evaluateAll(l => [...new Set(l.map(e => e.dataset.s + e.dataset.f))]);
  check(left.length <= 1, `${name}: severity and file together leave ${left}`);
  await page.click('button[type=reset]');
  await settled(page);
}

async function checkMatrix(page, name, shot) {
  const cells = page.locator('.mx td a');
  if (!await cells.count()) return check(await page.locator('#matrix .empty').isVisible(), `${name}: says that there is no matrix`);
  const withFinding = await cells.evaluateAll(list => list.findIndex(a =>
    document.getElementById(a.hash.slice(1)).querySelector('.go')));
  const cell = cells.nth(Math.max(withFinding, 0));
  await cell.click();
  check(await page.locator('dialog[open] .pill').isVisible(), `${name}: a click on a cell shows why`);
  if (withFinding >= 0) {
    check(await page.locator('dialog[open] .tl li').count() > 2, `${name}: and the two threads`);
    check(await page.locator('dialog[open] .src mark').count() > 0, `${name}: and the source`);
  }
  await shot('cell');
  await page.keyboard.press('Escape');
  check(!await page.locator('dialog[open]').count(), `${name}: Escape closes it`);
  check(await cell.evaluate(e => e === document.activeElement), `${name}: and the cell has the focus again`);
  await page.keyboard.press('Home');
  check(await page.evaluate(() => document.activeElement.closest('th') !== null), `${name}: Home goes to the binding`);
  await page.keyboard.press('ArrowRight');
  check(await page.evaluate(() => document.activeElement.closest('td') !== null), `${name}: an arrow goes to its first cell`);
  await page.keyboard.press('Enter');
  check(await page.locator('dialog[open]').count() === 1, `${name}: Enter opens it`);
  await page.keyboard.press('Tab');
  check(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest('dialog')),
    `${name}: the focus does not go behind it`);
  await page.keyboard.press('Escape');
  check(await page.locator('.mx a[tabindex="0"]').count() === 1, `${name}: the matrix is one stop`);
}

async function checkFindings(page, name, shot) {
  const first = page.locator('.f').first();
  if (!await first.count()) return check(await page.locator('#findings .empty').first().isVisible(), `${name}: says that nothing was found`);
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  check(await first.locator('.tl').isVisible(), `${name}: Enter opens a finding`);
  check(await first.locator('.src mark').first().isVisible(), `${name}: its source is there`);
  await first.scrollIntoViewIfNeeded();
  await shot('finding');
  await first.locator('.foot a').last().click();
  check(await page.evaluate(() => document.querySelector(':target')?.classList.contains('rulehelp')), `${name}: leads to its rule`);
  // A link to a finding that is folded and filtered away.
  const id = await page.locator('.f').last().getAttribute('id');
  await page.fill('input[name=text]', 'no such words');
  await settled(page);
  await page.evaluate(i => { location.hash = i; }, id);
  await settled(page);
  check(await page.locator(`[id="${id}"] .body`).isVisible(), `${name}: a link to a finding shows it`);
}

async function checkSkipLink(page, name) {
  await page.evaluate(() => { history.replaceState(null, '', location.pathname); window.scrollTo(0, 0); document.activeElement.blur(); });
  await page.reload();
  await page.keyboard.press('Tab');
  const skip = page.locator('.skip');
  check(await skip.evaluate(e => e === document.activeElement && e.getBoundingClientRect().left >= 0), `${name}: the first stop is the skip link, and it is seen`);
  await page.keyboard.press('Enter');
  check(await page.evaluate(() => location.hash === '#findings'), `${name}: it leads to the findings`);
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
}

async function checkWithoutScripts(browser, file, name) {
  const page = await opened(browser, file, { javaScriptEnabled: false });
  check(!await page.locator('.bar').isVisible(), `${name}: without scripts there are no filters`);
  const finding = page.locator('.f').first();
  if (await finding.count()) {
    await finding.locator('summary').click();
    check(await finding.locator('.tl').isVisible(), `${name}: without scripts a finding opens`);
  }
  const cell = page.locator('.mx td a').first();
  if (await cell.count()) {
    await cell.click();
    check(await page.locator('li:target').isVisible(), `${name}: without scripts a cell leads to its words`);
  }
  await page.context().close();
}

async function checkReport(browser, file) {
  const name = path.basename(file, '.html');
  for (const colorScheme of ['light', 'dark'])
    for (const width of [1280, 400]) {
      const page = await opened(browser, file, { colorScheme, viewport: { width, height: 900 } });
      const shot = part => page.screenshot({ path: path.join(shots, `${name}-${part}-${colorScheme}-${width}.png`) });
      await shot('top');
      if (await page.locator('.mx').count()) {
        await page.locator('#matrix').evaluate(e => e.scrollIntoView());
        await shot('matrix');
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `${name}: at ${width} the page is ${wide} wide`);
      if (width === 1280) {
        const broken = await page.evaluate(brokenLinks);
        check(!broken.length, `${name}: ${broken}`);
      }
      await checkFilters(page, name);
      await checkMatrix(page, name, shot);
      await checkFindings(page, name, shot);
      await page.locator('.f').evaluateAll(list => list.slice(0, 30).forEach(e => { e.open = true; }));
      const pale = await page.evaluate(paleTexts);
      check(!pale.length, `${name}: ${colorScheme}, ${width}: contrast below 4.5: ${pale.join('; ')}`);
      if (width === 1280) await checkSkipLink(page, name);
      await page.context().close();
    }
  await checkWithoutScripts(browser, file, name);
  const paper = await opened(browser, file);
  await paper.emulateMedia({ media: 'print' });
  check(!await paper.locator('.bar').isVisible(), `${name}: no filters on paper`);
  await paper.context().close();
}

async function checkLarge(browser, file) {
  const name = path.basename(file, '.html');
  let start = Date.now();
  const page = await opened(browser, file);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
  const load = Date.now() - start;
  start = Date.now();
  await page.selectOption('select[name=rule]', { index: 1 });
  await page.waitForFunction(() => document.querySelector('output').textContent.startsWith('5000') === false);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
  const filter = Date.now() - start;
  console.log(`${name}: loads in ${load} ms, filters in ${filter} ms`);
  check(load < 30000, `${name}: loads in ${load} ms`);
  check(filter < 10000, `${name}: filters in ${filter} ms`);
  await page.locator('.mx td:visible a').first().click();
  check(await page.locator('dialog[open]').isVisible(), `${name}: a cell opens`);
  await page.context().close();
}

const browser = await browserType.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const report of reports.slice(0, -1)) await checkReport(browser, report);
  await checkLarge(browser, reports.at(-1));
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page is complete without this: it filters, moves through the matrix by
// arrow keys, and shows a cell and its findings beside the matrix.
'use strict';
(() => {
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const letters = { deadlock: 'D', crash: 'C', unproven: 'U', guarded: 'G', safe: 'S' };
const form = one('#filters'), said = one('output', form), drawer = one('#drawer');

// In a large page what is not needed at once stands in noscript, one text to the browser.
function unpack(element) {
  const packed = one('noscript', element);
  if (packed) packed.outerHTML = packed.textContent;
  return element;
}

// The ids of the findings that a binding in words links to.
function linksIn(about) {
  const text = one('noscript', about)?.textContent ?? about.innerHTML;
  return [...text.matchAll(/href=["']#(f-[^"']*)["']/g)].map(match => match[1]);
}

// What a link leads to, unpacked.
function targetOf(hash) {
  const binding = /^#(b\d+)-/.exec(hash);
  if (binding) unpack(document.getElementById(binding[1]));
  return document.getElementById(hash.slice(1));
}

document.documentElement.classList.add('js');
one('.bar', form).hidden = false;
for (const box of all('.tile input', form)) box.hidden = false;

//--- What there is to filter --------------------------------------------------

const findings = all('.f').map(element => ({
  element, state: letters[element.dataset.t], rule: element.dataset.r,
  severity: element.dataset.s, file: element.dataset.f,
  quiet: 'q' in element.dataset, words: null,
}));
const byId = new Map(findings.map(f => [f.element.id, f]));
const rows = all('.mx tr[data-b]').map(element => {
  const about = document.getElementById('b' + element.dataset.b);
  return {
    element, about, states: element.dataset.t, file: element.dataset.f, words: null,
    findings: [...new Set(linksIn(about).map(id => byId.get(id)))],
  };
});
const groups = all('.group').map(element => ({ element, inside: all('.f', element) }));
const bodies = all('.mx tbody').map(element => ({ element, inside: all('tr[data-b]', element) }));

//--- Filters ------------------------------------------------------------------

function wanted() {
  const data = new FormData(form);
  return {
    states: new Set(data.getAll('state')), rule: data.get('rule'),
    severity: data.get('severity'), file: data.get('file'),
    status: data.get('status') || '',
    words: data.get('text').toLowerCase().split(/\s+/).filter(Boolean),
  };
}

function hasWords(item, elements, words) {
  if (!words.length) return true;
  item.words ??= elements.map(e => e.textContent).join(' ').toLowerCase();
  return words.every(word => item.words.includes(word));
}

function showsFinding(f, w) {
  return (!w.rule || f.rule === w.rule) && (!w.severity || f.severity === w.severity) &&
    (!w.file || f.file === w.file) && (!w.status || (w.status === 'quiet') === f.quiet) &&
    w.states.has(f.state) && hasWords(f, [one('summary', f.element)], w.words);
}

function showsRow(row, w) {
  if (![...row.states].some(s => w.states.has(s))) return false;
  if (w.file && row.file !== w.file && !row.findings.some(f => f.file === w.file)) return false;
  if ((w.rule || w.severity || w.status) && !row.findings.some(f =>
    (!w.rule || f.rule === w.rule) && (!w.severity || f.severity === w.severity) &&
    (!w.status || (w.status === 'quiet') === f.quiet))) return false;
  return hasWords(row, [row.about], w.words);
}

function apply() {
  const w = wanted();
  let shown = 0, rowsShown = 0;
  for (const f of findings)
    shown += !(f.element.hidden = !showsFinding(f, w));
  for (const row of rows)
    rowsShown += !(row.element.hidden = row.about.hidden = !showsRow(row, w));
  for (const { element, inside } of [...groups, ...bodies])
    element.hidden = inside.every(e => e.hidden);
  one('#none').hidden = shown > 0 || !findings.length;
  if (rows.length) one('#norow').hidden = rowsShown > 0;
  said.textContent = `${shown} of ${findings.length} findings,\n${rowsShown} of ${rows.length} bindings`;
}

let waiting;
form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(apply, 80); });
form.addEventListener('reset', () => setTimeout(apply));
form.addEventListener('submit', event => event.preventDefault());
addEventListener('keydown', event => {
  if (event.key === '/' && !event.target.closest('[type=search], select, dialog')) {
    event.preventDefault();
    form.elements.text.focus();
  }
});
apply();

//--- A cell, beside the matrix ------------------------------------------------

function copyOf(element) {
  const copy = element.cloneNode(true);
  copy.removeAttribute('id');
  for (const inner of all('[id]', copy)) inner.removeAttribute('id');
  return copy;
}

// In a large page an excerpt stands once, elsewhere is a link to it.
function fill(element) {
  for (const link of all('a.x', element)) {
    const excerpt = document.getElementById(link.hash.slice(1));
    if (excerpt) link.replaceWith(copyOf(excerpt));
  }
  return element;
}
const bodyOf = finding => fill(unpack(one('.body', finding)));
document.addEventListener('toggle', event => {
  if (event.target.open && event.target.matches('.f')) bodyOf(event.target);
}, true);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// The binding in words, or one of its cells, and the findings behind it.
function show(about) {
  const cell = about.matches('li');
  const binding = cell ? about.closest('.b') : about;
  const title = make('h2', { id: 'drawer-h' }, ...copyOf(one('h3', binding)).childNodes);
  const close = make('button', {}, 'Close');
  const list = make('ul', {}, ...(cell ? [about] : all('li', binding)).map(copyOf));
  const linked = new Set(all('.go', about).map(a => a.hash.slice(1)));
  drawer.replaceChildren(
    make('form', { method: 'dialog' }, title, close), make('div', { className: 'b' }, list));
  for (const id of linked) {
    const finding = document.getElementById(id);
    drawer.append(make('p', { className: 'what' }, ...copyOf(one('.m', finding)).childNodes),
      copyOf(bodyOf(finding)));
  }
  drawer.showModal();
  drawer.scrollTop = 0;
}

drawer.addEventListener('click', event => {
  if (event.target === drawer) drawer.close();
  const link = event.target.closest('a');
  if (link && link.hash) drawer.close();
});
one('.mx')?.addEventListener('click', event => {
  const link = event.target.closest('a');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stand(link);
  show(unpack(targetOf(link.hash)));
});

//--- Arrow keys in the matrix: one stop for the tab key -----------------------

let here = null;
function stand(link) {
  if (here) here.tabIndex = -1;
  here = link;
  here.tabIndex = 0;
}
for (const link of all('.mx a')) link.tabIndex = -1;
if (one('.mx tbody a')) stand(one('.mx tbody a'));

// Empty cells may be one.
function columnOf(place) {
  let column = 0;
  for (let e = place; (e = e.previousElementSibling);) column += e.colSpan;
  return column;
}
function cellAt(row, column) {
  return [...row.cells].find(e => (column -= e.colSpan) < 0);
}

function step(link, key) {
  const place = link.closest('td, th'), row = place.parentElement;
  if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home' || key === 'End') {
    const links = all('a', row), at = links.indexOf(link);
    return key === 'Home' ? links[0] : key === 'End' ? links.at(-1)
      : links[at + (key === 'ArrowLeft' ? -1 : 1)];
  }
  const shown = rows.filter(r => !r.element.hidden).map(r => r.element);
  const way = key === 'ArrowUp' ? -1 : 1, column = columnOf(place);
  for (let at = shown.indexOf(row) + way; shown[at]; at += way) {
    const next = cellAt(shown[at], column)?.querySelector('a');
    if (next) return next;
  }
  return null;
}
one('.mx')?.addEventListener('keydown', event => {
  const link = event.target.closest('a');
  if (!link || !/^(Arrow|Home|End)/.test(event.key)) return;
  event.preventDefault();
  const next = step(link, event.key);
  if (next) { stand(next); next.focus(); }
});
one('.mx')?.addEventListener('focusin', event => {
  if (event.target.closest('a')) stand(event.target.closest('a'));
});

//--- Links and paper ----------------------------------------------------------

// A link to something that is folded or filtered away brings it back.
function open() {
  const target = location.hash && targetOf(location.hash);
  if (!target) return;
  if (target.closest('[hidden]')) { form.reset(); apply(); }
  for (let e = target; e; e = e.parentElement) if (e.matches('details')) e.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', open);
open();

let folded = [];
addEventListener('beforeprint', () => {
  folded = findings.map(f => f.element).filter(e => !e.hidden && !e.open);
  for (const e of folded) { bodyOf(e); e.open = true; }
});
addEventListener('afterprint', () => { for (const e of folded) e.open = false; });
})();

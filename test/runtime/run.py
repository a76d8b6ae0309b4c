#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the stress scripts on the bindings that build.py made, and judges.

    run.py FOLDER [--tries=N] [--fixed-tries=N] [--only=GLOB,...]
           [--variants=unfixed,fixed,half] [--watchdog=SECONDS] [-jN]

Each try of the others is a process, ten tries of the fixed ones are; its watchdog ends a hang. A process that does not pass
counts as one bad try, and the rest of its ten is not made. Wanted: the fixed bindings pass every try of cycles A, B and C; the unfixed
ones, and for cycle C the half repaired ones, hang or crash in most. What of that holds is said, and only a fixed try that
does not pass makes the status 1 (2: the call was wrong). The output of the first bad try of each is kept in FOLDER/failures.
"""
import collections
import concurrent.futures
import fnmatch
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = ('cycle_a', 'cycle_b', 'cycle_c', 'exposed')
WATCHDOG = 30
PROCESS = 10


def environment(folder, variant):
    return dict(os.environ, PYTHONPATH=f'{folder}/{variant}/python', PYTHONDONTWRITEBYTECODE='1')


def one(folder, variant, script, name, watchdog, times):
    """What became of it: passed, hung, crashed SIGNAL or raised; and its output."""
    try:
        result = subprocess.run([sys.executable, f'{HERE}/{script}.py', name, str(watchdog), str(times)], env=environment(folder, variant),
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=watchdog + 20)
        output, status = result.stdout.decode(errors='replace'), result.returncode
    except subprocess.TimeoutExpired as e:
        # Not even the watchdog's thread came through.
        return 'hung', (e.stdout or b'').decode(errors='replace')
    if status == 0:
        return 'passed', output
    if status < 0:
        return f'crashed ({-status})', output
    return 'hung' if 'Timeout (' in output else 'raised', output


def main(arguments):
    named = dict(a[2:].split('=', 1) for a in arguments if a.startswith('--') and '=' in a)
    positional = [a for a in arguments if not a.startswith('-')]
    if len(positional) != 1 or set(named) - {'tries', 'fixed-tries', 'only', 'variants', 'watchdog'}:
        print(__doc__)
        return 2
    folder = os.path.realpath(positional[0])
    tries = {'fixed': int(named.get('fixed-tries', 50))}
    others = int(named.get('tries', 5))
    variants = named.get('variants', 'unfixed,fixed,half').split(',')
    jobs = next((int(a[2:]) for a in arguments if a.startswith('-j')), os.cpu_count())
    watchdog = int(named.get('watchdog', WATCHDOG))
    os.makedirs(f'{folder}/failures', exist_ok=True)
    begin = time.monotonic()

    cases = []
    for script in SCRIPTS:
        names = subprocess.run([sys.executable, f'{HERE}/{script}.py', '--list'], env=environment(folder, variants[0]),
                               stdout=subprocess.PIPE, check=True).stdout.decode().split()
        cases += [(script, name) for name in names if any(fnmatch.fnmatch(f'{script}.{name}', glob) for glob in named.get('only', '*').split(','))]
    counts = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {}
        for script, name in cases:
            for variant in variants:
                if variant == 'half' and script != 'cycle_c':
                    continue
                number = tries.get(variant, others) if script != 'exposed' else min(10, tries.get(variant, others))
                times = min(PROCESS, number) if variant == 'fixed' and script != 'exposed' else 1
                for _ in range(-(-number // times)):
                    job = pool.submit(one, folder, variant, script, name, watchdog, times)
                    running[job] = (script, name, variant, times)
        for job in concurrent.futures.as_completed(running):
            script, name, variant, times = running[job]
            outcome, output = job.result()
            if outcome != 'passed' and not counts[script, name, variant][outcome]:
                path = f'{folder}/failures/{variant}-{script}-{name}-{outcome.split()[0]}.txt'
                with open(path, 'w', encoding='utf-8') as f:
                    f.write(output)
            counts[script, name, variant][outcome] += times if outcome == 'passed' else 1

    def cell(key):
        return ', '.join(f'{n} {outcome}' for outcome, n in sorted(counts[key].items())) or '-'
    width = max(len(f'{s}.{n}') for s, n in cases)
    print(f'{"situation":{width}}  ' + ''.join(f'{v:28}' for v in variants))
    for script, name in cases:
        print(f'{script + "." + name:{width}}  ' + ''.join(f'{cell((script, name, v)):28}' for v in variants).rstrip())
    bad = 0
    for script in SCRIPTS[:3]:
        for variant in variants:
            keys = [(s, n, variant) for s, n in cases if s == script]
            total = sum((counts[k] for k in keys), collections.Counter())
            if not total:
                continue
            print(f'{script} {variant}: {sum(total.values())} tries of {len(keys)} situations: '
                  + ', '.join(f'{n} {outcome}' for outcome, n in sorted(total.items())))
            if variant == 'fixed':
                bad += sum(n for outcome, n in total.items() if outcome != 'passed')
    print(f'{time.monotonic() - begin:.0f} s')
    if bad:
        print(f'{bad} tries of the fixed bindings did not pass; see {folder}/failures')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))

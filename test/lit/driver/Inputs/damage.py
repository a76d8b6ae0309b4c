# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py HOW CACHE: spoils every entry of a cache; fails if there is none.

  flip      one byte in the middle is another
  truncate  the second half is gone
  empty     all of it is gone
  version   as another version would have written it
  swap      each entry has the name of the next one
"""
import sys
from pathlib import Path

how, cache = sys.argv[1:]
entries = sorted(Path(cache).glob("*.facts-entry"))
texts = [e.read_bytes() for e in entries]
if not texts:
    sys.exit(f"{cache} has no entry")
for i, (entry, text) in enumerate(zip(entries, texts)):
    half = len(text) // 2
    entry.write_bytes({
        "flip": text[:half] + bytes([text[half] ^ 1]) + text[half + 1:],
        "truncate": text[:half],
        "empty": b"",
        "version": text.replace(b"gil-audit-cache/1 ", b"gil-audit-cache/0 ", 1),
        "swap": texts[i - 1],
    }[how])

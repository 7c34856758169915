import { dirname, join } from 'node:path/posix';
import { expect } from 'vitest';

/** Every link and picture of the pages leads to a file of the pack, and each file is reached from the index. */
export function mustHoldTogether(files: Map<string, Buffer>) {
  const reached = new Set<string>();
  const visit = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    expect(files.has(name), name).toBe(true);
    expect(name).toMatch(/^[a-z0-9][\w./-]*$/);
    if (!name.endsWith('.html') && !name.endsWith('.svg')) return;
    const text = String(files.get(name));
    expect(text, name).not.toMatch(/<script|\son\w+=|javascript:|<link\b|@import|url\(/i);
    for (const [, to = ''] of text.matchAll(/\b(?:href|src|srcset|poster|action|data)="([^"]*)"/gi)) {
      if (to.startsWith('#')) continue;
      expect(to, name).not.toMatch(/^[a-z]+:|^\/|\?/i);
      visit(join(dirname(name), to));
    }
  };
  visit('index.html');
  expect([...files.keys()].filter((name) => !reached.has(name))).toEqual([]);
}

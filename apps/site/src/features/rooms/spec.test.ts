import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = new URL('./', import.meta.url);
const spec = readFileSync(new URL('SPEC.md', here), 'utf8');

/** `rooms.test.ts` is of this folder, `app/…` and `platform/…` of the site, any other of a feature. */
const read = (file: string): string => {
  const path = /^(?:app|platform)\//.test(file) ? `../../${file}` : file.includes('/') ? `../${file}` : file;
  return readFileSync(new URL(path, here), 'utf8');
};

test('each rule of the room protocol has its own number and names tests that are there', () => {
  const rules = spec.split('\n').filter((line) => line.startsWith('- **'));
  const numbers = rules.flatMap((rule) => /^- \*\*(.*?)\*\*/.exec(rule)![1]!.split(', '));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  for (const rule of rules) {
    const proofs = [...rule.matchAll(/\*([a-z/.-]+\.test\.ts): ([^*]+)\*/g)];
    expect(proofs.length, rule.slice(0, 60)).toBeGreaterThan(0);
    for (const [, file, name] of proofs) expect(read(file!), `${file}: ${name}`).toContain(`'${name}`);
  }
});

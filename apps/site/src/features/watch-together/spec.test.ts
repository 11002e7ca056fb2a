import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = new URL('./', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, here), 'utf8');

const files: Readonly<Record<string, string>> = {
  rules: 'watch-rules.test.ts',
  nodes: '../../app/watch-nodes.long.test.ts',
};

test('each rule of watching together names tests that are there', () => {
  const rules = read('SPEC.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules) {
    const proofs = [...rule.replace(/\*\*.*?\*\*/u, '').matchAll(/\*([^*]+)\*/gu)].map(([, proof]) => proof!);
    expect(proofs.length, rule.slice(0, 60)).toBeGreaterThan(0);
    for (const proof of proofs) {
      const [, kind, name] = /^(?:(rules|nodes|page): )?(.+)$/u.exec(proof)!;
      if (kind === 'page') continue;
      const words = name!.replace(/^(?:a proposal|a watch) /u, '');
      expect(read(kind ? files[kind]! : 'watch-together.test.ts'), proof).toContain(words);
    }
  }
});

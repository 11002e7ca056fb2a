import { expect, test } from 'vitest';
import { climbsTooFar, measureFile } from './measure-sizes.ts';

const lines = (...text: string[]): string => `${text.join('\n')}\n`;

test('a function has its own lines, and those of functions inside of it but for their first', () => {
  const { functions, lines: all } = measureFile(
    'a.ts',
    lines(
      'export function outer(a: number) {',
      '  const inner = () => {',
      '    return a;',
      '  };',
      '  return [inner, () => 1];',
      '}',
    ),
  );
  expect(all).toBe(6);
  expect(functions.toSorted((a, b) => a.line - b.line)).toEqual([
    { name: 'outer', line: 1, lines: 4 },
    { name: 'inner', line: 2, lines: 3 },
    { name: '(line 5)', line: 5, lines: 1 },
  ]);
});

test('methods and functions in tables are called by their keys, in TSX too', () => {
  const { functions } = measureFile(
    'a.tsx',
    lines('const calls = {', '  open: () => <p>{1}</p>,', '  close() {},', '};'),
  );
  expect(functions.map(({ name }) => name)).toEqual(['open', 'close']);
});

test('what only says what is in a table has no size', () => {
  expect(measureFile('a.ts', lines('const row = (a: number) => ({', '  a,', '});')).functions).toEqual([]);
  expect(
    measureFile('a.ts', lines('export function row(a: number) {', '  return {', '    a,', '  };', '}')),
  ).toMatchObject({ functions: [], isTable: true });
  expect(
    measureFile('a.ts', lines('const rows = (a: number) => {', '  return [', '    a,', '  ];', '};'))
      .functions,
  ).toEqual([]);
  expect(
    measureFile('a.ts', lines("import { z } from 'zod';", 'export const a = { b: z.string() };')).isTable,
  ).toBe(true);
  expect(measureFile('a.ts', lines('export const a = () => {', '  b();', '};')).isTable).toBe(false);
  expect(measureFile('a.ts', lines('export const a = 1;', 'use(a);')).isTable).toBe(false);
});

test('a function that does anything before it returns its table has a size', () => {
  for (const before of ['  const b = a + 1;', '  use(a);', '  if (a) return [];'])
    expect(
      measureFile('a.ts', lines('function row(a: number) {', before, '  return { a };', '}')).functions,
    ).toEqual([{ name: 'row', line: 1, lines: 4 }]);
  expect(
    measureFile('a.ts', lines('function row(a: number) {', '  return make({ a });', '}')).functions,
  ).toHaveLength(1);
});

test('a file that does not parse is told', () => {
  expect(() => measureFile('a.ts', 'const = ;')).toThrow('a.ts');
});

test('relative imports of a file are found, in exports and types too', () => {
  const { imports } = measureFile(
    'a.ts',
    lines(
      "import { a } from './a.ts';",
      "import { vi } from 'vitest';",
      "import type { B } from '../b.ts';",
      "export * from '../../c.ts';",
      "void import('./d.ts');",
    ),
  );
  expect(imports).toEqual(['./a.ts', '../b.ts', '../../c.ts', './d.ts']);
});

test.each([
  ['apps/site/src/features/rooms/room-hub.ts', '../../platform/sockets/index.ts', false],
  ['apps/site/src/features/rooms/room-hub.ts', '../ledger/index.ts', false],
  ['apps/site/src/features/rooms/replica/lease.ts', '../../../platform/bus/index.ts', true],
  ['apps/site/src/features/rooms/replica/parts/lease.ts', '../../../rooms/room-hub.ts', false],
  ['apps/media/src/edge/feed.ts', '../packaging/fragmenter.ts', false],
  ['apps/media/src/edge/feed.ts', '../../../demo/src/index.ts', true],
  ['apps/web/app/features/tipping/tip.ts', '../../shared/me/me-store.ts', false],
  ['apps/web/app/features/tipping/parts/tip.ts', '../../../shared/me/me-store.ts', true],
  ['packages/codec/src/codec.ts', '../../kernel/src/index.ts', true],
  ['bench/chat-load.ts', '../apps/site/src/app/testing-node.ts', false],
  ['bench/processes/media.ts', '../../apps/media/src/index.ts', false],
])('%s imports %s: climbs out of its room %s', (file, target, isTooFar) => {
  expect(climbsTooFar(file, target)).toBe(isTooFar);
});

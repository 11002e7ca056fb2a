import { expect, test } from 'vitest';
import { findFolderCircles } from './folder-circles.ts';

const site = 'apps/site/src/features/shows';
const imports = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([from, to]) => ({ from: `${site}/${from}.ts`, to: `${site}/${to}.ts` }));

test('folders that import one below the other are no circle', () => {
  expect(findFolderCircles(imports(['a/x', 'b/y'], ['b/y', 'c/z'], ['a/x', 'c/z']))).toEqual([]);
});

test('two folders that need each other are a circle, also by different files', () => {
  expect(findFolderCircles(imports(['a/x', 'b/y'], ['b/other', 'a/more']))).toEqual([
    [`${site}/a`, `${site}/b`],
  ]);
});

test('a longer circle is found behind a folder that is in none', () => {
  const found = findFolderCircles(imports(['a/x', 'b/y'], ['b/y', 'c/z'], ['c/z', 'd/w'], ['d/w', 'b/y']));
  expect(found).toEqual([[`${site}/b`, `${site}/c`, `${site}/d`]]);
});

test('files beside the folders and files of one folder make no circle', () => {
  expect(
    findFolderCircles(imports(['a/x', 'compose'], ['compose', 'a/x'], ['a/x', 'a/y'], ['a/y', 'a/x'])),
  ).toEqual([]);
});

test('folders of two features are not compared: those have an order of their own', () => {
  const other = 'apps/site/src/features/clubs/a/x.ts';
  const found = findFolderCircles([
    { from: `${site}/a/x.ts`, to: other },
    { from: other, to: `${site}/a/x.ts` },
  ]);
  expect(found).toEqual([]);
});

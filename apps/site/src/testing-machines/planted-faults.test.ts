import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantedFaults } from './planted-faults.ts';

test('the code that each planted fault takes the place of stands exactly once in its file', () => {
  const features = new URL('../features/', import.meta.url);
  const gone = plantedFaults.flatMap(({ name, edits }) =>
    edits
      .filter(({ file, from }) => readFileSync(new URL(file, features), 'utf8').split(from).length !== 2)
      .map(({ file }) => `${name}: ${file}`),
  );
  expect(gone).toEqual([]);
});

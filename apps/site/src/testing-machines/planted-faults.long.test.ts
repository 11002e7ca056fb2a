import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { FaultFound } from './planted-faults-main.ts';
import { plantedFaults } from './planted-faults.ts';

const main = fileURLToPath(new URL('./planted-faults-main.ts', import.meta.url));

/** What so many runs do not find is not waited for. */
const RUNS = 4_000;
const COMMANDS = 50;
/** So many of all of them may stay hidden. */
const HIDDEN_MAX = 2;

test('random runs find faults that are planted in the machines, nearly each of them', async () => {
  const places = plantedFaults.map((_, place) => place);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [main, places.join(','), String(RUNS), String(COMMANDS)],
    { maxBuffer: 2 ** 26 },
  );
  const found = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FaultFound);
  expect(found.map(({ name }) => name)).toEqual(places.map((place) => plantedFaults[place]!.name));
  const hidden = found.filter(({ seed }) => seed === null).map(({ name }) => name);
  expect(hidden.length, hidden.join('; ')).toBeLessThanOrEqual(HIDDEN_MAX);
});

import { fork } from 'node:child_process';
import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import type { FuzzAnswer } from './testing/fuzz-main.ts';

const INPUTS = howMany(2_000, 34_000);
const WARM_UPS = howMany(1_500, 4_000);
const GROWTH_MAX = 1.05;

const runFuzz = (): Promise<FuzzAnswer> =>
  new Promise((resolve, reject) => {
    const entry = new URL('./testing/fuzz-main.ts', import.meta.url);
    const child = fork(entry, [String(WARM_UPS), String(INPUTS)], { execArgv: ['--expose-gc'] });
    child.once('message', (answer) => resolve(answer as FuzzAnswer));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });

test('mutated sessions by the thousands end without an error, a crash, a forgotten publisher or lost memory (LIVE-VIDEO-029)', async () => {
  const answer = await runFuzz();
  expect(answer).toMatchObject({ inputs: INPUTS, errors: [], untold: 0, backwards: 0 });
  // The mutations reach all stages: some spare the commands, some break them, some break the media.
  expect(answer.ends['before_media']).toBeGreaterThan(INPUTS / 100);
  expect(answer.ends['malformed']).toBeGreaterThan(INPUTS / 100);
  expect(answer.ends['left']).toBeGreaterThan(INPUTS / 100);
  expect(answer.pictures).toBeGreaterThan(INPUTS);
  expect(answer.bytesAfter).toBeLessThan(answer.bytesBefore * GROWTH_MAX);
});

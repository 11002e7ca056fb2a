import { fork } from 'node:child_process';
import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import type { FuzzAnswer } from './testing/fuzz-main.ts';

const WARM_UPS = howMany(800, 2_000);
const INPUTS = { rtp: howMany(2_400, 34_000), sdp: howMany(1_200, 16_000), fmp4: howMany(1_200, 16_000) };
const COUNT = INPUTS.rtp + INPUTS.sdp + INPUTS.fmp4;
const GROWTH_MAX = 1.05;

const runFuzz = (): Promise<FuzzAnswer> =>
  new Promise((resolve, reject) => {
    const entry = new URL('./testing/fuzz-main.ts', import.meta.url);
    const child = fork(entry, [WARM_UPS, INPUTS.rtp, INPUTS.sdp, INPUTS.fmp4].map(String), {
      execArgv: ['--expose-gc'],
    });
    child.once('message', (answer) => resolve(answer as FuzzAnswer));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });

// A long run makes 100,000 with the sessions of rtmp-fuzz.full.test.ts.
test('malformed inputs by RTP, SDP and fMP4 throw nothing and leave no memory behind', async () => {
  const answer = await runFuzz();
  expect(answer.errors).toEqual([]);
  expect(Object.values(answer.inputs).reduce((sum, inputs) => sum + inputs, 0)).toBe(COUNT);
  // Some mutations spare what matters, so that all of a parser is reached.
  for (const parser of ['rtp', 'sdp', 'fmp4']) expect(answer.accepted[parser]).toBeGreaterThan(COUNT / 66);
  expect(answer.bytesAfter).toBeLessThan(answer.bytesBefore * GROWTH_MAX);
});

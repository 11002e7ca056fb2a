import { fork } from 'node:child_process';
import { expect, test } from 'vitest';
import type { FuzzAnswer } from './testing/fuzz-main.ts';

const GROWTH_MAX = 1.05;

const runFuzz = (): Promise<FuzzAnswer> =>
  new Promise((resolve, reject) => {
    const entry = new URL('./testing/fuzz-main.ts', import.meta.url);
    const child = fork(entry, [], { execArgv: ['--expose-gc'] });
    child.once('message', (answer) => resolve(answer as FuzzAnswer));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });

// With the 34,000 sessions of rtmp-fuzz.test.ts these are 100,000.
test('66,000 malformed inputs by RTP, SDP and fMP4 throw nothing and leave no memory behind', async () => {
  const answer = await runFuzz();
  expect(answer.errors).toEqual([]);
  expect(Object.values(answer.inputs).reduce((sum, inputs) => sum + inputs, 0)).toBe(66_000);
  // Some mutations spare what matters, so that all of a parser is reached.
  for (const parser of ['rtp', 'sdp', 'fmp4']) expect(answer.accepted[parser]).toBeGreaterThan(1_000);
  expect(answer.bytesAfter).toBeLessThan(answer.bytesBefore * GROWTH_MAX);
});

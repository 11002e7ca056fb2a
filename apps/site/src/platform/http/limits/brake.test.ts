import { expect, test } from 'vitest';
import { makeBrake } from './brake.ts';

test('a network that is refused very often waits for each further refusal, for a while; others do not', async () => {
  let nowMs = 0;
  const waited: number[] = [];
  const brake = makeBrake(
    () => nowMs,
    (ms) => Promise.resolve(waited.push(ms)),
  );
  for (let n = 0; n < 30; n++) await brake.hold('greedy');
  expect(waited).toEqual([]);
  await brake.hold('greedy');
  await brake.hold('greedy');
  expect(waited).toEqual([1_000, 1_000]);
  await brake.hold('other');
  expect(waited).toHaveLength(2);
  nowMs += 10_001;
  await brake.hold('greedy');
  expect(waited).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { makeSendHistory } from './send-history.ts';
import { ARRIVAL_CLOCK_MS } from './transport-feedback.ts';

const said = (base: number, arrivals: readonly (number | undefined)[]) => ({ count: 0, base, arrivals });

test('what is said of a packet is known once; what was missing may have come after all', () => {
  const history = makeSendHistory();
  for (let i = 0; i < 3; i++) expect(history.add(100, i, 0)).toBe(i);
  expect(history.inFlightBytes).toBe(300);
  expect(history.resolve(said(0, [50, undefined])).map(({ arrivalMs }) => arrivalMs)).toEqual([
    50,
    undefined,
  ]);
  expect(history.inFlightBytes).toBe(100);
  expect(history.resolve(said(0, [50, undefined]))).toEqual([]);
  expect(history.resolve(said(1, [60, 61])).map(({ sentMs }) => sentMs)).toEqual([1, 2]);
});

test('numbers that were never sent, or too long ago, are nothing', () => {
  const history = makeSendHistory();
  expect(history.resolve(said(0, [1, 2]))).toEqual([]);
  for (let i = 0; i < 70_000; i++) history.add(10, i, 0);
  expect(history.resolve(said((70_000 & 0xffff) - 5_000, [1]))).toEqual([]);
  expect(history.resolve(said((69_999 & 0xffff) + 1, [1]))).toEqual([]);
  const [last] = history.resolve(said(69_999 & 0xffff, [7]));
  expect(last).toMatchObject({ sentMs: 69_999, arrivalMs: 7 });
  // What left the memory is on its way no more.
  expect(history.inFlightBytes).toBe(4_095 * 10);
});

test('the clock of the receiver goes on where it begins anew', () => {
  const history = makeSendHistory();
  for (let i = 0; i < 3; i++) history.add(10, i, 0);
  const [first] = history.resolve(said(0, [ARRIVAL_CLOCK_MS - 10]));
  const [second] = history.resolve(said(1, [5]));
  expect(second!.arrivalMs! - first!.arrivalMs!).toBe(15);
  const [late] = history.resolve(said(2, [ARRIVAL_CLOCK_MS - 2]));
  expect(late!.arrivalMs! - first!.arrivalMs!).toBe(8);
});

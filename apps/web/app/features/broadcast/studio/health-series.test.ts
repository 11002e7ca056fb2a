import { expect, test } from 'vitest';
import { addSample, type HealthSample, linePoints, SAMPLES_MAX, scaleTop } from './health-series.ts';

const sample = (kbps: number): HealthSample => ({ kbps, fps: 30, lossPercent: 0, lufs: -20 });

test('the last five minutes are kept', () => {
  let series: readonly HealthSample[] = [];
  for (let i = 0; i < SAMPLES_MAX + 5; i++) series = addSample(series, sample(i));
  expect(series).toHaveLength(SAMPLES_MAX);
  expect(series[0]!.kbps).toBe(5);
});

test('a line ends at the right edge and stays in its box', () => {
  const points = linePoints([0, 50, 200], 100, 590, 40).split(' ');
  expect(points).toEqual(['570.0,40.0', '580.0,20.0', '590.0,0.0']);
  expect(linePoints([1], 100, 590, 40)).toBe('');
  expect(linePoints([1, 1], 0, 590, 40)).toBe('580.0,40.0 590.0,40.0');
});

test('a scale has room above its largest value, and does not make noise look large', () => {
  expect(scaleTop([100], 10)).toBe(120);
  expect(scaleTop([0.1], 5)).toBe(5);
  expect(scaleTop([], 5)).toBe(5);
});

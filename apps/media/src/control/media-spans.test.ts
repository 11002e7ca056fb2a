import { expect, test } from 'vitest';
import { joinSpans } from './media-spans.ts';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });

test('spans that touch become one, in order', () => {
  expect(joinSpans([], span(5, 10))).toEqual([span(5, 10)]);
  expect(joinSpans([span(0, 10), span(20, 30)], span(40, 50))).toEqual([
    span(0, 10),
    span(20, 30),
    span(40, 50),
  ]);
  expect(joinSpans([span(0, 10), span(20, 30), span(50, 60)], span(10, 25))).toEqual([
    span(0, 30),
    span(50, 60),
  ]);
  expect(joinSpans([span(0, 10), span(20, 30)], span(-5, 100))).toEqual([span(-5, 100)]);
});

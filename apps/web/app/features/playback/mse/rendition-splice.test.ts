import { expect, test } from 'vitest';
import type { BufferStep } from './media-buffering.ts';
import { isSpliceDue, makeRenditionSplice } from './rendition-splice.ts';

const data = (byte: number): ArrayBuffer => new Uint8Array([byte]).buffer;

function setup() {
  const steps: string[] = [];
  const onStep = (step: BufferStep) =>
    steps.push(step.kind === 'append' ? `append ${new Uint8Array(step.data)[0]}` : `${step.kind}`);
  const splice = makeRenditionSplice({ onStep, position: () => 10, now: () => 0 });
  return { splice, steps };
}

test('a rendition takes over once it reaches beyond what is seen, or begins after it', () => {
  expect(isSpliceDue({ start: 8.3, end: 9.9 }, 10)).toBe(false);
  expect(isSpliceDue({ start: 8.3, end: 10.05 }, 10)).toBe(false);
  expect(isSpliceDue({ start: 8.3, end: 10.2 }, 10)).toBe(true);
  expect(isSpliceDue({ start: 10.1, end: 10.15 }, 10)).toBe(true);
});

test('what belongs to the rendition that plays goes on at once', () => {
  const { splice, steps } = setup();
  splice.push(data(1));
  expect(steps).toEqual(['append 1']);
});

test('a header waits for its first chunk, and what cannot be read is not held back', () => {
  const { splice, steps } = setup();
  splice.begin('avc1.42C01E,opus');
  splice.push(data(1));
  expect(steps).toEqual([]);
  splice.push(data(2));
  splice.push(data(3));
  expect(steps).toEqual(['format', 'append 1', 'append 2', 'append 3']);
});

test('a rendition that is followed by another before it could begin is forgotten', () => {
  const { splice, steps } = setup();
  splice.begin('avc1.42C01E,opus');
  splice.push(data(1));
  splice.begin('avc1.42C00C,opus');
  splice.push(data(4));
  splice.push(data(5));
  expect(steps).toEqual(['format', 'append 4', 'append 5']);
  splice.begin('avc1.42C01E,opus');
  splice.push(data(6));
  splice.reset();
  splice.push(data(7));
  expect(steps.at(-1)).toBe('append 7');
});

import { expect, test } from 'vitest';
import type { BufferStep } from './media-buffering.ts';
import { isOtherTime } from './next-socket.ts';
import { isSpliceDue, makeRenditionSplice } from './rendition-splice.ts';
import { box, buffer, HEADER, u32 } from './testing/fmp4-bytes.ts';

const data = (byte: number): ArrayBuffer => new Uint8Array([byte]).buffer;

/** 80 ms of its track from a time on, in seconds. */
const chunkAt = (seconds: number): ArrayBuffer =>
  buffer(
    box(
      'moof',
      box(
        'traf',
        box('tfhd', u32(0), u32(1)),
        box('tfdt', u32(0), u32(seconds * 1_000)),
        box('trun', u32(0x100), u32(1), u32(80)),
      ),
    ),
  );

function setup() {
  const steps: string[] = [];
  const onStep = (step: BufferStep) =>
    steps.push(step.kind === 'append' ? `append ${new Uint8Array(step.data)[0]}` : `${step.kind}`);
  const onOtherTime = () => steps.push('other time');
  const splice = makeRenditionSplice({ onStep, onOtherTime, position: () => 10, now: () => 0 });
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

test('what another connection brings goes on in the time that is there, or, where it has another, anew', () => {
  const moved = (...seconds: number[]): readonly string[] => {
    const { splice, steps } = setup();
    splice.begin('avc1.42C01E', isOtherTime);
    splice.push(HEADER);
    for (const one of seconds) {
      splice.push(chunkAt(one));
    }
    return steps.map((step) => step.split(' ')[0]!);
  };
  // The same time: a group begins where what is there ends.
  expect(moved(10.3)).toEqual(['format', 'append', 'append']);
  // Another clock, behind and ahead.
  expect(moved(2)).toEqual(['other', 'format', 'append', 'append']);
  expect(moved(40)).toEqual(['other', 'format', 'append', 'append']);
  // Of the same connection only another rendition follows.
  const { splice, steps } = setup();
  splice.begin('avc1.42C01E');
  splice.push(HEADER);
  splice.push(chunkAt(40));
  expect(steps[0]).toBe('format');
});

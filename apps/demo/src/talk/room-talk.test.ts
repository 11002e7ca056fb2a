import { randomOf } from '@klieg/testing/random';
import { expect, test } from 'vitest';
import { makeRoomTalk } from './room-talk.ts';
import { topicLines } from './topic-lines.ts';

const TOPICS = Object.keys(topicLines);
const SHORT_LINE = 120;
const BELOW = 1e6;

/** Numbers from 0 to 1, the same for the same seed. */
function fractions(seed: number): () => number {
  const random = randomOf(seed);
  return () => random(BELOW) / BELOW;
}

test('a room of three topics says 46 lines before one comes again', () => {
  const talk = makeRoomTalk(['vinyl', 'chess', 'books'], fractions(7));
  const lines = Array.from({ length: 30 }, (_, i) => talk.viewerLine(`viewer_${i % 3}`));
  const answers = Array.from({ length: 16 }, () => talk.performerLine());
  // Names, towns, days and numbers that are filled in may differ, so the sameness of whole lines is the weaker promise.
  expect(new Set([...lines, ...answers]).size).toBe(lines.length + answers.length);
});

test.each(TOPICS)('lines about %s are short, and each is of one line', (topic) => {
  const { viewers, performer } = topicLines[topic]!;
  for (const line of [...viewers, ...performer]) {
    expect(line.trim()).toBe(line);
    expect(line).not.toBe('');
    expect(line.length).toBeLessThan(SHORT_LINE);
  }
});

test('nobody is called by a name before they have spoken, nor calls themselves', () => {
  const talk = makeRoomTalk(['a topic without lines'], fractions(3));
  for (let i = 0; i < 40; i++) expect(talk.viewerLine('only_one')).not.toMatch(/only_one|[{}]/);
  const said = Array.from({ length: 60 }, () => talk.viewerLine('another'));
  expect(said.some((line) => line.includes('only_one'))).toBe(true);
  expect(said.filter((line) => line.includes('another'))).toEqual([]);
});

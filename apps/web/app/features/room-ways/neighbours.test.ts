import { expect, test } from 'vitest';
import { neighboursAmong } from './neighbours.ts';

const NAMES = ['anna', 'ben', 'cleo'];
const nobody: ReadonlySet<string> = new Set();

test('the rooms before and after are those of the order, which goes round', () => {
  expect(neighboursAmong(NAMES, 'ben', nobody)).toEqual({ previous: 'anna', next: 'cleo' });
  expect(neighboursAmong(NAMES, 'anna', nobody)).toEqual({ previous: 'cleo', next: 'ben' });
  expect(neighboursAmong(NAMES, 'cleo', nobody)).toEqual({ previous: 'ben', next: 'anna' });
});

test('a room that is closed stands before the first', () => {
  expect(neighboursAmong(NAMES, 'zoe', nobody)).toEqual({ previous: 'cleo', next: 'anna' });
});

test('whom somebody hides is passed over, the own room is not', () => {
  expect(neighboursAmong(NAMES, 'anna', new Set(['ben']))).toEqual({ previous: 'cleo', next: 'cleo' });
  expect(neighboursAmong(NAMES, 'ben', new Set(['ben']))).toEqual({ previous: 'anna', next: 'cleo' });
});

test('nobody else is live', () => {
  expect(neighboursAmong(['anna'], 'anna', nobody)).toBeUndefined();
  expect(neighboursAmong([], 'anna', nobody)).toBeUndefined();
  expect(neighboursAmong(NAMES, 'anna', new Set(['ben', 'cleo']))).toBeUndefined();
});

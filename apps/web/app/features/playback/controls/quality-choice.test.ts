import { beforeEach, expect, test } from 'vitest';
import { keepQuality, linesOf, qualityLines, readQuality } from './quality-choice.ts';

beforeEach(() => localStorage.clear());

test('the choice is remembered by this browser, and what it does not know is auto', () => {
  expect(readQuality()).toBe('auto');
  keepQuality('480p');
  expect(readQuality()).toBe('480p');
  localStorage.setItem('klieg.player-quality', '"<script>"');
  expect(readQuality()).toBe('auto');
  localStorage.setItem('klieg.player-quality', 'not json');
  expect(readQuality()).toBe('auto');
});

test('auto comes first, then the pictures by their height, then sound alone', () => {
  const renditions = [
    { id: 'source', heightLines: 720 },
    { id: '480p', heightLines: undefined },
    { id: 'audio', heightLines: 0 },
  ];
  expect(qualityLines(renditions)).toEqual([
    { kind: 'auto', id: 'auto' },
    { kind: 'picture', id: 'source', lines: 720, isSource: true },
    { kind: 'picture', id: '480p', lines: 480, isSource: false },
    { kind: 'audio', id: 'audio' },
  ]);
  expect(qualityLines([])).toEqual([{ kind: 'auto', id: 'auto' }]);
});

test('a source that was not described yet has no height', () => {
  expect(linesOf({ id: 'source', heightLines: undefined })).toBeUndefined();
  expect(linesOf({ id: '360p', heightLines: 0 })).toBe(360);
});

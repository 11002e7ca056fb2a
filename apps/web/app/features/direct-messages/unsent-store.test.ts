import { beforeEach, expect, test } from 'vitest';
import { forgetUnsent, keepDraft, keepUnsent, readDraft, readUnsent } from './unsent-store.ts';

beforeEach(() => localStorage.clear());

test('a typed text is kept per person and partner until it is empty', () => {
  keepDraft('anna', 'ben', 'half a thou');
  expect(readDraft('anna', 'ben')).toBe('half a thou');
  expect(readDraft('cara', 'ben')).toBe('');
  keepDraft('anna', 'ben', '');
  expect(readDraft('anna', 'ben')).toBe('');
});

test('what could not be sent outlives a reload and is bounded', () => {
  for (let n = 0; n < 30; n++) keepUnsent('anna', { username: 'ben', clientId: `c${n}`, text: `line ${n}` });
  keepUnsent('anna', { username: 'ben', clientId: 'c29', text: 'line 29' });
  const kept = readUnsent('anna');
  expect(kept).toHaveLength(20);
  expect(kept.at(-1)?.text).toBe('line 29');
  expect(readUnsent('cara')).toEqual([]);
  forgetUnsent('c29');
  forgetUnsent('nobody');
  expect(readUnsent('anna').at(-1)?.text).toBe('line 28');
});

test('nonsense in the browser’s store reads as nothing', () => {
  localStorage.setItem('klieg.pm-drafts', '[1]');
  localStorage.setItem('klieg.pm-unsent', '{"a":1}');
  expect(readDraft('anna', 'ben')).toBe('');
  expect(readUnsent('anna')).toEqual([]);
});

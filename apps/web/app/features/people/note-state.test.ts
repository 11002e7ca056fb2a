import { expect, test } from 'vitest';
import { emptyNote, type NoteEvent, noteWord, reduceNote } from './note-state.ts';

const play = (...events: readonly NoteEvent[]) => events.reduce(reduceNote, emptyNote);

test('a note is read, typed, saved, and each state has its word (CHAT-003)', () => {
  expect(noteWord(play())).toBe('none');
  expect(noteWord(play({ type: 'loaded', notes: '' }))).toBe('none');
  expect(noteWord(play({ type: 'loaded', notes: 'jazz' }))).toBe('saved');
  const typed = play({ type: 'loaded', notes: 'jazz' }, { type: 'typed', text: 'jazz, vinyl' });
  expect(noteWord(typed)).toBe('unsaved');
  const saving = reduceNote(typed, { type: 'saving' });
  expect(noteWord(saving)).toBe('saving');
  expect(noteWord(reduceNote(saving, { type: 'saved', notes: 'jazz, vinyl' }))).toBe('saved');
  expect(noteWord(reduceNote(saving, { type: 'failed' }))).toBe('failed');
});

test('what was typed while it was saved is not lost; a note that did not load says so', () => {
  const late = play(
    { type: 'loaded', notes: '' },
    { type: 'typed', text: 'one' },
    { type: 'saving' },
    { type: 'typed', text: 'one two' },
    { type: 'saved', notes: 'one' },
  );
  expect(late.text).toBe('one two');
  expect(noteWord(late)).toBe('unsaved');
  expect(noteWord(play({ type: 'failed' }))).toBe('unread');
});

import { expect, test } from 'vitest';
import { percentOf, reduceUploads, type Upload, type UploadEvent } from './upload-state.ts';

const added: UploadEvent = {
  type: 'added',
  upload: { key: 'a', name: 'a.mp4', sizeBytes: 1_000, typeId: 2 },
};
const after = (...events: readonly UploadEvent[]): readonly Upload[] =>
  [added, ...events].reduce(reduceUploads, []);
const stateOf = (...events: readonly UploadEvent[]) => after(...events)[0]?.state;

test('a file is read, sent, prepared and ready', () => {
  expect(stateOf()).toEqual({ kind: 'reading', doneBytes: 0 });
  expect(stateOf({ type: 'read', key: 'a', doneBytes: 500 })).toEqual({ kind: 'reading', doneBytes: 500 });
  expect(stateOf({ type: 'sent', key: 'a', sentBytes: 400 })).toEqual({ kind: 'sending', sentBytes: 400 });
  const finished = { type: 'finished', key: 'a', itemId: 7, isReady: false } as const;
  expect(stateOf(finished)).toEqual({ kind: 'encoding', itemId: 7 });
  expect(stateOf(finished, { type: 'encoded', itemId: 7, isReady: true, text: '' })).toEqual({
    kind: 'ready',
    itemId: 7,
  });
  expect(stateOf(finished, { type: 'encoded', itemId: 8, isReady: true, text: '' })).toEqual({
    kind: 'encoding',
    itemId: 7,
  });
});

test('one that stands still goes on where it was, also where a part came meanwhile', () => {
  const paused = stateOf(
    { type: 'sent', key: 'a', sentBytes: 400 },
    { type: 'stopped', key: 'a', fault: 'line' },
    { type: 'sent', key: 'a', sentBytes: 600 },
  );
  expect(paused).toEqual({ kind: 'paused', sentBytes: 600, fault: 'line' });
  expect(
    stateOf(
      { type: 'sent', key: 'a', sentBytes: 400 },
      { type: 'stopped', key: 'a' },
      { type: 'resumed', key: 'a' },
    ),
  ).toEqual({ kind: 'sending', sentBytes: 400 });
});

test('what was canceled or has failed is not begun again by a late answer, and can be put away', () => {
  const late: UploadEvent = { type: 'sent', key: 'a', sentBytes: 900 };
  expect(stateOf({ type: 'canceled', key: 'a' }, late)).toEqual({ kind: 'canceled' });
  const failed = { type: 'failed', key: 'a', fault: 'refused', text: 'codec' } as const;
  expect(stateOf(failed, late)).toEqual({ kind: 'failed', fault: 'refused', text: 'codec' });
  expect(after(failed, { type: 'dismissed', key: 'a' })).toEqual([]);
  expect(after(late, { type: 'dismissed', key: 'a' })).toHaveLength(1);
});

test('a file that is chosen twice is sent once', () => {
  expect(after(added)).toHaveLength(1);
});

test('the bar grows from reading to sending', () => {
  const percent = (...events: readonly UploadEvent[]) => percentOf(after(...events)[0]!);
  expect(percent()).toBe(0);
  expect(percent({ type: 'read', key: 'a', doneBytes: 1_000 })).toBe(10);
  expect(percent({ type: 'sent', key: 'a', sentBytes: 500 })).toBe(55);
  expect(percent({ type: 'finished', key: 'a', itemId: 1, isReady: true })).toBe(100);
});

import { readSplitDraft } from './split-draft.ts';
import type { Payload, TipSplitState } from '@klieg/contract';
import { describe, expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { readSplit } from './read-split.ts';
import { reduceSplit, type SplitPart, startSplit } from './split-state.ts';

type Told = Payload<'v3.tip_split.update'>;

const state: TipSplitState = {
  mode: 'proposed',
  splitters: [{ username: 'anna', paid: false }],
  target_splitters: 4,
  remaining: 3,
  split_amount: 25,
  expires_at: '2030-01-01T00:00:00.000Z',
  split_id: '0198c0de-0000-7000-8000-000000000001',
  joined: true,
  comment: null,
};
const start = startSplit({ ...roomFixture(), tipSplit: state });
const hear = (part: SplitPart, told: Omit<Told, 'seq'>, seq = part.seq + 1) =>
  reduceSplit(part, { name: 'v3.tip_split.update', payload: { ...told, seq } });
const snapshot = (part: SplitPart, payload: Partial<Payload<'v3.room.snapshot'>>) =>
  reduceSplit(part, {
    name: 'v3.room.snapshot',
    payload: { seq: part.seq + 1, epoch: part.epoch, chat: {}, mode: 'public', user_count: 1, ...payload },
  });

describe('the split of a room', () => {
  test('begins with the first answer: mode, splitters, target_splitters, remaining, split_amount', () => {
    expect(readSplit(start.split)).toEqual({
      mode: 'proposed',
      splitters: ['anna'],
      target: 4,
      remaining: 3,
      share: 25,
      expiresAt: Date.parse('2030-01-01T00:00:00.000Z'),
      comment: null,
    });
    expect(readSplit(startSplit(roomFixture()).split)).toBeNull();
  });

  test('follows what the room tells, and is gone when it is available or canceled long ago', () => {
    const two = hear(start, { mode: 'proposed', splitters: ['anna', 'bert'], remaining: 2 });
    expect(readSplit(two.split)).toMatchObject({ splitters: ['anna', 'bert'], remaining: 2 });
    expect(readSplit(hear(two, { mode: 'success' }).split)?.mode).toBe('success');
    expect(readSplit(hear(two, { mode: 'canceled' }).split)?.mode).toBe('canceled');
    expect(readSplit(hear(two, { mode: 'available' }).split)).toBeNull();
  });

  test('is not undone by what is older', () => {
    const two = hear(start, { mode: 'proposed', remaining: 2 }, start.seq + 5);
    expect(hear(two, { mode: 'proposed', remaining: 3 }, start.seq + 4)).toBe(two);
  });

  test('is what a snapshot says, and none where that names none, as while a private runs (LEDGER-TIP-010)', () => {
    const tipSplit = { mode: 'proposed', splitters: ['anna'], remaining: 1, joined: true };
    expect(readSplit(snapshot(start, { tipSplit }).split)).toMatchObject({ remaining: 1 });
    expect(readSplit(snapshot(start, { mode: 'private' }).split)).toBeNull();
  });

  test('is read anew after a refusal, unless the room has told something meanwhile', () => {
    const read = (part: SplitPart, seq: number) =>
      reduceSplit(part, {
        name: 'page.tip-split-read',
        payload: { state: { ...state, mode: 'available' }, seq },
      });
    expect(readSplit(read(start, start.seq).split)).toBeNull();
    const later = hear(start, { mode: 'proposed', remaining: 2 });
    expect(read(later, start.seq)).toBe(later);
  });
});

test('the dialog reads whole numbers within the bounds and says what each gives', () => {
  expect(readSplitDraft('101', '4')).toEqual({ amount: 101, splitters: 4, share: 26 });
  expect(readSplitDraft(' 20 ', '2').share).toBe(10);
  for (const [amount, people] of [
    ['19', '2'],
    ['100001', '2'],
    ['1e3', '2'],
    ['100', '1'],
    ['100', '21'],
    ['', ''],
  ])
    // prettier-ignore
    expect(readSplitDraft(amount!, people!).share).toBeUndefined();
});

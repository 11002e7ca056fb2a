import { expect, test } from 'vitest';
import type { RoomRow } from '../../rooms/index.ts';
import { watchRules } from '../../rooms/seats/watch-rules.ts';
import { decidePlay, mayPreview, type PlayFacts } from './play-rules.ts';

const row = (status: RoomRow['status'], streamName: string | null = 'name') =>
  ({ status, streamName }) as RoomRow;
const facts = (more: Partial<PlayFacts> = {}): PlayFacts => ({
  hasPassed: true,
  isCardMissing: false,
  isAgeMissing: false,
  right: { mode: 'public', seat: 'member', seatMode: 'public', rule: watchRules.public.member },
  ...more,
});
const outside = facts({
  right: { mode: 'private', seat: 'outside', seatMode: 'public', rule: watchRules.private.outside },
});
const free = { isSuspended: false };

test('whoever may watch gets the mode of their seat; of several things in the way the first is told: S211', () => {
  expect(decidePlay(row('online'), free, facts())).toEqual({ mode: 'public' });
  const spy = { mode: 'private', seat: 'spy', seatMode: 'spy', rule: watchRules.private.spy } as const;
  expect(decidePlay(row('private'), free, facts({ right: spy }))).toEqual({ mode: 'spy' });

  const none = facts({ hasPassed: false, isCardMissing: true });
  expect(decidePlay(row('offline', null), free, none)).toEqual({ refusal: 'rooms.password_required' });
  expect(decidePlay(row('offline', null), free, { ...none, hasPassed: true })).toEqual({
    refusal: 'rooms.offline',
  });
  expect(decidePlay(row('private'), free, { ...outside, isCardMissing: true })).toEqual({
    refusal: 'rooms.card_required',
  });
  expect(decidePlay(row('private'), free, outside)).toEqual({ refusal: 'broadcast.not_entitled' });
});

test('nobody watches a room without a picture, nor does who is suspended: S211', () => {
  for (const status of ['connected', 'reconnecting', 'standby', 'online_ai'] as const)
    expect(decidePlay(row(status), free, facts())).toEqual({ refusal: 'rooms.offline' });
  expect(decidePlay(row('online', null), free, facts())).toEqual({ refusal: 'rooms.offline' });
  expect(decidePlay(row('online'), { isSuspended: true }, facts())).toEqual({ refusal: 'rooms.offline' });
});

test('a free look is for who waits outside a private that is on air, and lacks nothing else: S401', () => {
  expect(mayPreview(row('private'), free, outside)).toBe(true);
  expect(mayPreview(row('private'), free, facts())).toBe(false);
  expect(mayPreview(row('private'), { isSuspended: true }, outside)).toBe(false);
  expect(mayPreview(row('private'), free, { ...outside, hasPassed: false })).toBe(false);
  expect(mayPreview(row('private'), free, { ...outside, isCardMissing: true })).toBe(false);
  expect(mayPreview(row('reconnecting'), free, outside)).toBe(false);
});

import type { ChatStatus } from '@klieg/contract';
import { expect, test } from 'vitest';
import {
  type AskSight,
  type CoShow,
  decideAsk,
  endOf,
  freeAt,
  refusalToBegin,
  type RunningSide,
  type Side,
} from './co-show-rules.ts';

const [me, other, third] = [1, 2, 3] as never[];
const asked: CoShow = {
  id: '00000000-0000-7000-8000-000000000001' as never,
  fromId: me!,
  toId: other!,
  state: 'asked',
  isHeard: true,
  expiresAt: 120_000,
  startedAt: null,
  closedAt: null,
  reason: null,
};
const open: Side = { status: 'online', hasBroadcast: true, isBarred: false, isInCoShow: false };
const sight: AskSight = {
  own: open,
  other: open,
  isPerformer: true,
  isApart: false,
  isUnheard: false,
  asked: undefined,
  askedBack: undefined,
  last: undefined,
};
const closed = (state: CoShow['state'], closedAt: number): CoShow => ({ ...asked, state, closedAt });
const codeOf = (change: Partial<AskSight>) => {
  const decision = decideAsk({ ...sight, ...change }, other!, 1_000_000);
  return decision.do === 'refuse' ? decision.code : decision.do;
};

test('whom somebody may ask: the first thing in the way is what is told (CO1) (CO2)', () => {
  const own = (change: Partial<Side>) => codeOf({ own: { ...open, ...change } });
  const theirs = (change: Partial<Side>) => codeOf({ other: { ...open, ...change } });
  expect(codeOf({})).toBe('ask');
  expect(own({ hasBroadcast: false })).toBe('broadcast.not_live');
  expect(own({ isInCoShow: true })).toBe('co_shows.running');
  expect(own({ isBarred: true })).toBe('shows.in_show');
  const statuses: Readonly<Record<ChatStatus, readonly [string, string]>> = {
    online: ['ask', 'ask'],
    offline: ['broadcast.not_live', 'ask'],
    connected: ['broadcast.not_live', 'ask'],
    reconnecting: ['ask', 'ask'],
    standby: ['broadcast.not_live', 'ask'],
    online_ai: ['broadcast.not_live', 'ask'],
    private: ['broadcast.not_live', 'co_shows.room_closed'],
    limited: ['broadcast.not_live', 'co_shows.room_closed'],
  };
  let status: ChatStatus;
  for (status in statuses) expect([own({ status }), theirs({ status })], status).toEqual(statuses[status]);
  for (const change of [{ isBarred: true }, { isInCoShow: true }])
    expect(theirs(change)).toBe('co_shows.room_closed');
  for (const change of [{ isPerformer: false }, { isApart: true }])
    expect(codeOf(change)).toBe('co_shows.room_closed');
  expect(codeOf({ askedBack: { ...asked, fromId: other!, toId: me! } })).toBe('co_shows.asked_you');
});

test('whoever is ignored asks as everybody does, and is not heard (CO3)', () => {
  expect(decideAsk(sight, other!, 0)).toEqual({ do: 'ask', isHeard: true });
  expect(decideAsk({ ...sight, isUnheard: true }, other!, 0)).toEqual({ do: 'ask', isHeard: false });
});

test('one request waits at a time: the same one again is that one (CO1)', () => {
  expect(decideAsk({ ...sight, asked }, other!, 0)).toEqual({ do: 'repeat', asked });
  expect(decideAsk({ ...sight, asked }, third!, 0)).toEqual({ do: 'refuse', code: 'co_shows.asked' });
});

test('the next request waits: long after a decline, a little after no answer (CO4)', () => {
  expect(freeAt(undefined, 0)).toBeNull();
  expect(freeAt(closed('declined', 1_000), 600_999)).toBe(601_000);
  expect(freeAt(closed('declined', 1_000), 601_000)).toBeNull();
  for (const state of ['withdrawn', 'expired'] as const) {
    expect(freeAt(closed(state, 1_000), 60_999)).toBe(61_000);
    expect(freeAt(closed(state, 1_000), 61_000)).toBeNull();
  }
  expect(freeAt(closed('ended', 1_000), 1_000)).toBeNull();
  expect(codeOf({ last: closed('declined', 999_999) })).toBe('co_shows.too_soon');
});

test('what a request needs to become a show (CO5)', () => {
  const facts = { own: open, other: open, isApart: false, now: 0 };
  expect(refusalToBegin(asked, facts)).toBeUndefined();
  for (const state of ['declined', 'withdrawn', 'expired', 'ended'] as const)
    expect(refusalToBegin(closed(state, 0), facts), state).toBe('co_shows.gone');
  expect(refusalToBegin(asked, { ...facts, now: 120_000 })).toBe('co_shows.gone');
  expect(refusalToBegin(asked, { ...facts, isApart: true })).toBe('co_shows.gone');
  const against: readonly (readonly [Partial<Side>, string])[] = [
    [{ status: 'standby' }, 'broadcast.not_live'],
    [{ status: 'private' }, 'broadcast.not_live'],
    [{ isInCoShow: true }, 'co_shows.running'],
    [{ isBarred: true }, 'shows.in_show'],
  ];
  for (const [change, code] of against) {
    const side = { ...open, ...change };
    expect(refusalToBegin(asked, { ...facts, own: side })).toBe(code);
    expect(refusalToBegin(asked, { ...facts, other: side })).toBe('co_shows.room_closed');
  }
});

test('how it ends, by what either room is: the worst of both is told (CO10)', () => {
  const side: RunningSide = { status: 'online', isSameBroadcast: true, isSuspended: false };
  const ends: Readonly<Record<ChatStatus, string | undefined>> = {
    online: undefined,
    reconnecting: undefined,
    private: 'show',
    limited: 'show',
    standby: 'show',
    online_ai: 'show',
    connected: 'offline',
    offline: 'offline',
  };
  let status: ChatStatus;
  for (status in ends)
    for (const sides of [
      [side, { ...side, status }],
      [{ ...side, status }, side],
    ])
      expect(endOf(sides, false), status).toBe(ends[status]);
  expect(endOf([side, { ...side, isSameBroadcast: false }], false)).toBe('offline');
  expect(endOf([side, { ...side, isSuspended: true }], false)).toBe('offline');
  expect(
    endOf(
      [
        { ...side, status: 'private' },
        { ...side, status: 'offline' },
      ],
      true,
    ),
  ).toBe('offline');
  expect(endOf([side, side], true)).toBe('ended');
});

import type { AccountId, Uuid } from '@klieg/kernel';
import { expect, test } from 'vitest';
import {
  camerasMax,
  endingOf,
  mayShare,
  type RoomSight,
  type Sharecam,
  type Sight,
} from './sharecam-rules.ts';

const [ROOM, VIEWER, OTHER] = [1 as AccountId, 2 as AccountId, 3 as AccountId];
const [SHOW, LATER] = ['show' as Uuid, 'later' as Uuid];
const NOW = 1_000_000;

const open: RoomSight = { status: 'online', mode: 'public', goneAt: null, isEnabled: true, show: null };
const inPrivate = (payerId: AccountId, id = SHOW): RoomSight => ({
  ...open,
  status: 'private',
  mode: 'private',
  show: { id, payerId },
});
const asked: Sharecam = {
  id: 'r' as Uuid,
  roomId: ROOM,
  viewerId: VIEWER,
  hasSound: false,
  login: 's',
  state: 'asked',
  reason: null,
  showId: null,
  expiresAt: NOW + 1,
  acceptedAt: null,
};
const ready: Sharecam = { ...asked, state: 'ready', acceptedAt: NOW - 60_000 };
const camera = { state: 'live', liveAt: NOW - 50_000, goneAt: null } as const;
const sight = (more: Partial<Sight> = {}): Sight => ({
  now: NOW,
  room: open,
  camera,
  isPutOut: false,
  ...more,
});

test('is possible while online or standby, or in a private of this viewer, where the performer allows it (LIVE-VIDEO-035)', () => {
  const may = (status: RoomSight['status'], more: Partial<RoomSight> = {}) =>
    mayShare({ ...open, status, ...more }, VIEWER);
  expect([may('online'), may('standby')]).toEqual([true, true]);
  for (const status of ['offline', 'connected', 'reconnecting', 'online_ai'] as const)
    expect(may(status)).toBe(false);
  expect(may('limited', { mode: 'limited' })).toBe(false);
  expect(mayShare(inPrivate(VIEWER), VIEWER)).toBe(true);
  expect(mayShare(inPrivate(OTHER), VIEWER)).toBe(false);
  expect(mayShare({ ...inPrivate(VIEWER), isEnabled: false }, VIEWER)).toBe(false);
  expect(may('online', { isEnabled: false })).toBe(false);
  expect([camerasMax(open), camerasMax(inPrivate(VIEWER))]).toEqual([4, 1]);
});

test.each<[string, Partial<Sharecam>, Partial<Sight>, unknown]>([
  ['goes on', {}, {}, undefined],
  ['its time is over', { expiresAt: NOW }, {}, { state: 'expired' }],
  ['the room is somebody’s private', {}, { room: inPrivate(OTHER) }, { state: 'expired' }],
  ['the picture is missing for a moment', {}, { room: { ...open, status: 'reconnecting' } }, undefined],
  ['the performer has switched it off', {}, { room: { ...open, isEnabled: false } }, { state: 'expired' }],
  ['the viewer was put out', {}, { isPutOut: true }, { state: 'canceled', reason: 'removed' }],
])('a request where %s', (_what, it, seen, ending) => {
  expect(endingOf({ ...asked, ...it }, sight({ camera: undefined, ...seen }))).toEqual(ending);
});

const ended = (reason: string) => ({ state: 'ended', reason });
const gone = (ms: number) => ({ ...camera, state: 'missing', goneAt: NOW - ms }) as const;
test.each<[string, Partial<Sharecam>, Partial<Sight>, unknown]>([
  ['goes on', {}, {}, undefined],
  ['its viewer was put out', {}, { isPutOut: true }, ended('removed')],
  ['the room is closed', {}, { room: { ...open, status: 'offline' } }, ended('model_ended')],
  ['somebody else has the room', {}, { room: inPrivate(OTHER) }, ended('removed')],
  ['a ticket show runs', {}, { room: { ...open, status: 'limited', mode: 'limited' } }, ended('removed')],
  ['its viewer has the room', {}, { room: inPrivate(VIEWER) }, undefined],
  ['its private is over', { showId: SHOW }, {}, ended('private_ended')],
  [
    'another private follows its own',
    { showId: SHOW },
    { room: inPrivate(VIEWER, LATER) },
    ended('private_ended'),
  ],
  ['its private runs', { showId: SHOW }, { room: inPrivate(VIEWER) }, undefined],
  ['the performer has switched it off', {}, { room: { ...open, isEnabled: false } }, ended('model_ended')],
  ['the performer has no picture for 9 s', {}, { room: { ...open, goneAt: NOW - 9_999 } }, undefined],
  ['the performer has none for 10 s', {}, { room: { ...open, goneAt: NOW - 10_000 } }, ended('disconnected')],
  ['it has no picture for 9 s', {}, { camera: gone(9_999) }, undefined],
  ['it has none for 10 s', {}, { camera: gone(10_000) }, ended('disconnected')],
  ['it was closed', {}, { camera: { ...camera, state: 'closed' } }, ended('disconnected')],
  [
    'it was accepted 29 s ago and nothing came',
    { state: 'accepted', acceptedAt: NOW - 29_999 },
    { camera: { state: 'waiting', liveAt: null, goneAt: null } },
    undefined,
  ],
  [
    'it was accepted 30 s ago and nothing came',
    { state: 'accepted', acceptedAt: NOW - 30_000 },
    { camera: { state: 'waiting', liveAt: null, goneAt: null } },
    ended('expired'),
  ],
])('a camera where %s (S603, S604)', (_what, it, seen, ending) => {
  expect(endingOf({ ...ready, ...it }, sight(seen))).toEqual(ending);
});

test('what is over stays as it is', () => {
  for (const state of ['declined', 'canceled', 'expired', 'ended'] as const)
    expect(endingOf({ ...ready, state }, sight({ isPutOut: true }))).toBeUndefined();
});

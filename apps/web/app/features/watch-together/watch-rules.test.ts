import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { watchAction, type WatchFacts, watchFacts } from './watch-rules.ts';

const open: WatchFacts = { status: 'online', mode: 'public', watchId: null, isVersus: false };
const inside: WatchFacts = { ...open, status: 'private', mode: 'private' };

test('the action is off in a private with a watch, in a ticket show, offline, while connecting and in a versus (LIVE-VIDEO-031)', () => {
  expect(watchAction({ ...inside, watchId: 'w1' })).toBe('off');
  for (const status of ['limited', 'offline', 'connected'] as const) {
    expect(watchAction({ ...open, status })).toBe('off');
    expect(watchAction({ ...inside, status })).toBe('off');
  }
  expect(watchAction({ ...open, isVersus: true })).toBe('off');
  expect(watchAction({ ...inside, isVersus: true })).toBe('off');
  for (const status of ['online', 'standby', 'private', 'reconnecting'] as const)
    expect(watchAction({ ...open, status })).not.toBe('off');
});

test('the action opens the dialog in the private of the viewer, and the request for one elsewhere (LIVE-VIDEO-032)', () => {
  expect(watchAction(inside)).toBe('dialog');
  expect(watchAction({ ...inside, status: 'reconnecting' })).toBe('dialog');
  for (const status of ['online', 'standby', 'private', 'reconnecting'] as const)
    expect(watchAction({ ...open, status })).toBe('request');
  // Who looks into the private of somebody else has none of their own.
  expect(watchAction({ ...open, status: 'private', mode: 'spy' })).toBe('request');
});

test('a versus or a tournament of the room counts as one', () => {
  const room = roomFixture();
  const now = { status: 'online', mode: 'public' } as const;
  expect(watchFacts(room, now, 'w1')).toEqual({ ...open, watchId: 'w1' });
  expect(watchFacts({ ...room, versus: {} as never }, now, null).isVersus).toBe(true);
  expect(watchFacts({ ...room, versusTournament: {} as never }, now, null).isVersus).toBe(true);
});

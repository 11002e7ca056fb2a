import { describe, expect, test } from 'vitest';
import { wireEvent } from '../../shared/realtime/wire-event.ts';
import { type FriendsState, noFriends, reduceFriends, sortedFriends, waitingCount } from './friends-state.ts';

const after = (...events: [string, Record<string, unknown>][]): FriendsState =>
  events.reduce((state, [name, payload]) => reduceFriends(state, wireEvent(name, payload)), noFriends);
const listed = (items: readonly { username: string; status: string; online?: boolean }[]): FriendsState =>
  reduceFriends(noFriends, {
    name: 'page.friends',
    payload: items.map(({ username, status, online = false }) => ({
      username,
      status: status as 'CONFIRMED',
      displayName: username,
      avatarUrl: null,
      online,
      since: '2026-11-20T11:25:10.000Z',
    })),
  });

describe('the friends of a page', () => {
  test('follow request, agreement, presence and end (PM-FRIENDS-002) (PM-FRIENDS-003) (PM-FRIENDS-004) (PM-FRIENDS-005) (PM-FRIENDS-015) (PM-FRIENDS-016)', () => {
    const request = {
      seq: 1,
      username: 'ben',
      status: 'TO_CONFIRM',
      display_name: 'Ben',
      avatar_url: '/b.jpg',
    };
    const asked = after(['v3.user_friend.request', request]);
    expect(asked.byName['ben']).toMatchObject({
      status: 'TO_CONFIRM',
      displayName: 'Ben',
      avatarUrl: '/b.jpg',
    });
    expect(waitingCount(asked)).toBe(1);
    const agreed = after(
      ['v3.user_friend.request', request],
      ['v3.user_friend.accepted', { seq: 2, username: 'ben', status: 'CONFIRMED' }],
      ['v3.user_friend.status_update', { seq: 3, username: 'ben', online: true }],
    );
    expect(agreed.byName['ben']).toMatchObject({ status: 'CONFIRMED', displayName: 'Ben', isOnline: true });
    const ended = reduceFriends(agreed, wireEvent('v3.user_friend.deleted', { seq: 4, username: 'ben' }));
    expect(ended.byName).toEqual({});
  });

  test('keep what an event does not say, and change nothing for others’ events', () => {
    const state = listed([{ username: 'ben', status: 'CONFIRMED', online: true }]);
    const renewed = reduceFriends(
      state,
      wireEvent('v3.user_friend.status_update', { seq: 1, username: 'ben', status: 'CONFIRMED' }),
    );
    expect(renewed.byName['ben']?.isOnline).toBe(true);
    expect(reduceFriends(state, wireEvent('v3.tip.received', {}))).toBe(state);
    expect(reduceFriends(state, wireEvent('v3.user_friend.deleted', { username: 'nobody' }))).toBe(state);
  });

  test('stand with open requests first, then who is here (PM-FRIENDS-012)', () => {
    const state = listed([
      { username: 'anna', status: 'REQUESTED' },
      { username: 'ben', status: 'CONFIRMED' },
      { username: 'cara', status: 'CONFIRMED', online: true },
      { username: 'dora', status: 'TO_CONFIRM' },
    ]);
    expect(sortedFriends(state).map(({ username }) => username)).toEqual(['dora', 'cara', 'ben', 'anna']);
  });

  test('stay on the page when a later load fails, and are forgotten with the session', () => {
    const state = listed([{ username: 'ben', status: 'CONFIRMED' }]);
    expect(reduceFriends(state, { name: 'page.friends-failed', payload: {} })).toBe(state);
    expect(reduceFriends(noFriends, { name: 'page.friends-failed', payload: {} }).load).toBe('failed');
    expect(reduceFriends(state, { name: 'page.forget', payload: {} })).toEqual(noFriends);
  });

  test('change at once by the own hand', () => {
    const asked = reduceFriends(noFriends, {
      name: 'page.friend',
      payload: { username: 'ben', status: 'REQUESTED' },
    });
    expect(asked.byName['ben']?.status).toBe('REQUESTED');
    expect(
      reduceFriends(asked, { name: 'page.friend', payload: { username: 'ben', status: null } }).byName,
    ).toEqual({});
  });
});

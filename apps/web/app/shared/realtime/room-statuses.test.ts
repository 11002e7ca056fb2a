import { silentLog } from '@klieg/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSockets, welcome } from './fake-socket.fixture.ts';
import { makeLobbyClient } from './lobby-client.ts';
import { makeRoomStatuses } from './room-statuses.ts';
import { makeTemplateBook } from './template-book.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const { openSocket, sockets } = fakeSockets();
  const lobby = makeLobbyClient({
    openSocket,
    book: makeTemplateBook(),
    log: silentLog,
    now: () => Date.now(),
    url: 'wss://host/ws/lobby',
    random: () => 0,
    locale: 'en',
    clientVersion: '1.0.0',
    fetchToken: async () => 'nt_next',
    logFailure: () => {},
    readCurrentUser: () => {},
    resetOwnState: () => {},
    reload: () => {},
  });
  const connect = () => {
    sockets.at(-1)!.open();
    welcome(sockets.at(-1)!);
  };
  lobby.start('nt_first');
  const named = (name: string) => sockets.at(-1)!.sent.filter((message) => message.name === name);
  return { lobby, statuses: makeRoomStatuses(lobby), sockets, connect, named };
}

test('the page subscribes to the rooms on its screen, at most 100 in a message and 300 at once (REALTIME-012)', () => {
  const { statuses, connect, named } = setUp();
  connect();
  statuses.watch(Array.from({ length: 350 }, (_, room) => `room_${room}`));
  vi.advanceTimersByTime(200);
  expect(
    named('v3.lobby.status.start').map(({ payload }) => (payload['usernames'] as string[]).length),
  ).toEqual([100, 100, 100]);
});

test('rooms that nobody shows any more are stopped, shared ones are not (REALTIME-013)', () => {
  const { statuses, connect, named } = setUp();
  connect();
  const stopFirst = statuses.watch(['anna', 'bea']);
  statuses.watch(['bea']);
  vi.advanceTimersByTime(200);
  stopFirst();
  vi.advanceTimersByTime(200);
  expect(named('v3.lobby.status.stop').map(({ payload }) => payload['usernames'])).toEqual([['anna']]);
});

test('present values and later changes reach the cards; what is not said stays (REALTIME-011, REALTIME-014)', () => {
  const { statuses, sockets, connect } = setUp();
  connect();
  const told = vi.fn();
  statuses.subscribe(told);
  sockets[0]!.receive('v3.lobby.status.to_user', {
    seq: 1,
    statuses: [{ username: 'anna', status: 'online', thumb_small: '/thumb/anna.jpg?v=1', user_count: 12 }],
  });
  sockets[0]!.receive('v3.lobby.status.update', { seq: 2, username: 'anna', status: 'private' });
  expect(statuses.get('anna')).toEqual({ status: 'private', thumbUrl: '/thumb/anna.jpg?v=1', viewers: 12 });
  expect(told).toHaveBeenCalledTimes(2);
});

test('the set is sent again after a reconnection (REALTIME-020, S110)', async () => {
  const { statuses, sockets, connect, named } = setUp();
  connect();
  statuses.watch(['anna']);
  vi.advanceTimersByTime(200);
  sockets[0]!.closeWith(1012);
  await vi.advanceTimersByTimeAsync(50);
  connect();
  vi.advanceTimersByTime(200);
  expect(sockets).toHaveLength(2);
  expect(named('v3.lobby.status.start').map(({ payload }) => payload['usernames'])).toEqual([['anna']]);
});

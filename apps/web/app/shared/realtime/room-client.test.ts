import { eventSpecs, type Payload, TEMPLATE_EDITION } from '@klieg/contract';
import { silentLog } from '@klieg/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSockets, welcome } from './fake-socket.fixture.ts';
import { makeLobbyClient } from './lobby-client.ts';
import { makeRoomClient } from './room-client.ts';
import { ROOM_STATE_EVENTS } from './room-position.ts';
import { makeTemplateBook } from './template-book.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const { openSocket, sockets } = fakeSockets();
  const wire = { openSocket, book: makeTemplateBook(), log: silentLog, now: () => Date.now() };
  const reload = vi.fn();
  const onEvent = vi.fn();
  let ids = 0;
  const common = { ...wire, random: () => 0.5, locale: 'en' as const, clientVersion: '1.0.0', reload };
  const lobby = makeLobbyClient({
    ...common,
    url: 'wss://host/ws/lobby',
    fetchToken: async () => 'nt_next',
    logFailure: () => {},
    readCurrentUser: () => {},
    resetOwnState: () => {},
  });
  const room = makeRoomClient({ ...common, lobby, username: 'marlowe', newId: () => `q${++ids}`, onEvent });
  const lobbySocket = () => sockets[0]!;
  const roomSocket = () => sockets.filter(({ url }) => url.endsWith('/ws/room')).at(-1)!;
  const connectLobby = () => {
    lobby.start('nt_first');
    lobbySocket().open();
    welcome(lobbySocket());
  };
  const asked = () => lobbySocket().sent.filter(({ name }) => name === 'v3.lobby.discover');
  const answer = (requestId: string | undefined = asked().at(-1)?.payload['request_id'] as string) =>
    lobbySocket().receive('v3.lobby.discovered', {
      room: 'marlowe',
      server: 'wss://node1/ws/room',
      node_token: 'nt_room',
      request_id: requestId,
    });
  const join = () => {
    connectLobby();
    room.open();
    answer();
    roomSocket().open();
    welcome(roomSocket());
    roomSocket().receive('v3.room.snapshot', {
      seq: 10,
      epoch: 'e1',
      chat: {},
      mode: 'public',
      user_count: 3,
    });
    onEvent.mockClear();
  };
  return {
    lobby,
    room,
    sockets,
    reload,
    onEvent,
    lobbySocket,
    roomSocket,
    connectLobby,
    asked,
    answer,
    join,
  };
}

test('a room waits for the lobby, looking every 100 ms, and then asks for its node (REALTIME-027, REALTIME-016) (CONSTANTS-026)', () => {
  const { room, connectLobby, asked, lobby, lobbySocket, sockets } = setUp();
  room.open();
  vi.advanceTimersByTime(1_000);
  expect(room.get().kind).toBe('awaiting-lobby');
  expect(sockets).toHaveLength(0);
  connectLobby();
  expect(lobby.get().phase.kind).toBe('ready');
  expect(lobbySocket().sentNames()).not.toContain('v3.lobby.discover');
  vi.advanceTimersByTime(99);
  expect(asked()).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(asked()[0]?.payload).toMatchObject({ room: 'marlowe' });
});

test('it joins the node that the lobby names with the token for this room (REALTIME-006, W5)', () => {
  const { room, connectLobby, answer, roomSocket } = setUp();
  connectLobby();
  room.open({ epoch: 'e1', seq: 41 });
  answer();
  expect(roomSocket().url).toBe('wss://node1/ws/room');
  roomSocket().open();
  expect(roomSocket().sent[0]).toMatchObject({
    name: 'v3.authorize',
    payload: { node_token: 'nt_room', room: 'marlowe', epoch: 'e1', seq: 41 },
  });
  welcome(roomSocket());
  expect(room.get()).toEqual({ kind: 'joined', role: 'viewer' });
});

test('an answer to an older question is not used, no answer for 5 s asks again (S107)', () => {
  const { room, connectLobby, answer, asked, sockets } = setUp();
  connectLobby();
  room.open();
  vi.advanceTimersByTime(5_000);
  expect(asked()).toHaveLength(2);
  answer(asked()[0]?.payload['request_id'] as string);
  expect(sockets).toHaveLength(1);
  answer();
  expect(sockets).toHaveLength(2);
});

test('after a loss it goes back to discovery after 1 s (REALTIME-028) (CONSTANTS-027)', () => {
  const { room, join, asked, roomSocket } = setUp();
  join();
  roomSocket().closeWith(1006);
  vi.advanceTimersByTime(999);
  expect(asked()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(asked()).toHaveLength(2);
  expect(room.get().kind).toBe('discovering');
});

test('a room that moved is looked for at once (W32)', () => {
  const { join, asked, roomSocket } = setUp();
  join();
  roomSocket().closeWith(4410);
  expect(asked()).toHaveLength(2);
});

test.each([
  [4403, 'banned'],
  [4404, 'not-found'],
  [4423, 'password'],
  [4451, 'region-or-age'],
])('close %i leaves the room for good (S109)', (code, reason) => {
  const { room, join, roomSocket, sockets } = setUp();
  join();
  roomSocket().closeWith(code);
  vi.advanceTimersByTime(60_000);
  expect(room.get()).toEqual({ kind: 'left', reason });
  expect(sockets).toHaveLength(2);
});

test('a room that was closed for want of its password is entered again when the page opens it (W7)', () => {
  const { room, join, roomSocket, asked } = setUp();
  join();
  roomSocket().closeWith(4423);
  room.open({ epoch: 'e1', seq: 12 });
  expect(room.get().kind).toBe('discovering');
  expect(asked()).toHaveLength(2);
});

test('a refused discovery waits at least as long as it is told (S107)', () => {
  const { room, connectLobby, lobbySocket, asked } = setUp();
  connectLobby();
  room.open();
  lobbySocket().receive('v3.lobby.discovered', {
    room: 'marlowe',
    request_id: asked()[0]?.payload['request_id'] as string,
    errorType: 'unavailable',
    retry_after_ms: 4_000,
  });
  expect(room.get()).toEqual({ kind: 'retry', delayMs: 4_000 });
});

test('room states are taken in order: an older one is dropped, a gap asks for a snapshot (W51)', () => {
  const { join, roomSocket, onEvent } = setUp();
  join();
  roomSocket().receive('v3.chat.subject', { seq: 11, subject: 'one' });
  roomSocket().receive('v3.chat.subject', { seq: 11, subject: 'again' });
  roomSocket().receive('v3.chat.subject', { seq: 9, subject: 'old' });
  expect(onEvent.mock.calls.map(([, payload]) => payload.subject)).toEqual(['one']);
  roomSocket().receive('v3.chat.update', { seq: 13, status: 'online' });
  vi.advanceTimersByTime(2_000);
  expect(roomSocket().sent.at(-1)).toEqual({ name: 'v3.room.resync', payload: { epoch: 'e1', seq: 13 } });
});

test('what the server does not serve yet counts no place in the order of the room (W26, W51)', () => {
  const { room, connectLobby, answer, roomSocket, onEvent } = setUp();
  connectLobby();
  room.open({ epoch: 'e1', seq: 41 });
  answer();
  roomSocket().open();
  expect(roomSocket().sent[0]?.payload).toMatchObject({ edition: TEMPLATE_EDITION });
  welcome(roomSocket());
  onEvent.mockClear();
  roomSocket().receive('v3.templates.planned', { seq: TEMPLATE_EDITION, events: ['v3.lovense.done'] });
  roomSocket().receive('v3.chat.subject', { seq: 42, subject: 'the next' });
  vi.advanceTimersByTime(2_000);
  expect(onEvent.mock.calls.map(([name]) => name)).toEqual(['v3.chat.subject']);
  expect(roomSocket().sentNames()).not.toContain('v3.room.resync');
  expect(room.send('v3.lovense.done', {} as Payload<'v3.lovense.done'>)).toBe(false);
});

test('after a reconnect the page tells where it stood, and a new epoch begins a new order (W51, W52)', () => {
  const { join, answer, roomSocket, onEvent } = setUp();
  join();
  roomSocket().closeWith(1012);
  vi.advanceTimersByTime(1_000);
  answer();
  roomSocket().open();
  expect(roomSocket().sent[0]?.payload).toMatchObject({ epoch: 'e1', seq: 10 });
  welcome(roomSocket());
  roomSocket().receive('v3.room.snapshot', { seq: 2, epoch: 'e2', chat: {}, mode: 'public', user_count: 1 });
  onEvent.mockClear();
  roomSocket().receive('v3.chat.subject', { seq: 3, subject: 'new life' });
  expect(onEvent).toHaveBeenCalledTimes(1);
});

test('the list of ordered events is the one of the contract (W51)', () => {
  const ordered = Object.entries(eventSpecs)
    .filter(([, spec]) => spec.nature === 'state' && 'scope' in spec && spec.scope === 'room')
    .map(([name]) => name);
  expect([...ROOM_STATE_EVENTS].toSorted()).toEqual(ordered.toSorted());
});

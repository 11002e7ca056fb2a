import { silentLog } from '@klieg/kernel';
import { TEMPLATE_EDITION, templateList } from '@klieg/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSockets, welcome } from './fake-socket.fixture.ts';
import { type LobbyPorts, makeLobbyClient } from './lobby-client.ts';
import { makeTemplateBook } from './template-book.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(changes: Partial<LobbyPorts> = {}) {
  const { openSocket, sockets } = fakeSockets();
  const calls = {
    logFailure: vi.fn(),
    readCurrentUser: vi.fn(),
    resetOwnState: vi.fn(),
    reload: vi.fn(),
    warn: vi.fn(),
  };
  let tokens = 0;
  const lobby = makeLobbyClient({
    url: 'wss://host/ws/lobby',
    openSocket,
    book: makeTemplateBook(),
    log: { ...silentLog, warn: calls.warn },
    now: () => Date.now(),
    random: () => 0,
    locale: 'en',
    clientVersion: '1.0.0',
    fetchToken: async () => `nt_${++tokens}`,
    ...calls,
    ...changes,
  });
  const last = () => sockets.at(-1)!;
  const connect = () => {
    last().open();
    welcome(last());
  };
  return { lobby, sockets, last, connect, ...calls };
}

test('the first message is v3.authorize with the node token of the user and protocol version 3 (REALTIME-015, REALTIME-023)', () => {
  const { lobby, last, connect } = setUp();
  lobby.start('nt_first');
  expect(last().sent).toEqual([]);
  connect();
  expect(last().sent[0]).toMatchObject({
    name: 'v3.authorize',
    payload: { node_token: 'nt_first', protocol_version: 3 },
  });
  expect(lobby.get().phase).toEqual({ kind: 'ready', socketId: 'sock1' });
});

test('the list of the server numbers every later event, and its hash goes with the next authorize (REALTIME-009, REALTIME-031)', async () => {
  const { lobby, last, connect } = setUp();
  const onCount = vi.fn();
  lobby.on('v3.notification.count', onCount);
  lobby.start('nt_first');
  connect();
  last().receive('v3.notification.count', { seq: 1, count: 4 });
  expect(onCount).toHaveBeenCalledWith({ seq: 1, count: 4 });
  last().closeWith(1012);
  await vi.advanceTimersByTimeAsync(50);
  last().open();
  expect(last().sent[0]?.payload).toMatchObject({ templates_hash: '48759918fc910c47' });
});

test('the page names the edition that it knows, and says nothing that the server does not serve yet (W21, W25, W26) (REALTIME-009)', async () => {
  const { lobby, last, connect } = setUp();
  const onPlanned = vi.fn();
  lobby.on('v3.templates.planned', onPlanned);
  lobby.start('nt_first');
  connect();
  expect(last().sent[0]?.payload).toMatchObject({ edition: TEMPLATE_EDITION });
  expect(lobby.send('v3.lovense.heartbeat', { at: 1 })).toBe(true);
  const tell = (events: string[]) =>
    last().receive('v3.templates.planned', { seq: TEMPLATE_EDITION, events });
  tell(['v3.lovense.heartbeat']);
  expect(lobby.send('v3.lovense.heartbeat', { at: 2 })).toBe(false);
  expect(lobby.send('v3.pm.list', {})).toBe(true);
  // Its number is the edition and stays the same; what a later connection is told counts all the same.
  last().closeWith(1012);
  await vi.advanceTimersByTimeAsync(50);
  connect();
  tell(['v3.lovense.heartbeat']);
  tell([]);
  expect(lobby.send('v3.lovense.heartbeat', { at: 3 })).toBe(true);
  expect(onPlanned).not.toHaveBeenCalled();
});

test('the page pings every 10 s; a pong missing for 2 s goes to the console only (REALTIME-018, REALTIME-021, REALTIME-022) (CONSTANTS-020) (CONSTANTS-021)', () => {
  const { lobby, last, connect, warn } = setUp();
  lobby.start('nt_first');
  connect();
  const pings = () =>
    last()
      .sentNames()
      .filter((name) => name === 'v3.ping');
  vi.advanceTimersByTime(9_999);
  expect(pings()).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(pings()).toHaveLength(1);
  last().receive('v3.pong', { t: 1 });
  vi.advanceTimersByTime(10_000 + 1_999);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(lobby.get().phase.kind).toBe('ready');
});

test('a ping of the server is answered with a pong of the same time (REALTIME-008, REALTIME-017)', () => {
  const { lobby, last, connect } = setUp();
  lobby.start('nt_first');
  connect();
  last().receive('v3.ping', { t: 77 });
  expect(last().sent.at(-1)).toEqual({ name: 'v3.pong', payload: { t: 77 } });
});

test('after a loss it comes back with a fresh token, each wait the double of the last (REALTIME-025) (CONSTANTS-028)', async () => {
  const { lobby, sockets, last, connect } = setUp();
  lobby.start('nt_first');
  connect();
  last().closeWith(1006);
  expect(lobby.get().phase).toEqual({ kind: 'waiting', delayMs: 50 });
  await vi.advanceTimersByTimeAsync(50);
  expect(sockets).toHaveLength(2);
  last().closeWith(1006);
  expect(lobby.get().phase).toEqual({ kind: 'waiting', delayMs: 100 });
  await vi.advanceTimersByTimeAsync(100);
  connect();
  expect(last().sent[0]?.payload).toMatchObject({ node_token: 'nt_2' });
  last().closeWith(1006);
  expect(lobby.get().phase).toEqual({ kind: 'waiting', delayMs: 50 });
});

test('a network that returns after more than 5 min reconnects after 1.5 s, a shorter loss does not (REALTIME-024) (CONSTANTS-024) (CONSTANTS-025)', async () => {
  const { lobby, sockets, last, connect } = setUp();
  lobby.start('nt_first');
  connect();
  lobby.networkLost();
  vi.advanceTimersByTime(5 * 60_000);
  lobby.networkBack();
  expect(lobby.get().phase.kind).toBe('ready');
  lobby.networkLost();
  vi.advanceTimersByTime(5 * 60_000 + 1);
  const lost = last();
  lobby.networkBack();
  expect(lost.isClosedByPage).toBe(true);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sockets).toHaveLength(2);
});

test('an announced restart raises the flag for 30 s or until the next connection (REALTIME-005, REALTIME-026) (CONSTANTS-022)', async () => {
  const { lobby, last, connect } = setUp();
  lobby.start('nt_first');
  connect();
  last().receive('v3.lobby.restarting', { after_ms: 100, reason: 'deploy' });
  expect(lobby.get().isRestarting).toBe(true);
  vi.advanceTimersByTime(29_999);
  expect(lobby.get().isRestarting).toBe(true);
  vi.advanceTimersByTime(1);
  expect(lobby.get().isRestarting).toBe(false);
  last().receive('v3.lobby.restarting', { after_ms: 100 });
  last().closeWith(1012);
  await vi.advanceTimersByTimeAsync(50);
  expect(lobby.get().isRestarting).toBe(true);
  connect();
  expect(lobby.get().isRestarting).toBe(false);
});

test('ten seconds without a lobby are logged once per outage (CONSTANTS-023) (TRACKING-LOGGING-002)', async () => {
  const { lobby, last, connect, logFailure } = setUp();
  lobby.start('nt_first');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(logFailure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logFailure).toHaveBeenCalledTimes(1);
  connect();
  last().closeWith(1006);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(logFailure).toHaveBeenCalledTimes(2);
  // A page that leaves by itself has no failure to tell.
  connect();
  lobby.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logFailure).toHaveBeenCalledTimes(2);
});

test('an open that takes longer than 10 s is given up and tried again (S102)', async () => {
  const { lobby, sockets, last } = setUp();
  lobby.start('nt_first');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sockets[0]?.isClosedByPage).toBe(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(sockets).toHaveLength(2);
  expect(last().isClosedByPage).toBe(false);
});

test('a token refused three times in a row stops and reads the user (W9)', async () => {
  const { lobby, last, readCurrentUser } = setUp();
  lobby.start('nt_first');
  for (let attempt = 0; attempt < 3; attempt++) {
    last().open();
    last().closeWith(4401);
    await vi.advanceTimersByTimeAsync(3_000);
  }
  expect(readCurrentUser).toHaveBeenCalledTimes(1);
  expect(lobby.get().phase).toEqual({ kind: 'stopped', reason: 'refused' });
});

test('a suspended account’s page stops and reads the user: loading anew would be refused again and again (S104)', () => {
  const { lobby, last, connect, reload, readCurrentUser } = setUp();
  lobby.start('nt_first');
  connect();
  last().closeWith(4403);
  expect(lobby.get().phase).toEqual({ kind: 'stopped', reason: 'suspended' });
  expect(readCurrentUser).toHaveBeenCalledTimes(1);
  expect(reload).not.toHaveBeenCalled();
});

test.each([4402, 4406])('close %i stops and reloads the page (S104)', (code) => {
  const { lobby, last, connect, reload } = setUp();
  lobby.start('nt_first');
  connect();
  last().closeWith(code);
  expect(lobby.get().phase.kind).toBe('stopped');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('too many pages: it stops until the page is shown again (S104)', async () => {
  const { lobby, sockets, last, connect } = setUp();
  lobby.start('nt_first');
  connect();
  last().closeWith(4409);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  lobby.visibility(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
});

test('an overloaded server is given the time that it asks for', async () => {
  const { lobby, last, connect } = setUp();
  lobby.start('nt_first');
  connect();
  last().receive('v3.error', { errorType: 'unavailable', retry_after_ms: 2_000 });
  last().closeWith(1013);
  expect(lobby.get().phase).toEqual({ kind: 'waiting', delayMs: 2_000 });
});

test('what cannot be read is logged and nothing else happens (ERRORS-020, REALTIME-029)', () => {
  const { lobby, last, connect, warn } = setUp();
  lobby.start('nt_first');
  connect();
  for (const text of ['no json', '{}', '["5",{}]', '[5,[3,1]]', `[${templateList.length + 5},{}]`])
    last().receiveText(text);
  expect(warn).toHaveBeenCalledTimes(5);
  expect(lobby.get().phase.kind).toBe('ready');
});

test('an older own state is dropped, and a connection begins from the defaults (W6, W51)', async () => {
  const { lobby, last, connect, resetOwnState } = setUp();
  const seen: number[] = [];
  lobby.on('v3.token.update', ({ tokens }) => seen.push(tokens));
  lobby.start('nt_first');
  connect();
  last().receive('v3.token.update', { seq: 5, tokens: 500 });
  last().receive('v3.token.update', { seq: 4, tokens: 900 });
  last().receive('v3.token.update', { seq: 5, tokens: 900 });
  last().closeWith(1006);
  await vi.advanceTimersByTimeAsync(50);
  connect();
  last().receive('v3.token.update', { seq: 5, tokens: 500 });
  expect(seen).toEqual([500, 500]);
  expect(resetOwnState).toHaveBeenCalledTimes(2);
});

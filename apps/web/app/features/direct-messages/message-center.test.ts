import type { CurrentUser } from '@klieg/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LobbyClient } from '../../shared/realtime/lobby-client.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { dropText, messagesStore, readTalk, sendText, sortRooms, startMessages } from './message-center.ts';
import { keepUnsent, readUnsent } from './unsent-store.ts';

let stop: (() => void) | undefined;
beforeEach(() => localStorage.clear());
afterEach(() => {
  stop?.();
  stop = undefined;
  vi.unstubAllGlobals();
});

const sentId = '019aa000-0000-7000-8000-000000000001';
const lostId = '019aa000-0000-7000-8000-000000000002';

/** The page of somebody who left it while two messages were on their way; the server got the first. */
function comeBack() {
  keepUnsent('anna', { username: 'ben', clientId: sentId, text: 'this arrived' });
  keepUnsent('anna', { username: 'ben', clientId: lostId, text: 'this did not' });
  stubServer({
    'GET /pm/ben': {
      items: [
        {
          id: 'id-1',
          from: 'anna',
          to: 'ben',
          text: 'this arrived',
          image_url: null,
          at: '2026-11-20T11:25:10.000Z',
          read_at: null,
          tip: null,
          deleted: false,
          client_id: sentId,
        },
      ],
      next_cursor: null,
      can_write: { ok: true, reason: null },
      notes: '',
    },
  });
  const handlers = new Map<string, (payload: never) => void>();
  const lobby: Pick<LobbyClient, 'on' | 'onReady' | 'send'> = {
    on: (name, handler) => {
      handlers.set(name, handler as (payload: never) => void);
      return () => handlers.delete(name);
    },
    onReady: () => () => {},
    send: () => true,
  };
  const hear = (name: string, payload: object) => handlers.get(name)?.(payload as never);
  const start = () => {
    stop = startMessages('anna', lobby as LobbyClient);
  };
  const talk = () => messagesStore.get().talks['ben'];
  return { start, hear, talk };
}

describe('a message whose page was left before it was acknowledged', () => {
  test.each([
    ['before', true],
    ['after', false],
  ])('is shown once where the history is read %s the page is connected', async (_when, isReadFirst) => {
    const { start, talk } = comeBack();
    if (isReadFirst) await readTalk('ben');
    start();
    if (!isReadFirst) await readTalk('ben');
    expect(talk()?.messages.map(({ text }) => text)).toEqual(['this arrived']);
    expect(talk()?.pending).toMatchObject([{ clientId: lostId, error: { code: 'unsent' } }]);
    expect(readUnsent('anna').map(({ clientId }) => clientId)).toEqual([lostId]);
  });

  test('is forgotten as unsent when its own event comes', () => {
    const { start, hear, talk } = comeBack();
    start();
    expect(talk()?.pending).toHaveLength(2);
    const event = { id: 'id-1', username: 'ben', from: 'anna', message: 'this arrived', at: 1 };
    hear('v3.pm.message', { ...event, client_id: sentId });
    expect(talk()?.pending).toMatchObject([{ clientId: lostId }]);
    expect(readUnsent('anna').map(({ clientId }) => clientId)).toEqual([lostId]);
  });
});

describe('what is chosen and written', () => {
  /** A lobby that keeps what is sent by it. */
  function makeLobby() {
    const sent: unknown[][] = [];
    let ready = () => {};
    const lobby: Pick<LobbyClient, 'on' | 'onReady' | 'send'> = {
      on: () => () => {},
      onReady(handler) {
        ready = handler;
        return () => {};
      },
      send: (...message) => sent.push(message) > 0,
    };
    return { lobby: lobby as LobbyClient, sent, connect: () => ready() };
  }
  const logIn = (username: string) =>
    meStore.dispatch({
      type: 'loaded',
      current: { user: { id: 5, username }, settings: {}, pm: { unread: 0 } } as CurrentUser,
    });
  const linesTo = (sent: readonly unknown[][]) =>
    sent.filter(([name]) => name === 'v3.pm.send').map(([, payload]) => payload);

  test('before the connection goes with it, and to nobody where somebody else has come', () => {
    logIn('anna');
    sendText('ben', 'of anna', sentId);
    logIn('zoe');
    sendText('ben', 'of zoe', lostId);
    const { lobby, sent } = makeLobby();
    stop = startMessages('zoe', lobby);
    expect(linesTo(sent)).toEqual([{ client_id: lostId, username: 'ben', message: 'of zoe' }]);
    expect(messagesStore.get().talks['ben']?.pending).toMatchObject([{ clientId: lostId }]);
  });

  test('before the connection can be dropped, and is off the screen', () => {
    logIn('anna');
    sendText('ben', 'not so', sentId);
    dropText('ben', sentId);
    expect(messagesStore.get().talks['ben']?.pending).toEqual([]);
    const { lobby, sent } = makeLobby();
    stop = startMessages('anna', lobby);
    expect(linesTo(sent)).toEqual([]);
  });

  test('as an order of the list ends with the person who chose it', () => {
    const first = makeLobby();
    stop = startMessages('anna', first.lobby);
    sortRooms('username');
    stop();
    const next = makeLobby();
    stop = startMessages('zoe', next.lobby);
    next.connect();
    expect(next.sent).toEqual([['v3.pm.list', {}]]);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeEventStore } from '#app/shared/event-store.ts';
import type { RoomClient } from '#app/shared/realtime/room-client.ts';
import { type ChatState, reduceChat } from './chat-state.ts';
import { makeLineSender } from './send-line.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const empty: ChatState = {
    entries: [],
    pending: [],
    received: 0,
    hasHistory: false,
    removals: 0,
    moderated: 0,
    standing: 0,
    people: null,
    listSort: 'tokens',
  };
  const store = makeEventStore(empty, reduceChat);
  const sent: string[] = [];
  const room = {
    send: (_name: string, payload: { client_id?: string }) => {
      sent.push(payload.client_id ?? '');
      return true;
    },
  } as unknown as RoomClient;
  const isPending = (id: string) =>
    store.get().pending.some(({ clientId, error }) => clientId === id && !error);
  return { store, sent, sender: makeLineSender(room, store, isPending) };
}

test('a line without an answer is sent again with the same id until it is given back (W56)', () => {
  const { store, sent, sender } = setUp();
  sender.send('hi', 'c1');
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual(['c1', 'c1', 'c1', 'c1']);
  expect(store.get().pending).toEqual([{ clientId: 'c1', text: 'hi', error: { code: 'unavailable' } }]);
});

test('a line that was taken is not sent again', () => {
  const { store, sent, sender } = setUp();
  sender.send('hi', 'c1');
  store.dispatch({ name: 'v3.ack', payload: { client_id: 'c1', status: 1, id: 'm1' } });
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual(['c1']);
  expect(store.get().pending).toEqual([]);
});

test('leaving the room stops all repeats', () => {
  const { sent, sender } = setUp();
  sender.send('hi', 'c1');
  sender.stop();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual(['c1']);
});

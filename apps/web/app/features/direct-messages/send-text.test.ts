import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeEventStore } from '../../shared/event-store.ts';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { type MessagesEvent, type MessagesState, noMessages, reduceMessages } from './messages-state.ts';
import { makeMessageSender } from './send-text.ts';
import { readUnsent } from './unsent-store.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const setUp = (isConnected: boolean) => {
  const store = makeEventStore<MessagesState, MessagesEvent>(noMessages, reduceMessages);
  const sent: Record<string, unknown>[] = [];
  const sender = makeMessageSender('anna', store, {
    send: (_name, payload) => {
      if (isConnected) sent.push(payload as Record<string, unknown>);
      return isConnected;
    },
  });
  return { store, sent, sender, talk: () => store.get().talks['ben'] };
};
const draft = { username: 'ben', text: 'hello', clientId: 'c1' };
const ok = { status: 1, id: 'id-1', at: '2026-11-20T11:25:10.000Z' };

describe('a message of the page', () => {
  test('goes by the lobby and stands at once (PM-FRIENDS-017)', () => {
    const calls = stubServer({});
    const { sent, sender, talk } = setUp(true);
    sender.send(draft);
    expect(sent).toEqual([{ client_id: 'c1', username: 'ben', message: 'hello' }]);
    expect(talk()?.pending).toMatchObject([{ text: 'hello' }]);
    expect(calls).toEqual([]);
    sender.stop();
  });

  test('goes by the call with the same id when the lobby does not answer, or is away (W56)', async () => {
    for (const isConnected of [true, false]) {
      const calls = stubServer({ 'POST /pm/ben': ok });
      const { sender, talk } = setUp(isConnected);
      sender.send(draft);
      await vi.advanceTimersByTimeAsync(6_000);
      expect(calls.map(({ body }) => body)).toEqual([{ text: 'hello', client_id: 'c1' }]);
      expect(talk()).toMatchObject({ pending: [], messages: [{ id: 'id-1', text: 'hello', isMine: true }] });
      expect(readUnsent('anna')).toEqual([]);
    }
  });

  test('that the lobby took is not sent again', async () => {
    const calls = stubServer({});
    const { store, sender } = setUp(true);
    sender.send(draft);
    store.dispatch({ name: 'v3.ack', payload: { client_id: 'c1', status: 1, id: 'id-1', at: 1 } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toEqual([]);
  });

  test('that fails keeps its text, on the page and through a reload, and says why', async () => {
    stubServer({
      'POST /pm/ben': refusal(403, 'direct_messages.not_allowed', { params: { reason: 'not_friend' } }),
    });
    const { sender, talk } = setUp(false);
    sender.send(draft);
    await vi.advanceTimersByTimeAsync(0);
    expect(talk()?.pending).toMatchObject([{ text: 'hello', error: { code: 'not_friend' } }]);
    expect(readUnsent('anna')).toMatchObject([draft]);
    sender.drop('ben', 'c1');
    expect(talk()?.pending).toEqual([]);
    expect(readUnsent('anna')).toEqual([]);
  });

  test('with a picture goes by the call', async () => {
    const calls = stubServer({ 'POST /pm/ben': ok });
    const { sent, sender } = setUp(true);
    sender.send({ ...draft, text: '', imageId: 'p1' });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([]);
    expect(calls[0]?.body).toEqual({ text: '', client_id: 'c1', image_id: 'p1' });
  });
});

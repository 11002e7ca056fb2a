import { watchToasts } from '@klieg/ui';
import { expect, onTestFinished, test } from 'vitest';
import { makeModuleSet } from '#app/shared/room-module/module-set.tsx';
import { makeRoomPageStore } from '#app/shared/room-module/page-store.ts';
import { defineRoomModule } from '#app/shared/room-module/room-module.ts';
import { wireEvent } from '#app/shared/realtime/wire-event.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { reduceRoom, roomState } from '#app/shared/room/room-state.ts';
import { chatModule } from '../room-module.tsx';

const roomModule = defineRoomModule({ key: 'room', start: roomState, reduce: reduceRoom });

/** The chat of an open room, with everything that its effects do outside of the state. */
function openChat() {
  const sent: (readonly [string, unknown])[] = [];
  const later: (readonly [number, string])[] = [];
  const toasts: unknown[] = [];
  const went: string[] = [];
  const set = makeModuleSet({ room: roomModule, chat: chatModule });
  const store = makeRoomPageStore(set, roomFixture());
  const leave = store.open(
    set.effects({
      parts: store.get,
      dispatch: store.dispatch,
      after: (ms, { name }) => later.push([ms, name]),
      send: (name, payload) => {
        sent.push([name, payload]);
        return true;
      },
      text: ({ message, id }) => message ?? id,
      goTo: (address) => went.push(address),
      site: () => undefined,
      report: (error) => {
        throw error;
      },
    }),
  );
  onTestFinished(watchToasts(({ content }) => toasts.push(content)));
  onTestFinished(leave);
  return { store, sent, later, toasts, went };
}

test('a line that the person says is sent, and stands among those that wait for an answer (CHAT-011)', () => {
  const { store, sent } = openChat();
  store.dispatch({ name: 'page.say', payload: { text: 'hi', clientId: 'c1' } });
  expect(sent).toEqual([['v3.chat.send', { client_id: 'c1', message: 'hi' }]]);
  expect(store.get().chat.pending).toEqual([{ clientId: 'c1', text: 'hi' }]);
  store.dispatch({ name: 'page.drop', payload: { clientId: 'c1' } });
  expect(store.get().chat.pending).toEqual([]);
});

test('a change of who may write is confirmed to the one who asked for it', () => {
  const { store, toasts } = openChat();
  store.dispatch({ name: 'page.say', payload: { text: '/setmode tokens', clientId: 'c1' } });
  store.dispatch({ name: 'page.say', payload: { text: 'hi', clientId: 'c2' } });
  store.dispatch({ name: 'v3.ack', payload: { client_id: 'c2', status: 1, id: 'm2' } });
  expect(toasts).toEqual([]);
  store.dispatch({ name: 'v3.ack', payload: { client_id: 'c1', status: 1, id: 'm1' } });
  expect(toasts).toHaveLength(1);
});

test('a highlight is over when its time is (S3206)', () => {
  const { store, later } = openChat();
  const line = { id: 'm1', username: 'pilar', message: 'hello', at: 1_000, until: 61_000 };
  store.dispatch(wireEvent('v3.user.highlighted_message', line));
  expect(later).toEqual([[60_000, 'page.highlight-over']]);
});

test('who is put out is told and led home', () => {
  const { store, toasts, went } = openChat();
  store.dispatch(wireEvent('v3.chat.kicked', {}));
  expect(toasts).toHaveLength(1);
  expect(went).toEqual(['/']);
});

test('a change of own rights is told to the room, which is then asked for again', () => {
  const { store } = openChat();
  store.dispatch(wireEvent('v3.chat.moderate', { action: 'silence', username: 'pilar', value: 10 }));
  expect(store.get().room.rightsChanges).toBe(1);
  store.dispatch(wireEvent('v3.chat.moderate', { action: 'clear' }));
  expect(store.get().room.rightsChanges).toBe(1);
});

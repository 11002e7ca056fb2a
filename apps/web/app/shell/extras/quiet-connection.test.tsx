import { watchToasts } from '@klieg/ui';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meStore } from '../../shared/me/me-store.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { modalStore } from '../../shared/modal/modal-store.ts';
import { fakeSockets, welcome } from '../../shared/realtime/fake-socket.fixture.ts';
import { makePageRealtime } from '../../shared/realtime/make-page-realtime.ts';
import { setPageRealtime } from '../../shared/realtime/page-realtime.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import LateExtras from './late-extras.tsx';
// What a page of a member fetches by itself is there before: a file that is still loading would outlive the test.
import './member-extras.tsx';
import './offer-extras.tsx';
import './payment-extras.tsx';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
const toasts = vi.fn();
let stopWatching = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  warn.mockClear();
  toasts.mockClear();
  stopWatching = watchToasts(toasts);
});
afterEach(() => {
  stopWatching();
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page of somebody who is logged in, with its lobby open, and the server's end of it. */
async function openPage() {
  const { openSocket, sockets } = fakeSockets();
  vi.stubGlobal('WebSocket', function open(url: string, protocol: string) {
    return openSocket(url, protocol);
  });
  stubServer({ 'POST /auth/node_token': { node_token: 'nt_next' } });
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  const realtime = makePageRealtime({
    url: 'wss://host/ws/lobby',
    locale: 'en',
    clientVersion: '1.0.0',
    readCurrentUser: () => {},
    resetOwnState: () => {},
  });
  setPageRealtime(realtime);
  renderPage(<LateExtras />);
  const last = () => sockets.at(-1)!;
  const connect = () =>
    act(() => {
      last().open();
      welcome(last());
    });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  act(() => realtime.lobby.start('nt_first'));
  connect();
  await pass(0);
  return { realtime, sockets, last, connect, pass };
}

/** What a person would notice: toasts, dialogs, alerts, and any word on the page. */
const noticed = () => ({
  toasts: toasts.mock.calls,
  modal: modalStore.get(),
  alerts: screen.queryAllByRole('alert').length + screen.queryAllByRole('dialog').length,
  words: document.body.textContent,
});
const nothing = { toasts: [], modal: null, alerts: 0, words: '' };

test('an event of an id that the page does not know is written to the console, and nobody else is told (ERRORS-019)', async () => {
  const { realtime, last, pass } = await openPage();
  act(() => last().receiveText('[9999,{"text":"from later"}]'));
  expect(warn).toHaveBeenCalledExactlyOnceWith('unreadable message', {
    reason: 'unknown_id',
    detail: '9999',
  });
  await pass(60_000);
  expect(noticed()).toEqual(nothing);
  expect(realtime.lobby.get().phase.kind).toBe('ready');
});

test('whatever fails on the sockets, a person sees at most the quiet line that the connection is lost (ERRORS-021)', async () => {
  const { realtime, last, connect, pass } = await openPage();
  act(() => {
    last().receiveText('no json');
    last().receiveText('[9999,{}]');
    for (const errorType of ['invalid_message', 'not_yet', 'rate_limited', 'unavailable', 'forbidden'])
      last().receive('v3.error', { errorType, error: 'a text of the server' });
    last().receive('v3.lobby.discovered', { room: 'marlowe', errorType: 'not_found', error: 'no such room' });
  });
  // Nobody answers the pings of a whole minute.
  await pass(60_000);
  expect(noticed()).toEqual(nothing);
  for (const code of [1006, 1011, 1013, 4408, 4413]) {
    act(() => last().closeWith(code));
    await pass(4_000);
    expect(noticed()).toEqual({ ...nothing, words: 'Offline, trying again' });
    expect(realtime.lobby.get().phase.kind).toBe('connecting');
    connect();
    expect(noticed()).toEqual(nothing);
  }
  // Closed for good: the line stays, and nothing is put over the page.
  act(() => last().closeWith(4400));
  await pass(60_000);
  expect(noticed()).toEqual({ ...nothing, words: 'Offline, trying again' });
});

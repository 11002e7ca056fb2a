import type { EventName, Payload } from '@klieg/contract';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSockets, welcome } from '../realtime/fake-socket.fixture.ts';
import { refusal, stubServer } from '../testing/stub-server.ts';
import { isOlder, startSession } from './start-session.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete document.documentElement.dataset['version'];
});

/** A page of this version whose lobby is open, as after a page load. */
async function openPage(version: string) {
  // A session begins once in a document.
  vi.resetModules();
  const page = await import('./start-session.ts');
  const { meStore } = await import('../me/me-store.ts');
  const { usePageRealtime } = await import('../realtime/page-realtime.ts');
  const { openSocket, sockets } = fakeSockets();
  vi.stubGlobal('WebSocket', function open(url: string, protocol: string) {
    return openSocket(url, protocol);
  });
  const user = { id: 7, username: 'viewer', node_token: 'nt_first', notificationUnreadCount: 0 };
  const sent = stubServer({
    'GET /site_config': { csrf: 'c', switches: {} },
    'GET /user/current': { csrf: 'c', user },
  });
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  document.documentElement.dataset['version'] = version;
  await page.startSession();
  const { result, unmount } = renderHook(usePageRealtime);
  const socket = sockets[0]!;
  socket.open();
  welcome(socket);
  vi.useFakeTimers();
  return {
    reload,
    sent,
    lose: () => socket.closeWith(1006),
    user: () => {
      const me = meStore.get();
      return me.kind === 'unknown' ? undefined : me.current.user;
    },
    goElsewhere: page.reloadForNewerBuild,
    tell: <N extends EventName>(name: N, payload: Payload<N>) => socket.receive(name, payload),
    end: () => {
      result.current?.lobby.stop();
      unmount();
    },
  };
}

test('the number of unread notices is what the server last said (REALTIME-002)', async () => {
  const { tell, user, end } = await openPage('1.0.0');
  tell('v3.notification.count', { seq: 1, count: 3 });
  expect(user()?.notificationUnreadCount).toBe(3);
  tell('v3.notification.count', { seq: 2, count: 0 });
  expect(user()?.notificationUnreadCount).toBe(0);
  end();
});

test('a page that is asked to load anew does, after the time that it is given (REALTIME-003)', async () => {
  const { tell, reload, end } = await openPage('1.0.0');
  tell('v3.refresh', { reason: 'protocol', after_ms: 5_000 });
  vi.advanceTimersByTime(4_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
  tell('v3.refresh', {});
  vi.advanceTimersByTime(0);
  expect(reload).toHaveBeenCalledTimes(2);
  end();
});

test('a page whose log-in has ended elsewhere loads anew (REALTIME-004)', async () => {
  const { tell, reload, end } = await openPage('1.0.0');
  tell('v3.logout', { reason: 'logout' });
  vi.advanceTimersByTime(0);
  expect(reload).toHaveBeenCalledTimes(1);
  end();
});

test('a newer version is loaded with the next page, one below the least at once (REALTIME-001)', async () => {
  const { tell, reload, goElsewhere, end } = await openPage('1.9.0');
  tell('v3.client.version', { seq: 1, version: '1.9.0' });
  vi.advanceTimersByTime(60_000);
  goElsewhere();
  expect(reload).not.toHaveBeenCalled();
  tell('v3.client.version', { seq: 2, version: '1.10.0', min_version: '1.9.0', reload_after_ms: 1_000 });
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  goElsewhere();
  expect(reload).toHaveBeenCalledTimes(1);
  tell('v3.client.version', { seq: 3, version: '1.10.0', min_version: '1.10.0', reload_after_ms: 1_000 });
  vi.advanceTimersByTime(999);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(2);
  end();
});

test('ten seconds without a lobby are told to the server, with its address (TRACKING-LOGGING-002)', async () => {
  const { sent, lose, end } = await openPage('1.0.0');
  const told = () => sent.filter(({ call }) => call === 'POST /log/frontend-ws-fail').map(({ body }) => body);
  lose();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told()).toEqual([{ server: `${location.origin.replace(/^http/u, 'ws')}/ws/lobby` }]);
  end();
});

test('versions compare part by part as numbers', () => {
  expect(isOlder('1.9.0', '1.10.0')).toBe(true);
  expect(isOlder('1.10.0', '1.9.0')).toBe(false);
  expect(isOlder('1.0.0', '1.0.0')).toBe(false);
  expect(isOlder('1.0', '1.0.1')).toBe(true);
});

test('a page that got no token asks again, patiently and never twice at once', async () => {
  vi.useFakeTimers();
  const sent = stubServer({ 'GET /site_config': refusal(503, 'common.unavailable') });
  await Promise.all([startSession(), startSession()]);
  expect(sent).toHaveLength(1);
  for (const [passedMs, calls] of [
    [999, 1],
    [1, 2],
    [2_000, 3],
    [60_000, 8],
  ] as const) {
    await vi.advanceTimersByTimeAsync(passedMs);
    expect(sent).toHaveLength(calls);
  }
});

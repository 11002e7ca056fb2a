import type { EventName, Payload } from '@klieg/contract';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { fakeSockets, welcome } from './fake-socket.fixture.ts';
import { makePageRealtime } from './make-page-realtime.ts';
import { setPageRealtime } from './page-realtime.ts';

/** The connection of a page with its lobby open, until the test ends. For tests. */
export function openRealtime() {
  const { openSocket, sockets } = fakeSockets();
  vi.stubGlobal('WebSocket', function open(url: string, protocol: string) {
    return openSocket(url, protocol);
  });
  const realtime = makePageRealtime({
    url: 'wss://host/ws/lobby',
    locale: 'en',
    clientVersion: '1.0.0',
    readCurrentUser: () => {},
    resetOwnState: () => {},
  });
  onTestFinished(realtime.lobby.stop);
  setPageRealtime(realtime);
  const last = () => sockets.at(-1)!;
  act(() => realtime.lobby.start('nt_first'));
  act(() => {
    last().open();
    welcome(last());
  });
  return {
    /** What the server says to the page. */
    tell: <N extends EventName>(name: N, payload: Payload<N>) => act(() => last().receive(name, payload)),
  };
}

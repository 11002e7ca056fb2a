import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSockets, welcome } from '#app/shared/realtime/fake-socket.fixture.ts';
import { type PageRealtime, setPageRealtime } from '#app/shared/realtime/page-realtime.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { ClubLetter } from './club-letter.tsx';

type Hear = (told: object) => void;

afterEach(() => vi.unstubAllGlobals());

test('a message to the members of a club stands on the page with the way to it; an older one that comes again does not take its place (FANCLUB-012)', () => {
  const heard = new Map<string, Hear>();
  const lobby = {
    on: (name: string, hear: Hear) => {
      heard.set(name, hear);
      return () => void heard.delete(name);
    },
  };
  setPageRealtime({ lobby } as unknown as PageRealtime);
  const { unmount } = renderPage(<ClubLetter />);
  const tell = (from: string, message: string, at: number) =>
    act(() =>
      heard.get('v3.fans.direct_message')!({
        id: `m${at}`,
        from,
        username: from,
        message,
        at,
        is_mass: true,
      }),
    );
  expect(screen.queryByRole('link')).toBeNull();
  tell('ada', 'On air at nine', 2_000);
  expect(screen.getByText('ada wrote to the members')).toBeTruthy();
  expect(screen.getByText('On air at nine')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the message' }).getAttribute('href')).toBe('/inbox?with=ada');
  tell('bea', 'See you', 1_000);
  expect(screen.queryByText('See you')).toBeNull();
  tell('bea', 'Soon', 3_000);
  expect(screen.getByText('bea wrote to the members')).toBeTruthy();
  unmount();
  expect(heard.size).toBe(0);
});

/** A page of a member whose session has begun, with the server's end of its lobby. */
async function openSession() {
  // A session begins once in a document.
  vi.resetModules();
  const { startSession } = await import('#app/shared/session/start-session.ts');
  const { usePageRealtime } = await import('#app/shared/realtime/page-realtime.ts');
  const page = await import('./club-letter.tsx');
  const { openSocket, sockets } = fakeSockets();
  vi.stubGlobal('WebSocket', function open(url: string, protocol: string) {
    return openSocket(url, protocol);
  });
  const user = { id: 7, username: 'viewer', node_token: 'nt_first' };
  stubServer({
    'GET /site_config': { csrf: 'c', switches: {} },
    'GET /user/current': { csrf: 'c', user },
    'POST /auth/node_token': { node_token: 'nt_next' },
  });
  await startSession();
  let stop: (() => void) | undefined;
  const Stop = () => {
    stop = usePageRealtime()?.lobby.stop;
    return null;
  };
  const enter = async (at: number) => {
    await waitFor(() => expect(sockets).toHaveLength(at + 1));
    act(() => {
      sockets[at]!.open();
      welcome(sockets[at]!);
    });
  };
  return {
    enter,
    lose: () => act(() => sockets.at(-1)!.closeWith(1006)),
    tell: (seq: number, unread: number, from: string | null) =>
      act(() =>
        sockets.at(-1)!.receive('v3.xfollow.direct_message.new_notification', {
          seq,
          unread,
          from,
          at: from === null ? null : 1,
        }),
      ),
    write: (from: string, message: string) =>
      act(() =>
        sockets.at(-1)!.receive('v3.fans.direct_message', {
          id: 'm1',
          from,
          username: from,
          message,
          at: 5,
          is_mass: true,
        }),
      ),
    show: () =>
      renderPage(
        <>
          <Stop />
          <page.ClubLetter />
        </>,
      ),
    end: () => stop?.(),
  };
}

test('how many messages to members are unread stands there once, with the way to the newest, until they are read anywhere (S2107) (FANCLUB-013)', async () => {
  const session = await openSession();
  await session.enter(0);
  // Said before the page was drawn.
  session.tell(1, 2, 'bea');
  session.show();
  expect(screen.getByText('2 messages to members are unread')).toBeTruthy();
  const way = () => screen.getByRole('link').getAttribute('href');
  expect(way()).toBe('/inbox?with=bea');
  session.write('ada', 'On air at nine');
  session.tell(2, 3, 'ada');
  expect(screen.getByText('ada wrote to the members')).toBeTruthy();
  expect(screen.getAllByText(/unread/u).map(({ textContent }) => textContent)).toEqual([
    '3 messages to members are unread',
  ]);
  session.tell(3, 1, 'ada');
  expect(screen.queryByText(/unread/u)).toBeNull();
  session.tell(4, 0, null);
  expect(screen.queryByRole('link')).toBeNull();
  // After a lost connection the server says only what is not zero.
  session.tell(5, 1, 'bea');
  expect(screen.getByText('1 message to members is unread')).toBeTruthy();
  session.lose();
  await session.enter(1);
  expect(screen.queryByRole('link')).toBeNull();
  session.end();
});

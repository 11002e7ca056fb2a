import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { idleShows } from '../idle-shows.ts';
import type { ShowNews } from '../shows-part.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import type { PageEvent } from '#app/shared/room-module/room-events.ts';
import { roomState } from '#app/shared/room/room-state.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { NewsStrip } from './news-strip.tsx';

const DECLINED: ShowNews = { name: 'v3.private.declined', payload: { seq: 1, request_id: 'r1' } as never };
const SPIED: ShowNews = { name: 'v3.spy.end', payload: { seq: 1, tokens_charged: 6 } as never };

/** What was told by presses in the strip. */
let told: PageEvent[] = [];
afterEach(() => {
  cleanup();
  told = [];
});

interface Given {
  readonly news: ShowNews;
  readonly status?: 'online' | 'private' | 'offline';
  readonly isOffered?: boolean;
}

function Drawn({ news, status = 'online', isOffered = true }: Given) {
  const room = roomFixture();
  const idle = idleShows(room);
  const part = { ...idle, news, settings: { ...idle.settings, private_enabled: isOffered } };
  const tools = { place: 'room', dispatch: (event: PageEvent) => void told.push(event), client: undefined };
  const now = { ...roomState(room), status };
  return <NewsStrip part={part} room={room} now={now} me={useMe()} tools={tools as never} news={news} />;
}
const again = () => screen.queryByRole('button', { name: 'Ask again' });

test('a request that was declined is asked again by one press, which opens the dialog', () => {
  renderPage(<Drawn news={DECLINED} />);
  fireEvent.click(again()!);
  expect(told).toEqual([
    { name: 'page.show-news-closed', payload: {} },
    { name: 'page.private-dialog', payload: { isOpen: true } },
  ]);
});

test.each<Given>([
  { news: DECLINED, status: 'private' },
  { news: DECLINED, status: 'offline' },
  { news: DECLINED, isOffered: false },
  { news: SPIED },
])('nothing is offered that the room does not have %#', (given) => {
  renderPage(<Drawn {...given} />);
  expect(again()).toBeNull();
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
});

test('a request that came to nothing leads to rooms that take one now', () => {
  renderPage(<Drawn news={DECLINED} />);
  expect(screen.getByRole('link', { name: 'Available for a private now' }).getAttribute('href')).toBe(
    '/multi-filter?tag=is-live,is-private',
  );
  cleanup();
  renderPage(<Drawn news={SPIED} />);
  expect(screen.queryByRole('link', { name: 'Available for a private now' })).toBeNull();
});

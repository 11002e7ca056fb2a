import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useCallback, useMemo, useReducer } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeCookie } from '../../shared/cookie.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { PageEvent } from '../../shared/room-module/room-events.ts';
import { reduceRoom, roomState } from '../../shared/room/room-state.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import RateButton from './rate-button.tsx';
import RatingRow from './rating-row.tsx';
import { RATING_READS, type RatingPart, reduceRating } from './rating-state.ts';

const room = roomFixture();
const me: SlotProps['me'] = { kind: 'member', current: currentUserFixture() };
const REMIND_MS = 4_000;

type Read = Parameters<typeof reduceRating>[1];
const isRead = (event: PageEvent): event is Read & PageEvent =>
  RATING_READS.some((name) => name === event.name);

interface Shown {
  readonly part: RatingPart;
  readonly now: SlotProps['now'];
}

/** The bar of a room with what the rating puts into it, as the room page joins them. */
function Bar({ recentTips }: { readonly recentTips: number }) {
  const [{ part, now }, reduce] = useReducer(
    (state: Shown, event: PageEvent): Shown => ({
      part: isRead(event) ? reduceRating(state.part, event) : state.part,
      now: reduceRoom(state.now, event),
    }),
    { part: { isShown: false }, now: { ...roomState(room), recentTips } },
  );
  const dispatch = useCallback((event: PageEvent) => reduce(event), []);
  const tools = useMemo(() => ({ place: 'room' as const, dispatch, client: undefined }), [dispatch]);
  const props = { part, room, now, me, tools };
  return (
    <>
      <RateButton {...props} />
      {part.isShown && <RatingRow {...props} />}
      <input aria-label="Message" />
    </>
  );
}

const row = () => screen.queryByRole('form', { name: 'How was it?' });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  writeCookie('rating_reminder', '', 0);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

test('it comes by itself a moment after enough was tipped, and leaves the keyboard where it is (SHOWS-043)', () => {
  renderPage(<Bar recentTips={25} />);
  wait(REMIND_MS - 1);
  expect(row()).toBeNull();
  wait(1);
  expect(row()).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape in it puts it away', () => {
  renderPage(<Bar recentTips={25} />);
  wait(REMIND_MS);
  fireEvent.keyDown(row()!.querySelector('button')!, { key: 'Escape' });
  expect(row()).toBeNull();
});

test('not while somebody writes; it comes when the field is left', () => {
  renderPage(<Bar recentTips={25} />);
  const field = screen.getByLabelText('Message');
  act(() => field.focus());
  wait(10 * REMIND_MS);
  expect(row()).toBeNull();
  act(() => field.blur());
  wait(REMIND_MS);
  expect(row()).toBeTruthy();
});

test('after too few tips it does not come, and there is nothing to press', () => {
  renderPage(<Bar recentTips={24} />);
  wait(10 * REMIND_MS);
  expect(row()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Rate' })).toBeNull();
});

test('put off, it stays away and can be asked for (SHOWS-044)', () => {
  const { unmount } = renderPage(<Bar recentTips={25} />);
  wait(REMIND_MS);
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(row()).toBeNull();
  wait(10 * REMIND_MS);
  expect(row()).toBeNull();
  unmount();
  renderPage(<Bar recentTips={25} />);
  wait(10 * REMIND_MS);
  expect(row()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Rate' }));
  expect(row()).toBeTruthy();
});

test('stars and note are sent, and the row is put away', async () => {
  const sent = stubServer({
    'POST /chat/marlowe_vance/rating': { status: 1, ratings: { average: 80, count: 2 } },
  });
  renderPage(<Bar recentTips={25} />);
  fireEvent.click(screen.getByRole('button', { name: 'Rate' }));
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: '4 of 5 stars' }));
  fireEvent.change(screen.getByLabelText(/^A note/u), { target: { value: ' lovely ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 4 of 5' }));
  await waitFor(() => expect(row()).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([{ stars: 4, comment: 'lovely' }]);
  expect(screen.getByRole('button', { name: 'Rated 4 of 5' })).toBeTruthy();
});

test('a rating that is refused stays as it was written', async () => {
  stubServer({ 'POST /chat/marlowe_vance/rating': refusal(403, 'shows.rating_not_allowed') });
  renderPage(<Bar recentTips={25} />);
  fireEvent.click(screen.getByRole('button', { name: 'Rate' }));
  fireEvent.click(screen.getByRole('radio', { name: '2 of 5 stars' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 of 5' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send 2 of 5' }).getAttribute('aria-busy')).not.toBe('true'),
  );
  expect(screen.getByRole('radio', { name: '2 of 5 stars' })).toHaveProperty('checked', true);
});

test.each([
  ['private', 'Your private with Marlowe Vance.', {}],
  ['limited', 'The ticket show of Marlowe Vance.', { kind: 'limited' }],
] as const)(
  'opened after a %s show, it says so and is sent as of it (SHOWS-040)',
  async (show, words, kind) => {
    const sent = stubServer({
      'POST /chat/marlowe_vance/rating': { status: 1, ratings: { average: 80, count: 2 } },
    });
    const opened = { isShown: true, showId: 's1', ...kind };
    const part = reduceRating({ isShown: false }, { name: 'page.rating-shown', payload: opened });
    const tools = { place: 'room' as const, dispatch: () => undefined, client: undefined };
    renderPage(<RatingRow {...{ part, room, now: roomState(room), me, tools }} />);
    expect(within(row()!).getByText(words)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: '4 of 5 stars' }));
    fireEvent.click(screen.getByRole('button', { name: 'Send 4 of 5' }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ stars: 4, show, show_id: 's1' }]));
  },
);

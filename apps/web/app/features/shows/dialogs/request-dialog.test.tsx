import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore, useMe } from '#app/shared/me/me-store.ts';
import type { PageEvent } from '#app/shared/room-module/room-events.ts';
import { roomState } from '#app/shared/room/room-state.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { idleShows } from '../idle-shows.ts';
import RequestDialog from './request-dialog.tsx';

const CLOSED = { name: 'page.private-dialog', payload: { isOpen: false } };
const ASK = 'POST /private/marlowe_vance/request';

/** What was told by presses in the dialog. */
let told: PageEvent[] = [];
beforeEach(() => {
  told = [];
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  meStore.reset();
});

function Drawn() {
  const room = roomFixture();
  const tools = { place: 'room', dispatch: (event: PageEvent) => void told.push(event), client: undefined };
  return (
    <RequestDialog
      part={idleShows(room)}
      room={room}
      now={roomState(room)}
      me={useMe()}
      tools={tools as never}
    />
  );
}

const message = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Your message/u });
const ask = () => {
  renderPage(<Drawn />);
  fireEvent.click(screen.getByRole('radio', { name: /Exclusive/u }));
  fireEvent.change(message(), { target: { value: 'Do you have an hour?' } });
  fireEvent.click(screen.getByRole('button', { name: /^Ask for/u }));
};

test('a request that did not go through keeps what was typed and chosen, and can be sent again', async () => {
  const replies: Record<string, unknown> = { [ASK]: refusal(422, 'compliance.text_refused') };
  const sent = stubServer(replies);
  ask();
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Your text contains words that are not allowed.');
  expect(told).toEqual([]);
  expect(message().value).toBe('Do you have an hour?');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Exclusive/u }).checked).toBe(true);
  replies[ASK] = {
    status: 1,
    request_id: 'r',
    expires_at: new Date().toISOString(),
    cost_per_minute: 90,
    min_minutes: 1,
    tokens: 5_000,
  };
  fireEvent.change(message(), { target: { value: 'An hour?' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Ask for/u })));
  await waitFor(() => expect(told.map(({ name }) => name)).toEqual(['page.private-asked']));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent.map(({ body }) => (body as { message: string }).message)).toEqual([
    'Do you have an hour?',
    'An hour?',
  ]);
});

test('the dialog closes where nobody can ask now', async () => {
  stubServer({ [ASK]: refusal(422, 'shows.private_unavailable') });
  ask();
  await waitFor(() => expect(told).toEqual([CLOSED]));
});

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Room } from '@klieg/contract';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore, useMe } from '#app/shared/me/me-store.ts';
import { closeModal, modalStore } from '#app/shared/modal/modal-store.ts';
import { RoomViewContext, type RoomView } from '#app/shared/room-module/room-slot.tsx';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { roomState } from '#app/shared/room/room-state.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { OfflineActions } from './offline-actions.tsx';

afterEach(() => {
  cleanup();
  closeModal();
  vi.unstubAllGlobals();
});

const told: unknown[] = [];

function Drawn({ room }: { readonly room: Room }) {
  const tools = { place: 'room', client: undefined, dispatch: (event: unknown) => void told.push(event) };
  const view = { room, now: roomState(room), me: useMe(), tools } as unknown as RoomView;
  return (
    <RoomViewContext value={view}>
      <OfflineActions />
    </RoomViewContext>
  );
}
const show = (user: Parameters<typeof currentUserFixture>[0], changes: Partial<Room> = {}) => {
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture(user) }));
  return renderPage(<Drawn room={roomFixture(changes)} />);
};
const message = () => screen.getByRole('link', { name: 'Leave a message' });

test('a closed room is followed by one press, which counts, and written to by another', async () => {
  told.length = 0;
  stubServer({ 'POST /user/marlowe_vance/follow': { followers: 7 } });
  show({});
  fireEvent.click(screen.getByRole('button', { name: 'Notify me when live' }));
  expect(screen.getByRole('button', { name: 'You’ll be notified' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await waitFor(() => expect(told).toEqual([{ name: 'page.followers', payload: { followers: 7 } }]));
  expect(message().getAttribute('href')).toBe('/inbox?with=marlowe_vance');
});

test('a guest joins first; a performer does neither in the own room', () => {
  show({ user: { id: 0, username: 'guest_1' } });
  fireEvent.click(message());
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'chat' } });
  cleanup();
  const { viewer } = roomFixture();
  expect(show({}, { viewer: { ...viewer, is_owner: true } }).container.textContent).toBe('');
});

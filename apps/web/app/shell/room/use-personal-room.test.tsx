import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { usePersonalRoom } from './use-personal-room.ts';

/* The second answer about a room, which is the member's own, and what the socket has told meanwhile. */

const guestRoom = roomFixture();
const READ = `GET /chat/react/${guestRoom.user.username}`;
const ownRoom = { ...guestRoom, seq: guestRoom.seq + 2 };

function Page(props: {
  readonly onLoaded: (room: { readonly seq: number }) => void;
  readonly isOld: (room: { readonly seq: number }) => boolean;
}) {
  const { room, isBanned } = usePersonalRoom(guestRoom, props.onLoaded, props.isOld, 0);
  return <p>{isBanned ? 'banned' : `number ${room?.seq}`}</p>;
}

/** @returns the calls that were made, and the numbers of the answers that were taken */
function open(answer: unknown, isOld: (room: { readonly seq: number }) => boolean) {
  const sent = stubServer({ [READ]: answer });
  const taken: number[] = [];
  const onLoaded = ({ seq }: { readonly seq: number }) => void taken.push(seq);
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) }));
  renderPage(<Page onLoaded={onLoaded} isOld={isOld} />);
  return { sent, taken };
}

afterEach(() => {
  cleanup();
  act(() => meStore.reset());
  vi.unstubAllGlobals();
});

test('the answer is taken once where the room has told nothing since', async () => {
  const { sent, taken } = open(ownRoom, () => false);
  await waitFor(() => expect(screen.getByText(`number ${ownRoom.seq}`)).toBeTruthy());
  expect(taken).toEqual([ownRoom.seq]);
  expect(sent).toHaveLength(1);
});

test('an answer that is older than what the room has told is asked for again', async () => {
  let looks = 0;
  const { sent, taken } = open(ownRoom, () => (looks += 1) === 1);
  await waitFor(() => expect(taken).toEqual([ownRoom.seq]));
  expect(sent).toHaveLength(2);
});

test('in a room that never rests it is asked for three times, says what may be done here, and changes nothing else', async () => {
  const { sent, taken } = open(ownRoom, () => true);
  await waitFor(() => expect(screen.getByText(`number ${ownRoom.seq}`)).toBeTruthy());
  expect(sent).toHaveLength(3);
  expect(taken).toEqual([]);
});

test('who is banned learns it from the answer', async () => {
  open(refusal(403, 'rooms.banned'), () => false);
  await waitFor(() => expect(screen.getByText('banned')).toBeTruthy());
});

import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { wireEvent } from '#app/shared/realtime/wire-event.ts';
import { roomState } from '#app/shared/room/room-state.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { mediaFixture } from './media.fixture.ts';
import RoomMedia from './room-media.tsx';
import { mediaModule } from './room-module.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const room = roomFixture();
const LIST = `GET /user/${room.user.username}/media`;
/** The room hears that the list has changed. */
let tellChanged: () => void = () => undefined;

function Drawn() {
  const [part, setPart] = useState(0);
  useEffect(() => {
    const told = wireEvent('v3.chat.update_media_list', { username: room.user.username, media_id: '10' });
    tellChanged = () => setPart((now) => mediaModule.reduce(now, told));
  }, []);
  const tools = { place: 'room', dispatch: () => undefined, client: undefined } as const;
  return <RoomMedia part={part} room={room} now={roomState(room)} me={{ kind: 'unknown' }} tools={tools} />;
}

test('the list of a room is read again some seconds after the news that it has changed (MEDIA-LIBRARY-022) (CONSTANTS-075)', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const replies = { [LIST]: { mediaList: [mediaFixture({ name: 'Side A' })] } };
  const sent = stubServer(replies);
  renderPage(<Drawn />);
  expect(await screen.findByText('Side A')).toBeTruthy();
  vi.useFakeTimers();
  replies[LIST] = { mediaList: [mediaFixture({ id: 10, name: 'Side B' })] };
  act(() => tellChanged());
  await act(() => vi.advanceTimersByTimeAsync(6_999));
  expect(sent).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(sent.map(({ call }) => call)).toEqual([LIST, LIST]);
  expect(screen.getByText('Side B')).toBeTruthy();
  expect(screen.queryByText('Side A')).toBeNull();
});

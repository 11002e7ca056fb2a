import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useMe } from '../../shared/me/me-store.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import type { PageEvent } from '../../shared/room-module/room-events.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import RaidStrip from './raid-strip.tsx';
import { type RaidPart, startRaids } from './raid-state.ts';

const dispatched: PageEvent[] = [];
const raid = { id: 'r1', to: 'bea', toName: 'Bea', endsAt: Date.now() + 45_000, moved: 0 };
const join = `POST /chat/${roomFixture().user.username}/raid/r1/join`;
const tools = {
  place: 'room',
  dispatch: (event: PageEvent) => void dispatched.push(event),
  client: undefined,
} as const;

function Drawn({ part }: { readonly part: RaidPart }) {
  return <RaidStrip part={part} room={roomFixture()} now={undefined as never} me={useMe()} tools={tools} />;
}
const draw = (part: Partial<RaidPart>) =>
  renderPage(<Drawn part={{ ...startRaids(roomFixture()), ...part }} />);

afterEach(() => {
  cleanup();
  dispatched.length = 0;
  vi.unstubAllGlobals();
});

test('nobody is moved without a yes: staying calls nobody, and a yes leads to the other room (R1)', async () => {
  const sent = stubServer({ [join]: { status: 1, to: 'bea' } });
  const { router } = draw({ raid });
  fireEvent.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(dispatched).toEqual([{ name: 'page.raid-declined', payload: { id: 'r1' } }]);
  expect(sent).toEqual([]);
  expect(router.state.location.pathname).toBe('/');
  fireEvent.click(screen.getByRole('button', { name: 'Come along' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/bea'));
  expect(sent).toHaveLength(1);
});

test('a yes that is refused leads nowhere and ends the question (R4)', async () => {
  stubServer({ [join]: refusal(403, 'raids.kept_out') });
  const { router } = draw({ raid });
  fireEvent.click(screen.getByRole('button', { name: 'Come along' }));
  await waitFor(() => expect(dispatched).toHaveLength(1));
  expect(dispatched[0]).toEqual({ name: 'page.raid-declined', payload: { id: 'r1' } });
  expect(router.state.location.pathname).toBe('/');
});

test('its time ends the question by itself, and an end is said in words (R5) (R9)', async () => {
  draw({ raid: { ...raid, endsAt: Date.now() - 1 } });
  await waitFor(() => expect(dispatched).toEqual([{ name: 'page.raid-gone', payload: { id: 'r1' } }]));
  act(() => cleanup());
  draw({ over: { ...raid, how: 'room_closed' } });
  expect(screen.getByText('The raid has ended')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(dispatched.at(-1)).toEqual({ name: 'page.raid-read', payload: {} });
});

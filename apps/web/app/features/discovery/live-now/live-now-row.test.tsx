import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../cards/card.fixture.ts';
import LiveNowRow from './live-now-row.tsx';

const READ = `GET /chat/${roomFixture().user.username}/similar`;
const cards = (count: number, status: 'online' | 'offline') =>
  Array.from({ length: count }, (_, at) =>
    cardFixture({ id: at + 1, username: `${status}_${at}`, displayName: `${status} ${at}`, status }),
  );
const show = (suggestions: ReturnType<typeof cards>, status = 'offline') => {
  const props = { room: { ...roomFixture(), suggestions }, now: { status } };
  return renderPage(<LiveNowRow {...(props as unknown as SlotProps<null>)} />);
};

test('a closed room leads to six others with much in common, those that are live first', () => {
  show([...cards(2, 'online'), ...cards(10, 'offline')]);
  expect(screen.getAllByRole('article')).toHaveLength(6);
  expect(screen.getAllByRole('link')[0]!.getAttribute('href')).toBe('/online_0');
});

test.each([
  ['all of them are live', 6, 0, 'Live now, similar to this room'],
  ['some are live', 2, 10, 'Similar performers'],
  ['nobody is live', 0, 3, 'Similar performers'],
])('its heading says what is true where %s', (_, live, away, heading) => {
  show([...cards(live, 'online'), ...cards(away, 'offline')]);
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
});

test('where the room has closed meanwhile they are asked for, and again by a press', async () => {
  const replies: Record<string, unknown> = { [READ]: refusal(503, 'common.unavailable') };
  stubServer(replies);
  show([]);
  expect(document.querySelectorAll('.live-now .skeleton').length).toBeGreaterThan(6);
  const again = await screen.findByRole('button', { name: 'Try again' });
  replies[READ] = { userList: cards(2, 'online') };
  fireEvent.click(again);
  expect(await screen.findByText('Live now, similar to this room')).toBeTruthy();
});

test('with nobody to lead to there is no row', async () => {
  stubServer({ [READ]: { userList: [] } });
  show([]);
  await expect.poll(() => document.querySelector('.live-now')).toBeNull();
});

test('during a show the row takes no room of the picture, and is there from its first shape on', async () => {
  stubServer({ [READ]: { userList: cards(2, 'online') } });
  show([], 'private');
  expect(document.querySelector('.live-now')!.hasAttribute('data-show')).toBe(true);
  await screen.findByText('Live now, similar to this room');
  expect(document.querySelector('.live-now')!.hasAttribute('data-show')).toBe(true);
});

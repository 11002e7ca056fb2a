import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../card.fixture.ts';
import LiveNowRow from './live-now-row.tsx';

const room = roomFixture();
const READ = `GET /chat/${room.user.username}/similar`;
const show = () => renderPage(<LiveNowRow {...({ room } as SlotProps<null>)} />);
const cards = (count: number, status: 'online' | 'offline') =>
  Array.from({ length: count }, (_, at) =>
    cardFixture({ id: at + 1, username: `${status}_${at}`, displayName: `${status} ${at}`, status }),
  );

test('a closed room leads to six others with much in common, those that are live first', async () => {
  stubServer({ [READ]: { userList: [...cards(2, 'online'), ...cards(10, 'offline')] } });
  show();
  expect(document.querySelectorAll('.live-now .skeleton').length).toBeGreaterThan(6);
  expect(await screen.findByRole('heading', { name: 'Live now, close to this' })).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(6);
  expect(screen.getAllByRole('link')[0]!.getAttribute('href')).toBe('/online_0');
});

test('while nobody is live it does not say so', async () => {
  stubServer({ [READ]: { userList: cards(3, 'offline') } });
  show();
  expect(await screen.findByRole('heading', { name: 'Similar performers' })).toBeTruthy();
  expect(screen.queryByText('Live now, close to this')).toBeNull();
});

test('what did not load is tried again by a press; with nobody there is no row', async () => {
  const replies: Record<string, unknown> = { [READ]: refusal(503, 'common.unavailable') };
  stubServer(replies);
  show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  replies[READ] = { userList: [] };
  fireEvent.click(again);
  await expect.poll(() => document.querySelector('.live-now')).toBeNull();
});

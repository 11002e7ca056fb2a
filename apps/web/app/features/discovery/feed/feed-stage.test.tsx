import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedItem } from '@klieg/contract';
import { hideModel } from '#app/shared/me/hidden-models.ts';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { changeSwiper, resetSwiper } from '#app/shared/me/swiper-state.ts';
import { modalStore } from '#app/shared/modal/modal-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../cards/card.fixture.ts';
import { FeedStage } from './feed-stage.tsx';

const FEED = 'GET /feed/girls';
const itemOf = (username: string, kind: FeedItem['kind'] = 'live'): FeedItem => ({
  kind,
  user: cardFixture({ id: 7, username, displayName: `The ${username}` }),
  media: null,
  stream: null,
  tip_default: 25,
});
const pageOf = (names: readonly string[], has_more = false) => ({
  gender: 'f',
  list: names.map((name) => itemOf(name)),
  page: 1,
  has_more,
});
const onTag = vi.fn();
const show = () => renderPage(<FeedStage source={{ kind: 'section', section: 'girls' }} onTag={onTag} />);
const current = () => document.querySelector<HTMLElement>('[data-place=current]');

beforeEach(() => {
  localStorage.clear();
  resetSwiper();
  meStore.reset();
  // No picture and no player is fetched here.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  Element.prototype.scrollTo = vi.fn() as never;
});
afterEach(() => {
  cleanup();
  meStore.reset();
  modalStore.dispatch({ type: 'close' });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('rooms come one a screen, with who it is, what it is about and what can be done; kinds of later editions are left out', async () => {
  stubServer({
    [FEED]: { ...pageOf(['anna', 'ben']), list: [itemOf('anna'), itemOf('x', 'media'), itemOf('ben')] },
  });
  show();
  expect(screen.getByText('Loading more rooms')).toBeTruthy();
  const first = await screen.findByRole('article', { name: 'The anna' });
  expect(document.querySelectorAll('article')).toHaveLength(2);
  const inFirst = within(first);
  expect(inFirst.getByRole('button', { name: /^Tip/ }).textContent).toContain('25');
  expect(inFirst.getByRole('link', { name: 'Open the room of The anna' }).getAttribute('href')).toBe('/anna');
  expect(inFirst.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed')).toBe('false');
  expect(first.querySelector('video')!.muted).toBe(true);
  fireEvent.click(inFirst.getByRole('button', { name: 'More rooms about vinyl' }));
  expect(onTag).toHaveBeenCalledWith('vinyl');
  // A room that is not the current one can be neither pressed nor read.
  expect(document.querySelector('[data-room=ben]')!.hasAttribute('inert')).toBe(true);
});

test('one press turns the sound on', async () => {
  stubServer({ [FEED]: pageOf(['anna']) });
  show();
  const video = (await screen.findByRole('article')).querySelector('video')!;
  fireEvent.click(screen.getByRole('button', { name: 'Sound' }));
  expect(video.muted).toBe(false);
  fireEvent.keyDown(document.body, { key: 'm' });
  expect(video.muted).toBe(true);
});

test('a room that gives privates leads to its dialog for one; a guest is asked to join, and no other room offers it', async () => {
  const item = itemOf('anna');
  const withPrivate = { ...item, user: { ...item.user, private_enabled: true, private_cost: 30 } };
  const without = itemOf('ben');
  stubServer({
    [FEED]: {
      ...pageOf([]),
      list: [withPrivate, { ...without, user: { ...without.user, private_enabled: false } }],
    },
  });
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { username: 'guest_1' } }) });
  show();
  const way = await screen.findByRole('link', { name: 'Private with The anna' });
  expect(way.getAttribute('href')).toBe('/anna#private');
  fireEvent.click(way);
  expect(modalStore.get()).toMatchObject({ key: 'signup', props: { reason: 'private' } });
  expect(document.querySelectorAll('.button-private')).toHaveLength(1);
});

test('an empty feed says so and where to go', async () => {
  stubServer({ [FEED]: pageOf([]) });
  show();
  expect(await screen.findByText('Nobody is live here')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all sections' })).toBeTruthy();
});

test('a feed that does not come says so, and comes at a press', async () => {
  const sent = stubServer({ [FEED]: refusal(503, 'common.unavailable') });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('did not load');
  expect(sent).toHaveLength(1);
  stubServer({ [FEED]: pageOf(['anna']) });
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByRole('article', { name: 'The anna' })).toBeTruthy();
  expect(screen.getByText('You have seen everyone who is live here')).toBeTruthy();
});

test('hiding takes the room away at once and shows the next; with everybody hidden there is a way back', async () => {
  stubServer({ [FEED]: pageOf(['anna', 'ben']) });
  show();
  await screen.findByRole('article', { name: 'The anna' });
  fireEvent.click(screen.getByRole('button', { name: 'Hide The anna' }));
  expect(current()?.dataset['room']).toBe('ben');
  fireEvent.click(screen.getByRole('button', { name: 'Hide The ben' }));
  expect(screen.getByText('You have hidden everyone who is live here')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hidden performers' }));
  expect(modalStore.get()?.key).toBe('hidden-models');
  act(() => hideModel('ben', false));
  expect(current()?.dataset['room']).toBe('ben');
});

test('a guest who tips is asked to join; a member pays once for a press, as much as this browser has chosen', async () => {
  const sent = stubServer({
    [FEED]: pageOf(['anna']),
    'POST /tip/7': { status: 1, tip_id: 't', amount: 60, tokens: 40, tip_effect: null },
  });
  changeSwiper({ tip_amount: 60 });
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { username: 'guest_1' } }) });
  show();
  const tip = await screen.findByRole('button', { name: /^Tip/ });
  expect(tip.textContent).toContain('60');
  fireEvent.click(tip);
  expect(modalStore.get()).toMatchObject({ key: 'signup', props: { reason: 'tip' } });
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture() }));
  fireEvent.click(tip);
  fireEvent.click(tip);
  await waitFor(() => expect(meStore.get()).toMatchObject({ current: { tokens: 40 } }));
  const tips = sent.filter(({ call }) => call === 'POST /tip/7');
  expect(tips.map(({ body }) => body)).toEqual([{ amount: 60, type: 'feed' }]);
});

import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, stubServer } from '../testing/stub-server.ts';
import { hideModel, joinHidden } from './hidden-models.ts';
import { withoutHidden } from './hidden-names.ts';
import { currentUserFixture } from './me.fixture.ts';
import { meStore } from './me-store.ts';
import { resetSwiper, swiperState } from './swiper-state.ts';

const untold = (): unknown => JSON.parse(localStorage.getItem('klieg.hidden-untold') ?? '{}');
const asMember = () => meStore.dispatch({ type: 'loaded', current: currentUserFixture() });

beforeEach(() => {
  localStorage.clear();
  resetSwiper();
  meStore.reset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  meStore.reset();
});

test('what a guest hides stays in this browser; nothing is sent', () => {
  const sent = stubServer({});
  hideModel('anna', true);
  expect(swiperState().hidden).toEqual(['anna']);
  expect(sent).toEqual([]);
});

test('a member’s list is the account’s: it is told at once, and this browser takes the answer over', async () => {
  asMember();
  const sent = stubServer({ 'POST /user/anna/hide': { status: 1, hidden: ['anna', 'from_the_phone'] } });
  hideModel('anna', true);
  // At once, before any answer.
  expect(swiperState().hidden).toEqual(['anna']);
  await waitFor(() => expect(swiperState().hidden).toEqual(['anna', 'from_the_phone']));
  expect(sent).toMatchObject([{ call: 'POST /user/anna/hide', body: { hidden: true } }]);
  expect(untold()).toEqual({});
});

test('what a guest has hidden and shown again is told to the account once somebody logs in', async () => {
  hideModel('anna', true);
  hideModel('ben', false);
  asMember();
  const sent = stubServer({
    'POST /user/anna/hide': { status: 1, hidden: ['anna', 'cleo'] },
    'POST /user/ben/hide': { status: 1, hidden: ['anna', 'cleo'] },
    'GET /user/ignored': { ignored: [], hidden: ['anna', 'cleo'] },
  });
  await joinHidden();
  expect(sent.map(({ call, body }) => [call, body])).toEqual([
    ['POST /user/anna/hide', { hidden: true }],
    ['POST /user/ben/hide', { hidden: false }],
    ['GET /user/ignored', undefined],
  ]);
  expect(swiperState().hidden).toEqual(['anna', 'cleo']);
  expect(untold()).toEqual({});
});

test('what could not be told holds here all the same, and is told with the next page; who is gone is forgotten', async () => {
  asMember();
  stubServer({
    'POST /user/anna/hide': refusal(503, 'common.unavailable'),
    'GET /user/ignored': { ignored: [], hidden: ['cleo'] },
  });
  hideModel('anna', true);
  await waitFor(() => expect(untold()).toEqual({ anna: true }));
  await joinHidden();
  expect(swiperState().hidden).toEqual(['anna', 'cleo']);
  expect(untold()).toEqual({ anna: true });
  stubServer({ 'GET /user/ignored': { ignored: [], hidden: ['cleo'] } });
  await joinHidden();
  expect(swiperState().hidden).toEqual(['cleo']);
  expect(untold()).toEqual({});
});

test('a list without anybody hidden stays the same list', () => {
  const cards = [{ username: 'anna' }, { username: 'ben' }];
  expect(withoutHidden(cards, new Set(['cleo']))).toBe(cards);
  expect(withoutHidden(cards, new Set(['anna']))).toEqual([{ username: 'ben' }]);
});

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  changeHidden,
  changeSwiper,
  resetSwiper,
  startingSwiper,
  swiperState,
  useSwiper,
} from './swiper-state.ts';

const KEY = 'klieg.swiper';
const kept = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? 'null');

beforeEach(() => {
  localStorage.clear();
  resetSwiper();
});
afterEach(cleanup);

test('the swiper begins with 25 tokens, HD and HLS, hides nobody, and keeps what is chosen in this browser (BROWSE-059) (CONSTANTS-059)', () => {
  expect(swiperState()).toEqual({ hidden: [], tip_amount: 25, video_quality: 'hd', stream_type: 'hls' });
  changeHidden('anna', true);
  changeSwiper({ tip_amount: 60, video_quality: 'sd', stream_type: 'webrtc' });
  const chosen = { hidden: ['anna'], tip_amount: 60, video_quality: 'sd', stream_type: 'webrtc' };
  expect(kept()).toEqual(chosen);
  // Another visit of the same browser.
  resetSwiper();
  expect(swiperState()).toEqual(chosen);
});

test('what cannot be read is as at first, part by part', () => {
  for (const text of ['', 'x', '7', 'null', '[]', '{"hidden":7,"tip_amount":"9","video_quality":"4k"}']) {
    localStorage.setItem(KEY, text);
    resetSwiper();
    expect(swiperState(), text).toEqual(startingSwiper);
  }
  localStorage.setItem(
    KEY,
    JSON.stringify({ hidden: ['anna', 7, '<b>'], tip_amount: 0, stream_type: 'webrtc' }),
  );
  resetSwiper();
  expect(swiperState()).toEqual({ ...startingSwiper, hidden: ['anna'], stream_type: 'webrtc' });
});

test('another window’s change is taken over, and is not undone by one of this window', () => {
  const { result } = renderHook(useSwiper);
  expect(result.current.hidden).toEqual([]);
  act(() => {
    localStorage.setItem(KEY, JSON.stringify({ ...startingSwiper, hidden: ['anna'] }));
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
  });
  expect(result.current.hidden).toEqual(['anna']);
  localStorage.setItem(KEY, JSON.stringify({ ...startingSwiper, hidden: ['ben', 'anna'] }));
  act(() => changeSwiper({ tip_amount: 100 }));
  expect(kept()).toMatchObject({ hidden: ['ben', 'anna'], tip_amount: 100 });
  act(() => changeHidden('ben', false));
  expect(result.current.hidden).toEqual(['anna']);
});

test('a name is hidden once, the newest first, and the oldest beyond 500 make room', () => {
  for (let at = 0; at < 501; at++) changeHidden(`model_${at}`, true);
  changeHidden('model_7', true);
  const { hidden } = swiperState();
  expect(hidden).toHaveLength(500);
  expect(hidden[0]).toBe('model_7');
  expect(hidden).not.toContain('model_0');
});

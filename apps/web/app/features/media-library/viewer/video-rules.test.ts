import { describe, expect, test } from 'vitest';
import { keepPlace, placeOf } from './kept-places.ts';
import { actOfKey, pictureAt, resumeAt } from './video-rules.ts';
import { tokenOf, withToken } from '#app/shared/video-source.ts';

const timeline = (count: number) => ({
  every_seconds: 10,
  count,
  width: 160,
  height: 90,
  columns: 10,
  rows: 10,
  sheets: Array.from({ length: Math.ceil(count / 100) }, (_, at) => `/sheet-${at}.jpg`),
});

describe('the picture for a place', () => {
  const parts = [
    { duration: 1_500, timeline: timeline(150) },
    { duration: 30, timeline: timeline(3) },
  ];
  test.each([
    [0, '/sheet-0.jpg', 0, 0],
    [19, '/sheet-0.jpg', 160, 0],
    [105, '/sheet-0.jpg', 0, 90],
    [1_049, '/sheet-1.jpg', 640, 0],
    [1_515, '/sheet-0.jpg', 160, 0],
    [9_999, '/sheet-0.jpg', 320, 0],
    [-5, '/sheet-0.jpg', 0, 0],
  ])('%i s is one of its sheet', (seconds, sheet, left, top) => {
    expect(pictureAt(parts, seconds)).toMatchObject({
      sheet,
      left,
      top,
      width: 160,
      sheetWidth: 1_600,
      sheetHeight: 900,
    });
  });
  test('is none where there are none', () => {
    expect(pictureAt([], 5)).toBeUndefined();
    expect(pictureAt([{ duration: null, timeline: null }], 5)).toBeUndefined();
    expect(pictureAt([{ duration: 5, timeline: { ...timeline(1), sheets: [] } }], 1)).toBeUndefined();
  });
});

test('keys do the same wherever the focus is, but for what a button and a slider do by themselves', () => {
  const press = (key: string, on: Parameters<typeof actOfKey>[1], more = {}) =>
    actOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }, on);
  expect(press(' ', 'frame')).toEqual({ do: 'play' });
  expect(press(' ', 'button')).toBeUndefined();
  expect(press('k', 'button')).toEqual({ do: 'play' });
  expect(press('ArrowLeft', 'place')).toEqual({ do: 'seek', by: -5 });
  expect(press('PageUp', 'place')).toEqual({ do: 'seek', by: 60 });
  expect(press('ArrowLeft', 'volume')).toBeUndefined();
  expect(press('m', 'volume')).toEqual({ do: 'mute' });
  expect(press('End', 'frame')).toEqual({ do: 'go', to: 'end' });
  expect(press('f', 'frame', { ctrlKey: true })).toBeUndefined();
  for (const key of ['a', 'Tab', 'Escape', 'constructor']) expect(press(key, 'frame')).toBeUndefined();
});

test('a video goes on where somebody stopped, unless that was at its very beginning or end', () => {
  expect(resumeAt(undefined, 60)).toBeUndefined();
  expect([resumeAt(2, 60), resumeAt(30, 60), resumeAt(58, 60), resumeAt(90, 60)]).toEqual([
    undefined,
    30,
    undefined,
    undefined,
  ]);
  localStorage.clear();
  expect(placeOf(1)).toBeUndefined();
  keepPlace(1, 12.7);
  keepPlace(2, 40);
  expect([placeOf(1), placeOf(2)]).toEqual([12, 40]);
  keepPlace(1, null);
  expect(placeOf(1)).toBeUndefined();
  for (let id = 3; id < 300; id++) keepPlace(id, id);
  expect([placeOf(2), placeOf(299)]).toEqual([undefined, 299]);
  localStorage.setItem('klieg.media-places', '[["x", 1], [5, -1], 7]');
  expect([placeOf(5), placeOf(299)]).toEqual([undefined, undefined]);
});

test('what a list names is asked for with the newest token', () => {
  expect(tokenOf('/live/vod/1/index.m3u8?token=a.b')).toBe('a.b');
  expect([tokenOf(null), tokenOf('/live/vod/1/index.m3u8')]).toEqual([undefined, undefined]);
  expect(withToken('http://here/live/vod/1/2/0.m4s?token=old', 'new')).toBe(
    'http://here/live/vod/1/2/0.m4s?token=new',
  );
  expect(withToken('http://here/a?token=old', undefined)).toBe('http://here/a?token=old');
});

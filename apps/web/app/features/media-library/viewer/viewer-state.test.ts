import type { MediaDetail } from '@klieg/contract';
import { expect, test } from 'vitest';
import { mediaFixture } from '../media.fixture.ts';
import { reduceViewer, type ViewerEvent, type ViewerState } from './viewer-state.ts';

const item = (id: number, url: string | null = `/file/${id}`) =>
  ({
    id,
    is_video: false,
    width: 640,
    height: 480,
    duration: null,
    thumbnail_url: '/t.jpg',
    timeline: null,
    url,
  }) as const;
const detail = (changes: Partial<MediaDetail> = {}): MediaDetail => ({
  ...mediaFixture({ type_id: 1, type_name: 'pictures', item_count: 3 }),
  is_video: false,
  price: 45,
  items: [item(1), item(2), item(3)],
  playlists: [],
  prev_id: null,
  next_id: null,
  co_performers: [],
  can_edit: false,
  user_avatar: null,
  stream_url: null,
  stream_until: null,
  ...changes,
});
const after = (...events: readonly ViewerEvent[]): ViewerState =>
  events.reduce(reduceViewer, { kind: 'loading', id: 9 } as ViewerState);
const shown = (state: ViewerState) => (state.kind === 'loading' ? undefined : state.item);

test('a viewer loads, is open and plays, and goes back (MEDIA-LIBRARY-029)', () => {
  const media = detail({ is_video: true, items: [item(1)] });
  const open = after({ type: 'answered', media });
  expect(open).toEqual({ kind: 'open', media, item: null });
  const playing = reduceViewer(open, { type: 'played', positionMs: 1_500 });
  expect(playing).toMatchObject({ kind: 'playing', positionMs: 1_500 });
  expect(reduceViewer(playing, { type: 'paused' })).toEqual(open);
  expect(reduceViewer(playing, { type: 'asked', id: 10 })).toEqual({ kind: 'loading', id: 10 });
});

test('of a set the first picture is chosen (MEDIA-LIBRARY-035)', () => {
  expect(shown(after({ type: 'answered', media: detail() }))).toBe(1);
  expect(shown(after({ type: 'answered', media: detail({ items: [] }) }))).toBeNull();
});

test('steps end at both ends, and what is not in the set cannot be chosen', () => {
  const open = after({ type: 'answered', media: detail() });
  expect(reduceViewer(open, { type: 'stepped', by: -1 })).toBe(open);
  const last = reduceViewer(open, { type: 'chosen', item: 3 });
  expect(shown(last)).toBe(3);
  expect(reduceViewer(last, { type: 'stepped', by: 1 })).toBe(last);
  expect(shown(reduceViewer(last, { type: 'stepped', by: -1 }))).toBe(2);
  expect(reduceViewer(open, { type: 'chosen', item: 44 })).toBe(open);
});

test('a newer answer keeps what is chosen, and one about another item changes nothing', () => {
  const second = reduceViewer(after({ type: 'answered', media: detail() }), { type: 'chosen', item: 2 });
  expect(shown(reduceViewer(second, { type: 'answered', media: detail({ owned: true }) }))).toBe(2);
  expect(shown(reduceViewer(second, { type: 'answered', media: detail({ items: [item(1)] }) }))).toBe(1);
  expect(reduceViewer(second, { type: 'answered', media: detail({ id: 10 }) })).toBe(second);
  expect(after({ type: 'answered', media: detail({ id: 10 }) })).toEqual({ kind: 'loading', id: 9 });
});

test('a right that was lost ends the playing (S3002)', () => {
  const media = detail({ is_video: true, items: [item(1)] });
  const locked = detail({ is_video: true, items: [item(1, null)] });
  const playing = after({ type: 'answered', media }, { type: 'played', positionMs: 10 });
  expect(reduceViewer(playing, { type: 'answered', media: locked }).kind).toBe('open');
  expect(after({ type: 'answered', media: locked }, { type: 'played', positionMs: 1 }).kind).toBe('open');
});

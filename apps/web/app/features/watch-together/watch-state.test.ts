import { expect, test } from 'vitest';
import { reduceWatch, startWatch, type WatchPart, type WatchTold } from './watch-state.ts';

const update = (changes: Partial<WatchTold> = {}): WatchTold => ({
  seq: 1,
  watch_id: 'w1',
  status: 'proposed',
  media_id: 'm1',
  playing: false,
  position_ms: 0,
  at: 1_000,
  by: 'anna',
  ...changes,
});
const hear = (told: WatchTold | null, receivedAt = 1_050) =>
  ({ name: 'page.watch-told', payload: { told, receivedAt } }) as const;
const reduce = (...events: Parameters<typeof reduceWatch>[1][]): WatchPart =>
  events.reduce(reduceWatch, startWatch());

test('what is proposed and played is known, and closes the choice', () => {
  const dialog = { name: 'page.watch-dialog', payload: { isOpen: true } } as const;
  expect(reduce(dialog).isChoosing).toBe(true);
  expect(reduce(dialog, hear(update()))).toEqual({
    told: update(),
    delayMs: null,
    isChoosing: false,
  });
  const active = update({ status: 'active', playing: true });
  expect(reduce(hear(update()), hear(active))).toMatchObject({ told: active, delayMs: 50 });
});

test('it is over by its end, by a whole without it and by the end of the private', () => {
  const nothing = { told: null };
  expect(reduce(hear(update()), hear(update({ status: 'declined' })))).toMatchObject(nothing);
  expect(reduce(hear(update()), hear(update({ status: 'ended' })))).toMatchObject(nothing);
  expect(reduce(hear(update()), hear(null))).toMatchObject(nothing);
  const end = {
    name: 'v3.private.end',
    payload: { seq: 1, show_id: 's1', reason_ended: 'user_ended' },
  } as const;
  expect(reduce(hear(update()), end as never)).toMatchObject(nothing);
});

test('the end of another one, and a whole where there is nothing, change nothing', () => {
  const before = reduce(hear(update()));
  expect(reduceWatch(before, hear(update({ watch_id: 'w0', status: 'ended' })))).toBe(before);
  expect(reduceWatch(startWatch(), hear(null))).toEqual(startWatch());
});

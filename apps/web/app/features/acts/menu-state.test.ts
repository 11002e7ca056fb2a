import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { reduceMenu, startMenu } from './menu-state.ts';

const panel = { label: 'Tip menu', radio_options: [{ label: 'Song', value: 'song', tokens: 40 }] };
const items = [{ id: 'song', label: 'Song', tokens: 40 }];
const start = startMenu({ ...roomFixture(), app_panels: { app_panel: null, tip_panel: panel } });

test('begins with what the room’s answer has, and follows the panel of the room', () => {
  expect(start.items).toEqual(items);
  const { seq } = start;
  const gone = reduceMenu(start, { name: 'v3.chat.app_panels', payload: { seq: seq + 1 } } as never);
  expect(gone.items).toEqual([]);
  const older = reduceMenu(gone, { name: 'v3.chat.app_panels', payload: { seq, tip_panel: panel } } as never);
  expect(older.items).toEqual([]);
});

test('a snapshot says all there is, and what is bought is counted', () => {
  const snapshot = (more: object) =>
    ({ name: 'v3.room.snapshot', payload: { epoch: 'new', seq: 1, ...more } }) as never;
  expect(reduceMenu(start, snapshot({})).items).toEqual([]);
  const again = reduceMenu(start, snapshot({ app_panels: { tip_panel: panel } }));
  expect(again).toMatchObject({ items, epoch: 'new', seq: 1 });
  expect(reduceMenu(again, { name: 'v3.app.outcome', payload: {} } as never).sales).toBe(1);
});

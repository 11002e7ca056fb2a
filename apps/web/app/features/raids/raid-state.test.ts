import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { isShown, reduceRaids, startRaids } from './raid-state.ts';

const told = (status: 'asking' | 'done' | 'canceled' | 'room_closed', moved = 0, raid_id = 'r1') => ({
  name: 'v3.raid.update' as const,
  payload: { seq: 1, raid_id, status, to: 'bea', to_name: 'Bea', ends_at: 45_000, moved },
});
const empty = startRaids(roomFixture());
const asked = reduceRaids(empty, told('asking'));

test('a page asks as soon as it is told, or finds a raid in the room (R1) (R9)', () => {
  expect(isShown(empty)).toBe(false);
  expect(asked.raid).toEqual({ id: 'r1', to: 'bea', toName: 'Bea', endsAt: 45_000, moved: 0 });
  expect(isShown(asked)).toBe(true);
  const raid = { raid_id: 'r2', to: 'bea', to_name: 'Bea', ends_at: '2026-11-23T20:00:00.000Z', moved: 3 };
  expect(startRaids({ ...roomFixture(), raid }).raid).toMatchObject({
    endsAt: Date.parse(raid.ends_at),
    moved: 3,
  });
});

test('who has said no is not asked again by a new number, but by another raid (R1)', () => {
  const declined = reduceRaids(asked, { name: 'page.raid-declined', payload: { id: 'r1' } });
  expect(isShown(reduceRaids(declined, told('asking', 5)))).toBe(false);
  expect(isShown(reduceRaids(declined, told('canceled')))).toBe(false);
  expect(isShown(reduceRaids(declined, told('asking', 0, 'r2')))).toBe(true);
});

test('an end is said where it is not the one that was expected, and nothing opens it again (R5)', () => {
  expect(isShown(reduceRaids(asked, told('done')))).toBe(false);
  for (const how of ['canceled', 'room_closed'] as const) {
    const over = reduceRaids(asked, told(how, 2));
    expect(over).toMatchObject({ raid: null, over: { how, moved: 2 } });
    expect(isShown(over)).toBe(true);
    expect(reduceRaids(over, told('asking', 2))).toBe(over);
    expect(isShown(reduceRaids(over, { name: 'page.raid-read', payload: {} }))).toBe(false);
  }
  expect(reduceRaids(asked, told('canceled', 0, 'r9'))).toBe(asked);
  const gone = reduceRaids(asked, { name: 'page.raid-gone', payload: { id: 'r1' } });
  expect(gone.raid).toBeNull();
  expect(reduceRaids(gone, { name: 'page.raid-gone', payload: { id: 'r1' } })).toBe(gone);
});

test('the line that a raid brings is known by its code, and no other line is (R6)', () => {
  const line = { id: 'l1', at: 1, message: 'Ada raids with 2 viewers' };
  const other = reduceRaids(empty, { name: 'v3.chat.message', payload: { ...line, username: 'ada' } });
  expect(other).toBe(empty);
  const arrived = reduceRaids(empty, {
    name: 'v3.chat.message',
    payload: { ...line, type: 'system', system_code: 'raid', username: 'ada', display_name: 'Ada' },
  });
  expect(arrived.arrived).toEqual({ id: 'l1', username: 'ada', name: 'Ada', text: line.message });
});

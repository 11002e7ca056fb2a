import { expect, test } from 'vitest';
import type { GroupPart, GroupResult, GroupTold } from './group-part.ts';
import { reduceGroup } from './group-state.ts';

const told: GroupTold = {
  show_id: 'g1',
  status: 'open',
  cost_per_minute: 12,
  min_people: 3,
  late_joiners: true,
  if_few: 'ends',
  waits_until: 1_000,
  joined: 1,
};
const none: GroupPart = { told: null, tick: null, result: null, overId: null };
const update = (its: object = {}) =>
  ({ name: 'v3.group.update', payload: { seq: 1, ...told, ...its } }) as Parameters<typeof reduceGroup>[1];
const result: GroupResult = {
  seq: 5,
  show_id: 'g1',
  username: 'marlowe',
  reason: 'left',
  seconds: 30,
  tokens_charged: 6,
  can_rate: false,
};

test('who is in stays in by what is told to all, until it is said to them (W14)', () => {
  const joined = reduceGroup(none, update({ is_in: true }));
  const more = reduceGroup(joined, update({ joined: 2 }));
  expect(more.told).toMatchObject({ joined: 2, is_in: true });
  expect(reduceGroup(more, update({ is_in: false })).told).toMatchObject({ is_in: false });
});

test('the countdown that stopped is not there any more', () => {
  const counting = reduceGroup(none, update({ status: 'counting', starts_at: 5_000 }));
  expect(counting.told?.starts_at).toBe(5_000);
  expect(reduceGroup(counting, update()).told?.starts_at).toBeUndefined();
});

test('what was told of a show before its end comes too late', () => {
  const over = reduceGroup(reduceGroup(none, update()), {
    name: 'v3.group.end',
    payload: { seq: 2, show_id: 'g1', reason: 'canceled' },
  });
  expect(over).toMatchObject({ told: null, overId: 'g1' });
  expect(reduceGroup(over, update())).toBe(over);
  expect(reduceGroup(over, update({ show_id: 'g2' })).told?.show_id).toBe('g2');
});

test('a tick of the own show counts, of another it does not; the whole brings it too', () => {
  const inside = reduceGroup(none, update({ status: 'running', is_in: true }));
  const tick = { seq: 3, show_id: 'g1', seconds: 20, tokens_charged: 4 };
  expect(reduceGroup(inside, { name: 'v3.group.tick', payload: tick }).tick).toMatchObject({ seconds: 20 });
  expect(reduceGroup(inside, { name: 'v3.group.tick', payload: { ...tick, show_id: 'g0' } })).toBe(inside);
  const whole = { name: 'v3.room.snapshot', payload: { groupShow: { ...told, is_in: true, seconds: 7 } } };
  expect(reduceGroup(none, whole as never)).toMatchObject({ told: { is_in: true }, tick: { seconds: 7 } });
  expect(reduceGroup(inside, { name: 'v3.room.snapshot', payload: {} } as never).told).toBeNull();
});

test('how the own time ended is told until it was read, and one is out of it', () => {
  const inside = reduceGroup(none, update({ status: 'running', is_in: true }));
  const out = reduceGroup(inside, { name: 'page.group-result', payload: result });
  expect(out).toMatchObject({ told: { is_in: false }, result: { tokens_charged: 6 } });
  expect(reduceGroup(out, { name: 'page.group-read', payload: {} }).result).toBeNull();
});

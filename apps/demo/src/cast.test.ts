import { expect, test } from 'vitest';
import { type CastRoom, seatsOf } from './cast.ts';
import { actOf } from './performer-acts.ts';

const roomsOf = (count: number): CastRoom[] =>
  Array.from({ length: count }, (_, i) => ({ username: `room_${i}`, tags: [] }));
const people = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}_${i}`);

test('with two rooms the regulars share them, the audience stays away, and nothing happens but talk', () => {
  const seats = seatsOf({ rooms: roomsOf(2), regulars: people('regular', 3), audience: people('other', 9) });
  const named = seats.filter(({ username }) => username);
  expect(named.map(({ room, username }) => `${username} in ${room.username}`)).toEqual([
    'regular_0 in room_0',
    'regular_1 in room_1',
    'regular_2 in room_0',
  ]);
  expect(seats.length - named.length).toBe(7);
  expect([actOf(0), actOf(1)]).toEqual(['none', 'none']);
});

test('each further room has an audience of its own, and nobody sits in two', () => {
  const seats = seatsOf({
    rooms: roomsOf(16),
    regulars: people('regular', 12),
    audience: people('other', 66),
  });
  const names = seats.flatMap(({ username }) => username ?? []);
  expect(new Set(names).size).toBe(names.length);
  for (const { username } of roomsOf(16))
    expect(seats.filter(({ room }) => room.username === username).length).toBeGreaterThan(3);
  const acts = roomsOf(16).map((_, place) => actOf(place));
  expect(new Set(acts)).toEqual(new Set(['none', 'goal', 'private', 'ticket', 'group']));
});

test('without rooms nobody sits anywhere', () => {
  expect(seatsOf({ rooms: [], regulars: people('regular', 2), audience: [] })).toEqual([]);
});

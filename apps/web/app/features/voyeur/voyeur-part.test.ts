import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { reduceVoyeur, startVoyeur } from './voyeur-part.ts';

const usual = roomFixture();
const house = roomFixture({ user: { ...usual.user, is_voyeur: true } });
const told = {
  name: 'v3.voyeurcam.time_left',
  payload: { seq: 1, seconds_left: 30 },
} as const;

test('a house is read again with each change that is told of it', () => {
  const part = startVoyeur(house);
  expect(reduceVoyeur(part, told).version).toBe(1);
  expect(reduceVoyeur(reduceVoyeur(part, told), told).version).toBe(2);
});

test('another room is left alone, and a room that becomes a house is one', () => {
  const part = startVoyeur(usual);
  expect(reduceVoyeur(part, told)).toBe(part);
  expect(reduceVoyeur(part, { name: 'page.loaded', payload: house })).toEqual({ isVoyeur: true, version: 1 });
});

import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { roomState } from '../../shared/room/room-state.ts';
import { isOfRoom } from './account-news.ts';
import { canAskPrivate, canSpy } from './show-rules.ts';
import { isTimeLow, minutesFor, mustLeaveSpy, tokensFor } from './show-sums.ts';

const room = roomFixture();
const now = roomState(room);
const settings = room.userSetting;

test('a private is possible online and on standby, where it is offered and nothing else runs (SHOWS-046)', () => {
  const facts = { room, now, settings };
  expect(canAskPrivate(facts)).toBe(true);
  expect(canAskPrivate({ ...facts, now: { ...now, status: 'standby' } })).toBe(true);
  for (const status of ['offline', 'connected', 'private', 'limited', 'reconnecting', 'online_ai'] as const)
    expect(canAskPrivate({ ...facts, now: { ...now, status } })).toBe(false);
  expect(canAskPrivate({ ...facts, settings: { ...settings, private_enabled: false } })).toBe(false);
  expect(canAskPrivate({ ...facts, room: { ...room, user: { ...room.user, is_voyeur: true } } })).toBe(false);
  expect(canAskPrivate({ ...facts, now: { ...now, ticketTokens: 100 } })).toBe(false);
  expect(canAskPrivate({ ...facts, now: { ...now, hasGroup: true } })).toBe(false);
  expect(canAskPrivate({ ...facts, room: { ...room, versusTournament: {} as never } })).toBe(false);
});

test('spying needs a private that is not exclusive, seen from outside, where it is allowed (SHOWS-047)', () => {
  const inPrivate = { ...now, status: 'private' as const };
  const facts = { now: inPrivate, settings };
  expect(canSpy(facts, 'private')).toBe(true);
  expect(canSpy(facts, undefined)).toBe(true);
  expect(canSpy(facts, 'exclusive')).toBe(false);
  expect(canSpy({ ...facts, now }, 'private')).toBe(false);
  expect(canSpy({ ...facts, now: { ...inPrivate, mode: 'private' } }, 'private')).toBe(false);
  expect(
    canSpy({ ...facts, settings: { ...settings, spy: { ...settings.spy, enabled: false } } }, 'private'),
  ).toBe(false);
  expect(canSpy({ ...facts, now: { ...inPrivate, ticketTokens: 100 } }, 'private')).toBe(false);
});

test('what time costs, and what a balance lasts', () => {
  expect(tokensFor(60, 18)).toBe(18);
  expect(tokensFor(42, 20)).toBe(14);
  expect(minutesFor(2_340, 60)).toBe(39);
});

test('without post-pay the last 60 seconds are low (SHOWS-037) (CONSTANTS-051)', () => {
  const facts = { pricePerMinute: 60, hasPostpay: false };
  expect(isTimeLow({ ...facts, remainingSeconds: 61 })).toBe(false);
  expect(isTimeLow({ ...facts, remainingSeconds: 60 })).toBe(true);
  expect(isTimeLow({ ...facts, remainingSeconds: undefined })).toBe(false);
});

test('with post-pay it is low when ten times the dollars that are left pay no more than a minute (SHOWS-038)', () => {
  const facts = { pricePerMinute: 60, hasPostpay: true, remainingSeconds: 5 };
  expect(isTimeLow(facts)).toBe(false);
  expect(isTimeLow({ ...facts, availableDollars: 6.01 })).toBe(false);
  expect(isTimeLow({ ...facts, availableDollars: 6 })).toBe(true);
});

test('a spy leaves below a sixth of the price, unless it is free or paid later (SHOWS-036) (CONSTANTS-052)', () => {
  const facts = {
    tokens: 2,
    remainingSeconds: undefined,
    pricePerMinute: 18,
    hasPostpay: false,
    isFree: false,
    previewSeconds: 0,
  };
  expect(mustLeaveSpy(facts)).toBe(true);
  expect(mustLeaveSpy({ ...facts, tokens: 3 })).toBe(false);
  expect(mustLeaveSpy({ ...facts, tokens: 0, remainingSeconds: 10 })).toBe(false);
  expect(mustLeaveSpy({ ...facts, tokens: 0, remainingSeconds: 9 })).toBe(true);
  expect(mustLeaveSpy({ ...facts, hasPostpay: true })).toBe(false);
  expect(mustLeaveSpy({ ...facts, isFree: true })).toBe(false);
  expect(mustLeaveSpy({ ...facts, previewSeconds: 4 })).toBe(false);
});

test('a page hears of its own room alone', () => {
  const ping = { name: 'v3.private.ping', payload: { from: 'marlowe_vance' } } as const;
  expect(isOfRoom(ping, { username: 'marlowe_vance', place: 'room' })).toBe(true);
  expect(isOfRoom(ping, { username: 'somebody', place: 'room' })).toBe(false);
  expect(isOfRoom(ping, { username: 'somebody', place: 'studio' })).toBe(true);
  const place = { name: 'v3.private.place', payload: { seq: 1, username: 'somebody' } } as const;
  expect(isOfRoom(place, { username: 'marlowe_vance', place: 'room' })).toBe(false);
});

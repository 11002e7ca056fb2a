import type { AccountId, Uuid } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import {
  ASKED_MS,
  askForPart,
  cancelSplit,
  dropPart,
  END_SHOWN_MS,
  failToSettle,
  forgetFreed,
  leaveSplit,
  loseHold,
  passTime,
  remainingOf,
  seatedOf,
  seatPart,
  type Split,
  SPLIT_MS,
  succeed,
} from './split-rules.ts';

const person = (number: number) => number as AccountId;
const hold = (number: number) => `hold-${number}` as Uuid;
const NOW = 1_000_000;
const open = { isPublicShow: true };

/** A split of four at 25 tokens, which person 1 has proposed and whose hold is there. */
const proposed = (): Split =>
  seatPart(
    {
      id: 'split' as Uuid,
      roomId: person(99),
      proposerId: person(1),
      state: 'opening',
      targetSplitters: 4,
      splitAmount: 25,
      comment: null,
      parts: [{ accountId: person(1), holdId: hold(1), state: 'asked', at: NOW }],
      expiresAt: NOW + SPLIT_MS,
      endedAt: null,
      isClosed: false,
      news: 0,
    },
    hold(1),
    NOW,
  );
const ask = (split: Split, number: number, splitAmount = 25, now = NOW) =>
  askForPart(split, { accountId: person(number), holdId: hold(number), splitAmount }, now);
const asked = (split: Split, number: number): Split => {
  const next = ask(split, number);
  if (typeof next === 'string') throw new Error(next);
  return next;
};
const joined = (split: Split, ...numbers: readonly number[]): Split =>
  numbers.reduce((now, number) => seatPart(asked(now, number), hold(number), NOW), split);
const seats = (split: Split) => seatedOf(split).map(({ accountId }) => accountId);
const freed = (split: Split) =>
  split.parts.filter(({ state }) => state === 'freed').map(({ holdId }) => holdId);

describe('seats (S803, S804)', () => {
  test('the proposer takes the first as soon as the tokens are held, and then the room is told', () => {
    expect(proposed()).toMatchObject({ state: 'proposed', news: 1 });
    expect(remainingOf(proposed())).toBe(3);
  });

  test('asking takes none and is no news; the hold does', () => {
    const waiting = asked(proposed(), 2);
    expect([remainingOf(waiting), waiting.news]).toEqual([3, 1]);
    expect(remainingOf(joined(proposed(), 2))).toBe(2);
  });

  test('a second join keeps the first part and its hold, whatever share it names', () => {
    const split = joined(proposed(), 2);
    expect(askForPart(split, { accountId: person(2), holdId: hold(22), splitAmount: 1 }, NOW)).toBe(split);
    expect(seatPart(split, hold(2), NOW)).toBe(split);
  });

  test('another share than shown is refused, and so is a join after the time', () => {
    expect(ask(proposed(), 2, 24)).toBe('tipping.split_changed');
    expect(ask(proposed(), 2, 25, NOW + SPLIT_MS)).toBe('tipping.split_gone');
  });

  test('of two who ask for the last seat the first to hold has it, the other is freed', () => {
    const both = asked(asked(joined(proposed(), 2, 3), 4), 5);
    const settled = seatPart(seatPart(both, hold(5), NOW), hold(4), NOW);
    expect(seats(settled)).toEqual([1, 2, 3, 5].map(person));
    expect([settled.state, freed(settled)]).toEqual(['settling', [hold(4)]]);
  });

  test('a hold that comes when all is over is freed', () => {
    const late = seatPart(cancelSplit(asked(proposed(), 2), NOW), hold(2), NOW);
    expect(seats(late)).toEqual([]);
    expect(freed(late)).toEqual([hold(1), hold(2)]);
  });

  test('of a refused hold nothing is left', () => {
    expect(dropPart(asked(proposed(), 2), hold(2)).parts).toHaveLength(1);
    expect(dropPart(joined(proposed(), 2), hold(2)).parts).toHaveLength(2);
  });
});

describe('the payment (S805)', () => {
  const full = () => joined(proposed(), 2, 3, 4);

  test('begins with the last seat, and nothing is changed by people from then on', () => {
    expect(full().state).toBe('settling');
    expect(cancelSplit(full(), NOW)).toEqual(full());
    expect(leaveSplit(full(), person(2), NOW)).toBe('tipping.split_gone');
    expect(ask(full(), 5)).toBe('tipping.split_gone');
    expect(passTime(full(), { isPublicShow: false }, NOW + SPLIT_MS).state).toBe('settling');
  });

  test('ends it, once', () => {
    const done = succeed(full(), NOW);
    expect(done).toMatchObject({ state: 'success', endedAt: NOW });
    expect(succeed(done, NOW + 1)).toBe(done);
  });

  test('that meets a hold that is gone frees its seat, and what others know of it later changes nothing (S807)', () => {
    const again = failToSettle(full(), new Set([hold(3)]), NOW);
    expect([again.state, remainingOf(again), freed(again)]).toEqual(['proposed', 1, [hold(3)]]);
    const refilled = joined(again, 5);
    expect(refilled.state).toBe('settling');
    expect(failToSettle(refilled, new Set([hold(3)]), NOW)).toBe(refilled);
  });

  test('that meets the proposer’s hold gone cancels', () => {
    expect(failToSettle(full(), new Set([hold(1)]), NOW)).toMatchObject({ state: 'canceled', endedAt: NOW });
  });
});

describe('the end without a payment (S806, S807)', () => {
  test('gives back every part, also those that were only asked for', () => {
    const end = cancelSplit(asked(joined(proposed(), 2), 3), NOW);
    expect(freed(end)).toEqual([hold(1), hold(2), hold(3)]);
    expect(remainingOf(end)).toBe(4);
  });

  test('who leaves frees the seat; when the proposer does, all is over; others have nothing to take back', () => {
    const split = joined(proposed(), 2);
    const left = leaveSplit(split, person(2), NOW);
    expect(left).toMatchObject({ state: 'proposed' });
    expect(freed(left as Split)).toEqual([hold(2)]);
    expect(leaveSplit(left as Split, person(2), NOW)).toBe('tipping.split_gone');
    expect(leaveSplit(split, person(1), NOW)).toMatchObject({ state: 'canceled' });
    expect(leaveSplit(split, person(7), NOW)).toBe('tipping.split_gone');
  });

  test('who left may come back with another hold while the first is given back', () => {
    const left = leaveSplit(joined(proposed(), 2), person(2), NOW) as Split;
    const back = askForPart(left, { accountId: person(2), holdId: hold(22), splitAmount: 25 }, NOW) as Split;
    const seated = seatPart(back, hold(22), NOW);
    expect(seats(seated)).toEqual([1, 2].map(person));
    expect(seats(forgetFreed(seated, new Set([hold(2), hold(22)])))).toEqual([1, 2].map(person));
  });

  test('a hold that was voided from outside frees its seat, the proposer’s cancels', () => {
    const split = joined(proposed(), 2);
    expect(remainingOf(loseHold(split, hold(2), NOW))).toBe(3);
    expect(loseHold(split, hold(1), NOW).state).toBe('canceled');
    expect(loseHold(split, hold(7), NOW)).toBe(split);
  });
});

describe('time', () => {
  test('changes nothing before the five minutes are over and while the room shows a public show', () => {
    const split = joined(proposed(), 2);
    expect(passTime(split, open, NOW + SPLIT_MS - 1)).toBe(split);
    expect(passTime(split, open, NOW + SPLIT_MS).state).toBe('canceled');
    expect(passTime(split, { isPublicShow: false }, NOW).state).toBe('canceled');
  });

  test('gives up what was asked for and never held; an opening that is stuck was never told of', () => {
    expect(freed(passTime(asked(proposed(), 2), open, NOW + ASKED_MS))).toEqual([hold(2)]);
    const opening: Split = {
      ...proposed(),
      state: 'opening',
      news: 0,
      parts: [{ accountId: person(1), holdId: hold(1), state: 'asked', at: NOW }],
    };
    expect(passTime(opening, open, NOW + ASKED_MS)).toMatchObject({ state: 'canceled', news: 0 });
  });

  test('shows an end for ten seconds, and as long as something is to be given back', () => {
    const end = cancelSplit(proposed(), NOW);
    const given = forgetFreed(end, new Set([hold(1)]));
    expect(passTime(end, open, NOW + END_SHOWN_MS).isClosed).toBe(false);
    expect(passTime(given, open, NOW + END_SHOWN_MS - 1)).toBe(given);
    const closed = passTime(given, open, NOW + END_SHOWN_MS);
    expect(closed).toMatchObject({ isClosed: true, news: given.news + 1 });
    expect(passTime(closed, open, NOW + 2 * END_SHOWN_MS)).toBe(closed);
  });
});

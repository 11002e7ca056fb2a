import { MINUTE_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import type { BillerEvent, LookedUp } from '../billers/port/biller-port.ts';
import { decideLost, DESK_AFTER_MS, type LostSight, nextLookMs } from './lost-charge-rules.ts';

const sight = (more: Partial<LostSight> = {}): LostSight => ({
  ageMs: MINUTE_MS,
  knownAfterMs: 15 * MINUTE_MS,
  claimed: new Set(),
  rivals: 0,
  ...more,
});
const sale = (transactionId: string) => ({ transactionId, amountCents: 5_000, currency: 'USD' });
const listed = (...ids: string[]): LookedUp => ({ kind: 'listed', sales: ids.map(sale) });
const event = { eventId: 'e' } as BillerEvent;
const told: LookedUp = { kind: 'told', event, bytes: Buffer.alloc(0) };
const old = { ageMs: 20 * MINUTE_MS };
const ancient = { ageMs: DESK_AFTER_MS };

/** The verdict in a word, with what was found and whether a person has to decide. */
const verdict = (looked: LookedUp, more: Partial<LostSight> = {}): string => {
  const found = decideLost(looked, sight(more));
  return found.kind === 'wait' ? `wait ${found.found}${found.isForDesk ? ', desk' : ''}` : found.kind;
};

test.each<readonly [what: string, looked: LookedUp, more: Partial<LostSight>, comes: string]>([
  ['what its answer would have told', told, {}, 'told'],
  ['the same at any age', told, ancient, 'told'],
  ['no answer', { kind: 'no_answer' }, {}, 'wait no_answer'],
  ['no answer for long', { kind: 'no_answer' }, ancient, 'wait no_answer, desk'],
  ['not known, while it may come to be', { kind: 'not_known' }, {}, 'wait not_known'],
  ['not known when it would be', { kind: 'not_known' }, old, 'not_charged'],
  ['nothing listed, while it may come to be', listed(), {}, 'wait not_listed'],
  ['nothing listed when it would be', listed(), old, 'not_charged'],
  ['one sale', listed('a'), {}, 'paid'],
  ['one sale that another order has', listed('a'), { claimed: new Set(['a']) }, 'wait not_listed'],
  ['the same when all is listed', listed('a'), { ...old, claimed: new Set(['a']) }, 'not_charged'],
  ['two sales, one of another order', listed('a', 'b'), { claimed: new Set(['a']) }, 'paid'],
  ['two sales of nobody', listed('a', 'b'), {}, 'wait several'],
  ['two sales of nobody when all is listed', listed('a', 'b'), old, 'wait several, desk'],
  ['one sale that another order may have', listed('a'), { rivals: 1 }, 'wait several'],
  ['the same when all is listed', listed('a'), { ...old, rivals: 1 }, 'wait several, desk'],
])('%s', (_what, looked, more, comes) => expect(verdict(looked, more)).toBe(comes));

test('a biller that cannot be asked never says that nothing was charged', () => {
  expect(verdict(listed(), { ...ancient, knownAfterMs: Number.POSITIVE_INFINITY })).toBe(
    'wait not_listed, desk',
  );
});

test('looks come soon at first, and never rarer than hourly', () => {
  const minutes = [0, 1, 2, 3, 5, 6, 500].map((looks) => nextLookMs(looks) / MINUTE_MS);
  expect(minutes).toEqual([1, 2, 4, 8, 32, 60, 60]);
});

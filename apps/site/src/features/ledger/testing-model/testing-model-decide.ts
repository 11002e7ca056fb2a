import { isSystemAccount, type LedgerAccount } from '../accounts.ts';
import type { Command, Leg, RefusalReason } from '../commands.ts';
import {
  accountIn,
  count,
  freeOf,
  freePromoOf,
  isCounted,
  move,
  open,
  payloadOf,
  release,
  take,
} from './testing-model-books.ts';
import type { ModelHold, ModelLeg, State, Turn } from './testing-model-state.ts';

export type Decision = 'applied' | 'repeated' | RefusalReason;

type Of<Op extends Command['op']> = Extract<Command, { op: Op }>;

const NOBODY = 0 as LedgerAccount;
const WHOLE = 10_000;

/** Parts of tokens that nobody paid for go along with the tokens, rounded down. */
const promoOf = (tokens: number, promo: number, all: number): number => Math.floor((tokens * promo) / all);

const ofLegs = (legs: readonly Leg[] | undefined, promo: number, all: number): ModelLeg[] =>
  (legs ?? [])
    .map(({ account, part }) => ({ account, tokens: Math.abs(part) }))
    .map((leg) => ({ ...leg, promo: promoOf(leg.tokens, promo, all) }));

/** What is answered to an id that was used before; undefined for a new one. */
function knownTransfer(state: State, command: Of<'transfer' | 'post' | 'capture' | 'refund'>) {
  const known = state.transfers.get(command.id);
  return known && (known.payload === payloadOf(command) ? 'repeated' : 'mismatch');
}

function transfer(turn: Turn, command: Of<'transfer'>): Decision {
  const { id, debit, credit, amountTokens, feeTokens, purse } = command;
  const known = knownTransfer(turn.state, command);
  if (known) return known;
  const taken = take(turn, {
    account: debit,
    tokens: amountTokens,
    counts: isCounted(debit, command.kind),
    site: command.siteDailyLimitTokens ?? 0,
    isPaidOnly: purse === 'paid_only',
  });
  if (typeof taken === 'string') return taken;
  const creditTokens = amountTokens - feeTokens;
  const isGift = purse === 'promotional' && isSystemAccount(debit);
  move(turn, command, {
    id,
    debit,
    debitTokens: amountTokens,
    debitPromo: taken,
    credit,
    creditTokens,
    creditPromo: isGift ? creditTokens : promoOf(creditTokens, taken, amountTokens),
    legs: ofLegs(command.legs, taken, amountTokens),
  });
  return 'applied';
}

function hold(turn: Turn, command: Of<'hold'>): Decision {
  const { state } = turn;
  const known = state.holds.get(command.id);
  if (known?.state === 'remembered') return 'hold_closed';
  if (known) return known.payload === payloadOf(command) ? 'repeated' : 'mismatch';
  const { account, amountTokens, kind } = command;
  const counts = isCounted(account, kind);
  const taken = take(turn, {
    account,
    tokens: amountTokens,
    counts,
    site: command.siteDailyLimitTokens ?? 0,
    isPaidOnly: command.purse === 'paid_only',
  });
  if (typeof taken === 'string') return taken;
  const model = accountIn(state, account);
  model.held += amountTokens;
  model.heldPromo += taken;
  count(turn, command.receiver);
  state.holds.set(command.id, {
    payload: payloadOf(command),
    kind,
    account,
    receiver: command.receiver,
    share: command.share ?? 0,
    legs: command.legs ?? [],
    amount: amountTokens,
    posted: 0,
    promo: taken,
    day: counts ? model.spentDay : undefined,
    dayTokens: counts ? amountTokens : 0,
    state: 'open',
  });
  return 'applied';
}

/** Takes a part of a hold out of it. @returns how many of the tokens nobody paid for */
function takeFrom(turn: Turn, held: ModelHold, tokens: number): number {
  const model = open(turn, held.account);
  const promo = Math.min(tokens, held.promo);
  held.promo -= promo;
  held.posted += tokens;
  model.held -= tokens;
  model.heldPromo -= promo;
  return promo;
}

/** Why nothing can be paid from a hold. */
function refuseHold(turn: Turn, held: ModelHold | undefined, tokens: number): RefusalReason | undefined {
  if (!held || held.state === 'remembered') return 'unknown_hold';
  if (held.state !== 'open') return 'hold_closed';
  if (tokens > held.amount - held.posted) return 'over_hold';
  const payer = accountIn(turn.state, held.account);
  return tokens > 0 && payer.posted - tokens < payer.floor ? 'not_enough_tokens' : undefined;
}

function post(turn: Turn, command: Of<'post'>): Decision {
  const { id, holdId, credit, amountTokens, feeTokens } = command;
  const held = turn.state.holds.get(holdId);
  const posted: Of<'post'> = { ...command, kind: command.kind ?? held?.kind ?? 'hold' };
  const known = knownTransfer(turn.state, posted);
  if (known) return known;
  if (held?.state === 'open' && (Math.floor(held.account / 8) === Math.floor(credit / 8) || held.share > 0))
    return 'mismatch';
  const refusal = refuseHold(turn, held, amountTokens);
  if (refusal || !held) return refusal ?? 'unknown_hold';
  const promo = takeFrom(turn, held, amountTokens);
  release(turn, held);
  held.state = 'posted';
  const creditTokens = amountTokens - feeTokens;
  move(turn, posted, {
    id,
    debit: held.account,
    debitTokens: amountTokens,
    debitPromo: promo,
    credit,
    creditTokens,
    creditPromo: promoOf(creditTokens, promo, amountTokens),
    legs: ofLegs(command.legs, promo, amountTokens),
  });
  return 'applied';
}

/** What everybody has got of a hold when so much of it was paid: first receiver, then each leg. */
function partsAt({ share, legs }: ModelHold, paid: number): number[] {
  const mine = Math.floor((paid * share) / WHOLE);
  const parts = legs.map(({ part }) => Math.floor(((part > 0 ? mine : paid) * Math.abs(part)) / WHOLE));
  return [legs.reduce((rest, { part }, at) => rest - (part > 0 ? parts[at]! : 0), mine), ...parts];
}

function capture(turn: Turn, command: Of<'capture'>): Decision {
  const { id, holdId, amountTokens } = command;
  const held = turn.state.holds.get(holdId);
  const captured: Of<'capture'> = { ...command, kind: command.kind ?? held?.kind ?? 'hold' };
  const known = knownTransfer(turn.state, captured);
  if (known) return known;
  if (held?.state === 'open' && held.share === 0) return 'mismatch';
  const refusal = refuseHold(turn, held, amountTokens);
  if (refusal || !held) return refusal ?? 'unknown_hold';
  const before = partsAt(held, held.posted);
  const promo = takeFrom(turn, held, amountTokens);
  const [creditTokens = 0, ...parts] = partsAt(held, held.posted).map((part, at) => part - before[at]!);
  move(turn, captured, {
    id,
    debit: held.account,
    debitTokens: amountTokens,
    debitPromo: promo,
    credit: held.receiver ?? NOBODY,
    creditTokens,
    creditPromo: promoOf(creditTokens, promo, amountTokens),
    legs: held.legs
      .map(({ account }, at) => ({
        account,
        tokens: parts[at]!,
        promo: promoOf(parts[at]!, promo, amountTokens),
      }))
      .filter(({ tokens }) => tokens > 0),
  });
  if (command.isLast) {
    release(turn, held);
    held.state = 'posted';
  } else if (command.raiseToTokens)
    raiseHold(turn, held, command.raiseToTokens, command.siteDailyLimitTokens);
  turn.batch.touched.add(held.account);
  return 'applied';
}

/** Holds more under the same hold, if there is cover. */
function raiseHold(turn: Turn, held: ModelHold, toTokens: number, site = 0): Decision {
  const tokens = toTokens - held.amount;
  if (tokens <= 0) return 'repeated';
  const counts = held.day !== undefined;
  const taken = take(turn, { account: held.account, tokens, counts, site, isPaidOnly: false });
  if (typeof taken === 'string') return taken;
  const model = accountIn(turn.state, held.account);
  model.held += tokens;
  model.heldPromo += taken;
  held.promo += taken;
  held.amount = toTokens;
  if (counts) {
    held.dayTokens = tokens + (held.day === model.spentDay ? held.dayTokens : 0);
    held.day = model.spentDay;
  }
  return 'applied';
}

function raise(turn: Turn, command: Of<'raise'>): Decision {
  const held = turn.state.holds.get(command.holdId);
  const refusal = refuseHold(turn, held, 0);
  if (refusal || !held) return refusal ?? 'unknown_hold';
  return raiseHold(turn, held, command.raiseToTokens, command.siteDailyLimitTokens);
}

function voidHold(turn: Turn, { holdId }: Of<'void'>): Decision {
  const { holds } = turn.state;
  const held = holds.get(holdId);
  if (!held) {
    const nothing = { payload: '', kind: 'hold', account: NOBODY, receiver: undefined, amount: 0 } as const;
    const empty = { share: 0, legs: [], posted: 0, promo: 0, day: undefined, dayTokens: 0 };
    holds.set(holdId, { ...nothing, ...empty, state: 'remembered' });
    return 'applied';
  }
  if (held.state === 'posted') return 'hold_closed';
  if (held.state !== 'open') return 'repeated';
  release(turn, held);
  held.state = 'voided';
  count(turn, held.receiver);
  return 'applied';
}

function refund(turn: Turn, command: Of<'refund'>): Decision {
  const { id, transferId, amountTokens } = command;
  const known = knownTransfer(turn.state, command);
  if (known) return known;
  const original = turn.state.transfers.get(transferId);
  if (!original || original.isRefund) return 'unknown_transfer';
  const back = original.refunded + amountTokens;
  if (back > original.debitTokens) return 'over_refund';
  const given = (part: number): number =>
    Math.floor((back * part) / original.debitTokens) -
    Math.floor((original.refunded * part) / original.debitTokens);
  const debit = original.credit;
  const [debitTokens, debitPromo] = [given(original.creditTokens), given(original.creditPromo)];
  const legs = original.legs.map(({ account, tokens, promo }) => ({
    account,
    tokens: -given(tokens),
    promo: -given(promo),
  }));
  const creditPromo = given(original.debitPromo);
  original.refunded = back;
  // A reversal lowers what later commands of the batch may use, but asks for no cover itself.
  const { free, freePromo } = turn.batch;
  for (const side of [{ account: debit, tokens: -debitTokens, promo: -debitPromo }, ...legs]) {
    if (isSystemAccount(side.account)) continue;
    freePromo.set(side.account, freePromoOf(turn, side.account) + side.promo);
    free.set(side.account, freeOf(turn, side.account) + side.tokens);
  }
  move(turn, command, {
    id,
    debit,
    debitTokens,
    debitPromo,
    credit: original.debit,
    creditTokens: amountTokens,
    creditPromo,
    legs: legs.filter(({ tokens }) => tokens !== 0),
  });
  return 'applied';
}

/** Does what the command asks for, or leaves the books as they are and says why. */
export function decide(turn: Turn, command: Command): Decision {
  switch (command.op) {
    case 'transfer':
      return transfer(turn, command);
    case 'hold':
      return hold(turn, command);
    case 'post':
      return post(turn, command);
    case 'capture':
      return capture(turn, command);
    case 'raise':
      return raise(turn, command);
    case 'void':
      return voidHold(turn, command);
    case 'refund':
      return refund(turn, command);
  }
}

import { isSystemAccount, type LedgerAccount } from '../accounts.ts';
import type { Command, RefusalReason } from '../commands.ts';
import { countsForDailyLimit, type LedgerKind } from '../kinds.ts';
import { addLot, payFromLots, takeLotBack } from './testing-model-lots.ts';
import type {
  ModelAccount,
  ModelHold,
  ModelLeg,
  ModelTransfer,
  Movement,
  State,
  Turn,
} from './testing-model-state.ts';

/* The books of the ledger's model: plain maps, and what every command does to them. */

/** The account, opened empty where it is not known. */
export function accountIn(state: State, account: LedgerAccount): ModelAccount {
  let found = state.accounts.get(account);
  if (!found) {
    const counts = {
      posted: 0,
      held: 0,
      floor: 0,
      dailyLimit: 0,
      spentDay: -1,
      spent: 0,
      version: 0,
      feed: 0,
    };
    found = { ...counts, promo: 0, heldPromo: 0, lots: [], owed: 0, short: [] };
    state.accounts.set(account, found);
  }
  return found;
}

/** Begins the count of a new day. */
export function roll(account: ModelAccount, day: number): void {
  if (account.spentDay >= day) return;
  account.spentDay = day;
  account.spent = 0;
}

/** What an account has left to spend in this batch. */
export function freeOf({ state, batch }: Turn, account: LedgerAccount): number {
  const { posted, held, floor } = accountIn(state, account);
  return batch.free.get(account) ?? posted - held - floor;
}

/** What an account has left in this batch of tokens that nobody paid for. */
export function freePromoOf({ state, batch }: Turn, account: LedgerAccount): number {
  const { promo, heldPromo } = accountIn(state, account);
  return batch.freePromo.get(account) ?? promo - heldPromo;
}

/** Remembers cover and spend of an account before the batch changes them. */
export function open(turn: Turn, account: LedgerAccount): ModelAccount {
  const { state, batch, day } = turn;
  const model = accountIn(state, account);
  roll(model, day);
  remember(turn, account);
  if (!batch.spent.has(account)) batch.spent.set(account, model.spent);
  return model;
}

function remember(turn: Turn, account: LedgerAccount): void {
  const { free, freePromo } = turn.batch;
  if (!free.has(account)) free.set(account, freeOf(turn, account));
  if (!freePromo.has(account)) freePromo.set(account, freePromoOf(turn, account));
}

/** True for what the daily limit of a spending account counts. */
export const isCounted = (account: LedgerAccount, kind: LedgerKind): boolean =>
  account % 8 === 1 && countsForDailyLimit(kind);

/** What is asked of an account's cover. */
export interface Asked {
  readonly account: LedgerAccount;
  readonly tokens: number;
  readonly counts: boolean;
  readonly site: number;
  readonly isPaidOnly: boolean;
}

/** Takes tokens out of an account's cover. @returns how many of them nobody paid for, or why that may not be */
export function take(turn: Turn, asked: Asked): number | RefusalReason {
  const { account, tokens, counts, site } = asked;
  if (isSystemAccount(account)) return 0;
  const { batch } = turn;
  const model = open(turn, account);
  const spent = batch.spent.get(account)! + tokens;
  if (counts) {
    if (model.dailyLimit > 0 && spent > model.dailyLimit) return 'user_daily_limit';
    if (site > 0 && spent > site) return 'over_daily_limit';
  }
  const free = batch.free.get(account)!;
  const promo = Math.max(0, batch.freePromo.get(account)!);
  if (free - (asked.isPaidOnly ? promo : 0) < tokens) return 'not_enough_tokens';
  const taken = asked.isPaidOnly ? 0 : Math.min(tokens, promo);
  batch.free.set(account, free - tokens);
  batch.freePromo.set(account, batch.freePromo.get(account)! - taken);
  if (counts) {
    batch.spent.set(account, spent);
    model.spent += tokens;
  }
  batch.touched.add(account);
  return taken;
}

/** Releases what a hold still holds; it can be used from the next batch on. */
export function release(turn: Turn, hold: ModelHold): void {
  const model = open(turn, hold.account);
  const rest = hold.amount - hold.posted;
  model.held -= rest;
  model.heldPromo -= hold.promo;
  hold.promo = 0;
  if (hold.day === model.spentDay) {
    const back = Math.min(rest, hold.dayTokens);
    model.spent -= back;
    hold.dayTokens -= back;
  }
  turn.batch.touched.add(hold.account);
}

/** Adds an entry to an account's feed; system accounts and nobody have none. */
export function count({ state, batch }: Turn, account: LedgerAccount | undefined): void {
  if (!account || isSystemAccount(account)) return;
  accountIn(state, account).feed += 1;
  batch.touched.add(account);
}

/** Books a transfer on all sides and remembers it under its id. */
export function move(turn: Turn, command: Command, movement: Movement): void {
  const { state } = turn;
  const {
    id,
    debit,
    debitTokens,
    credit,
    creditTokens,
    debitPromo = 0,
    creditPromo = 0,
    legs = [],
  } = movement;
  const sides: readonly ModelLeg[] = [
    { account: debit, tokens: -debitTokens, promo: -debitPromo },
    { account: credit, tokens: creditTokens, promo: creditPromo },
    ...legs,
  ];
  let paidBy: ModelTransfer['paidBy'] = [];
  for (const { account, tokens, promo } of sides) {
    if (isSystemAccount(account)) continue;
    remember(turn, account);
    const model = accountIn(state, account);
    model.posted += tokens;
    model.promo += promo;
    count(turn, account);
    const paid = tokens - promo;
    if (account % 8 !== 1 || paid === 0) continue;
    if (paid > 0) addLot(state, model, id, paid);
    else if (command.op === 'refund') takeLotBack(model, command.transferId, -paid);
    else paidBy = payFromLots(model, id, -paid);
  }
  state.transfers.set(id, {
    payload: payloadOf(command),
    debit,
    credit,
    debitTokens,
    creditTokens,
    debitPromo,
    creditPromo,
    legs,
    paidBy,
    isRefund: command.op === 'refund',
    refunded: 0,
  });
}

/** What must be equal for a repeat; limits, the time of expiry and what becomes of the rest are no part of it. */
export function payloadOf(command: Command): string {
  const {
    siteDailyLimitTokens: _,
    expiresAt: __,
    raiseToTokens: ___,
    isLast: ____,
    ...payload
  } = { siteDailyLimitTokens: 0, expiresAt: 0, raiseToTokens: 0, isLast: false, ...command };
  return JSON.stringify(Object.entries(payload).sort(([a], [b]) => a.localeCompare(b)));
}

import type { Uuid } from '@klieg/kernel';
import { isSystemAccount, type LedgerAccount } from './accounts.ts';
import type { Command, RefusalReason } from './commands.ts';
import { countsForDailyLimit, type LedgerKind } from './kinds.ts';

/* The books of the ledger's model: plain maps, and what every command does to them. */

/** One account of the model. */
export interface ModelAccount {
  posted: number;
  held: number;
  floor: number;
  dailyLimit: number;
  spentDay: number;
  spent: number;
  version: number;
  feed: number;
}

/** A transfer that was made; a refund is one too. */
export interface ModelTransfer {
  readonly payload: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly debitTokens: number;
  readonly creditTokens: number;
  readonly isRefund: boolean;
  refunded: number;
}

/** Tokens that are set aside; `remembered` is one that was voided before it came. */
export interface ModelHold {
  readonly payload: string;
  readonly kind: LedgerKind;
  readonly account: LedgerAccount;
  readonly receiver: LedgerAccount | undefined;
  readonly amount: number;
  readonly day: number | undefined;
  state: 'open' | 'posted' | 'voided' | 'remembered';
}

/** All that the model knows. */
export interface State {
  readonly accounts: Map<LedgerAccount, ModelAccount>;
  readonly transfers: Map<Uuid, ModelTransfer>;
  readonly holds: Map<Uuid, ModelHold>;
}

/** What the commands of a batch may use: cover and limits as at its start, less what the batch took. */
export interface Batch {
  readonly free: Map<LedgerAccount, number>;
  readonly spent: Map<LedgerAccount, number>;
  readonly touched: Set<LedgerAccount>;
}

/** The books, the batch and the day (days since 1970) that a command is decided in. */
export interface Turn {
  readonly state: State;
  readonly batch: Batch;
  readonly day: number;
}

/** Which tokens a transfer takes where, and what the receiver gets of them. */
export interface Movement {
  readonly id: Uuid;
  readonly debit: LedgerAccount;
  readonly debitTokens: number;
  readonly credit: LedgerAccount;
  readonly creditTokens: number;
}

/** The account, opened empty where it is not known. */
export function accountIn(state: State, account: LedgerAccount): ModelAccount {
  let found = state.accounts.get(account);
  if (!found) {
    found = { posted: 0, held: 0, floor: 0, dailyLimit: 0, spentDay: -1, spent: 0, version: 0, feed: 0 };
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

/** Remembers cover and spend of an account before the batch changes them. */
function open(turn: Turn, account: LedgerAccount): ModelAccount {
  const { state, batch, day } = turn;
  const model = accountIn(state, account);
  roll(model, day);
  if (!batch.free.has(account)) batch.free.set(account, freeOf(turn, account));
  if (!batch.spent.has(account)) batch.spent.set(account, model.spent);
  return model;
}

/** True for what the daily limit of a spending account counts. */
export const isCounted = (account: LedgerAccount, kind: LedgerKind): boolean =>
  account % 8 === 1 && countsForDailyLimit(kind);

/** Takes the command's tokens out of an account's cover. @returns why that may not be */
export function take(
  turn: Turn,
  account: LedgerAccount,
  command: Extract<Command, { op: 'transfer' | 'hold' }>,
): RefusalReason | undefined {
  if (isSystemAccount(account)) return undefined;
  const { batch } = turn;
  const amount = command.amountTokens;
  const model = open(turn, account);
  const counts = isCounted(account, command.kind);
  const spent = batch.spent.get(account)! + amount;
  if (counts) {
    const site = command.siteDailyLimitTokens ?? 0;
    if (model.dailyLimit > 0 && spent > model.dailyLimit) return 'user_daily_limit';
    if (site > 0 && spent > site) return 'over_daily_limit';
  }
  const free = batch.free.get(account)!;
  if (free < amount) return 'not_enough_tokens';
  batch.free.set(account, free - amount);
  if (counts) {
    batch.spent.set(account, spent);
    model.spent += amount;
  }
  batch.touched.add(account);
  return undefined;
}

/** Closes a hold; what it gives back can be used from the next batch on. */
export function release(turn: Turn, hold: ModelHold, unspent: number): void {
  const model = open(turn, hold.account);
  model.held -= hold.amount;
  if (hold.day === model.spentDay) model.spent -= unspent;
  turn.batch.touched.add(hold.account);
}

/** Adds an entry to an account's feed; system accounts and nobody have none. */
export function count({ state, batch }: Turn, account: LedgerAccount | undefined): void {
  if (!account || isSystemAccount(account)) return;
  accountIn(state, account).feed += 1;
  batch.touched.add(account);
}

/** Books a transfer on both sides and remembers it under its id. */
export function move(turn: Turn, command: Command, movement: Movement): void {
  const { state, batch } = turn;
  const { id, debit, debitTokens, credit, creditTokens } = movement;
  for (const [account, tokens] of [
    [debit, -debitTokens],
    [credit, creditTokens],
  ] as const) {
    if (isSystemAccount(account)) continue;
    if (!batch.free.has(account)) batch.free.set(account, freeOf(turn, account));
    accountIn(state, account).posted += tokens;
    count(turn, account);
  }
  state.transfers.set(id, {
    payload: payloadOf(command),
    debit,
    credit,
    debitTokens,
    creditTokens,
    isRefund: command.op === 'refund',
    refunded: 0,
  });
}

/** What must be equal for a repeat; limits and the time of expiry are no part of it. */
export function payloadOf(command: Command): string {
  const {
    siteDailyLimitTokens: _,
    expiresAt: __,
    ...payload
  } = { siteDailyLimitTokens: 0, expiresAt: 0, ...command };
  return JSON.stringify(Object.entries(payload).sort(([a], [b]) => a.localeCompare(b)));
}

import type { Tokens, Uuid } from '@klieg/kernel';
import { isSystemAccount, type LedgerAccount } from './accounts.ts';
import type { LedgerKind } from './kinds.ts';

/** What a transfer refers to and says; written with it and never changed. */
export interface TransferNote {
  readonly ref?: { readonly type: string; readonly id: string };
  readonly comment?: string;
  /** The other side if it is not a person, for example the biller. */
  readonly counterpart?: string;
  /** What readers of the feed need to know besides; JSON of at most a few hundred bytes. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

interface Spending {
  /** The site's limit per UTC day for this payer; 0 or absent: none. */
  readonly siteDailyLimitTokens?: Tokens;
}

/** A receiver besides the first, and what it gets. */
export interface Leg {
  readonly account: LedgerAccount;
  /**
   * Tokens; of a hold hundredths of a percent, of the first receiver's part. Below 0 where it comes out of the
   * platform's part, then of the whole.
   */
  readonly part: number;
}

/**
 * Moves tokens at once; feeTokens of the amount do not go to the credit account but to the legs and the platform.
 * Between the operator's accounts it moves cents, without legs.
 */
export interface TransferCommand extends Spending {
  readonly op: 'transfer';
  readonly id: Uuid;
  readonly kind: LedgerKind;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amountTokens: Tokens;
  readonly feeTokens: Tokens;
  readonly legs?: readonly Leg[];
  /** Of a debit: bought tokens only. Of a credit: tokens that nobody paid for. */
  readonly purse?: 'paid_only' | 'promotional';
  /** What was paid for the tokens, in cents. */
  readonly paidCents?: number;
  readonly note?: TransferNote;
}

/** Sets tokens of an account aside until they are posted, captured or voided. */
export interface HoldCommand extends Spending {
  readonly op: 'hold';
  readonly id: Uuid;
  readonly kind: LedgerKind;
  readonly account: LedgerAccount;
  readonly amountTokens: Tokens;
  /** Whose feed counts the hold; its captures pay this account. */
  readonly receiver?: LedgerAccount;
  /** The receiver's share of captures, in hundredths of a percent; absent or 0 where posts give it. */
  readonly share?: number;
  readonly legs?: readonly Leg[];
  readonly purse?: 'paid_only';
  /** The instance that answers for the hold, for example `private:0198…`. */
  readonly machine: string;
  readonly expiresAt: number;
}

/** Turns a hold into a transfer of at most its amount and releases the rest. */
export interface PostCommand {
  readonly op: 'post';
  readonly id: Uuid;
  readonly holdId: Uuid;
  /** Absent: the hold's kind. */
  readonly kind?: LedgerKind;
  readonly credit: LedgerAccount;
  readonly amountTokens: Tokens;
  readonly feeTokens: Tokens;
  readonly legs?: readonly Leg[];
  readonly note?: TransferNote;
}

/** Pays a part of a hold to the receivers that the hold names, and keeps the rest held. */
export interface CaptureCommand extends Spending {
  readonly op: 'capture';
  readonly id: Uuid;
  readonly holdId: Uuid;
  /** Absent: the hold's kind. */
  readonly kind?: LedgerKind;
  readonly amountTokens: Tokens;
  /** Raises the hold to this total if there is cover; captured amounts stay captured in any case. */
  readonly raiseToTokens?: Tokens;
  /** Releases the rest and closes the hold. */
  readonly isLast?: boolean;
  readonly note?: TransferNote;
}

/** Raises what a hold is for in all; repeated when it is as high already. */
export interface RaiseCommand extends Spending {
  readonly op: 'raise';
  readonly holdId: Uuid;
  readonly raiseToTokens: Tokens;
}

/** Releases what a hold still holds; one that has not come yet will be refused when it comes. */
export interface VoidCommand {
  readonly op: 'void';
  readonly holdId: Uuid;
}

/** Takes a transfer back, in part or whole, from those who got it, whatever their balance. */
export interface RefundCommand {
  readonly op: 'refund';
  readonly id: Uuid;
  readonly kind: 'refund' | 'chargeback';
  readonly transferId: Uuid;
  readonly amountTokens: Tokens;
  readonly note?: TransferNote;
}

export type Command =
  | TransferCommand
  | HoldCommand
  | PostCommand
  | CaptureCommand
  | RaiseCommand
  | VoidCommand
  | RefundCommand;

/** A person's account as the batch left it. A higher version is newer. */
export interface BalanceAfter {
  readonly spendable: Tokens;
  readonly held: Tokens;
  readonly version: number;
  /** Promotional tokens in the balance, including held ones. */
  readonly promotional: Tokens;
}

export type RefusalReason =
  | 'not_enough_tokens'
  | 'user_daily_limit'
  | 'over_daily_limit'
  | 'mismatch'
  | 'unknown_hold'
  | 'hold_closed'
  | 'over_hold'
  | 'unknown_transfer'
  /** What would be refunded is archived in a file: staff restores the month first (`npm run months -- restore`). */
  | 'month_sealed'
  | 'over_refund'
  | 'group_refused';

/**
 * What became of a command. `repeated`: the same command was applied before, nothing happened now.
 * Balances are present for persons' accounts only, as the batch left them; a refusal has those that it knows.
 */
export type Outcome = {
  readonly debit?: BalanceAfter;
  readonly credit?: BalanceAfter;
  /** What the hold of a capture or raise still holds; absent where it was refused. */
  readonly leftTokens?: Tokens;
} & (
  | { readonly status: 'applied' | 'repeated' }
  | { readonly status: 'refused'; readonly reason: RefusalReason }
);

/** The most commands in one batch, and thus in one group. */
export const BATCH_COUNT_MAX = 500;
/** Far below where a product of two amounts would leave 64 bits. */
export const AMOUNT_TOKENS_MAX = 1_000_000_000;

/** Every id that a command speaks of; commands that share one are never decided in the same batch. */
export function idsOf(command: Command): readonly Uuid[] {
  switch (command.op) {
    case 'transfer':
    case 'hold':
      return [command.id];
    case 'post':
    case 'capture':
      return [command.id, command.holdId];
    case 'void':
    case 'raise':
      return [command.holdId];
    case 'refund':
      return [command.id, command.transferId];
  }
}

const NO_LEGS: readonly Leg[] = [];

export function debitOf(command: Command): LedgerAccount | undefined {
  if (command.op === 'transfer') return command.debit;
  return command.op === 'hold' ? command.account : undefined;
}

export function creditOf(command: Command): LedgerAccount | undefined {
  if (command.op === 'transfer' || command.op === 'post') return command.credit;
  return command.op === 'hold' ? command.receiver : undefined;
}

export const legsOf = (command: Command): readonly Leg[] => ('legs' in command && command.legs) || NO_LEGS;

/** Persons' accounts that a command names; those of the hold or payment that it points at are known to the database. */
export function accountsOf(command: Command): LedgerAccount[] {
  const accounts: LedgerAccount[] = [];
  const add = (account: LedgerAccount | undefined): void => {
    if (account && !isSystemAccount(account)) accounts.push(account);
  };
  add(debitOf(command));
  add(creditOf(command));
  for (const leg of legsOf(command)) add(leg.account);
  return accounts;
}

import type { AccountId, Uuid } from '@klieg/kernel';
import type { LedgerKind, TransferNote } from '../ledger/index.ts';

/** What every movement names: who pays whom, how much and for what. */
export interface Payment {
  /** The transfer's id, derived from the caller's key: a repeat has no second effect. */
  readonly id: Uuid;
  readonly kind: LedgerKind;
  readonly payer: AccountId;
  readonly receiver: AccountId;
  readonly amountTokens: number;
  /** The receiver's part in whole percent; the platform keeps the rest. */
  readonly sharePercent: number;
  /** What it refers to, what the payer wrote, and what readers of the feed need. */
  readonly note?: TransferNote;
  /** What the payer's pages are told they got, in place of the transfer's id. */
  readonly about?: readonly string[];
}

export interface HoldRequest extends Omit<Payment, 'sharePercent' | 'note'> {
  /** The instance that answers for the hold, for example `private:0198…`. */
  readonly machine: string;
  /** Unix milliseconds; tokens that are still held then are free again. */
  readonly expiresAt: number;
  /** The receiver's part in whole percent where the hold is paid in parts; absent where it is posted. */
  readonly sharePercent?: number;
}

/** A capture of part of a hold, with its receiver's share; the rest stays held. */
export interface Capture extends Omit<Payment, 'sharePercent'> {
  readonly holdId: Uuid;
  readonly sharePercent: number;
  /** Raises the hold to this total, including what was already paid of it, if there is cover. */
  readonly raiseToTokens?: number;
  /** The rest is released. */
  readonly isLast?: boolean;
}

/** What became of a capture or a raise. */
export interface Captured {
  /** What the hold still holds. */
  readonly leftTokens: number;
  readonly spendable: number;
}

/** What the payer can spend afterwards, and whether the same was done before. */
export interface Paid {
  readonly id: Uuid;
  readonly spendable: number;
  readonly isRepeat: boolean;
}

import type { Uuid } from '@klieg/kernel';
import type { LedgerAccount } from '../accounts.ts';
import type { Leg } from '../commands.ts';
import type { LedgerKind } from '../kinds.ts';

/* What the ledger's model remembers. */

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
  /** Of posted and held, the tokens that nobody paid for. */
  promo: number;
  heldPromo: number;
  /** Bought tokens of a spending account in the order in which they came. */
  lots: ModelLot[];
  /** What reversals took and found nothing left for. */
  owed: number;
  /** Payments that went beyond all that was bought; the next purchases pay for them. */
  short: { readonly payment: Uuid; tokens: number }[];
}

/** Tokens that were bought together; `left` were neither spent nor taken back. */
export interface ModelLot {
  readonly transfer: Uuid;
  left: number;
}

/** A receiver besides the first. */
export interface ModelLeg {
  readonly account: LedgerAccount;
  readonly tokens: number;
  readonly promo: number;
}

/** A transfer that was made; a refund is one too. */
export interface ModelTransfer {
  readonly payload: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly debitTokens: number;
  readonly creditTokens: number;
  readonly debitPromo: number;
  readonly creditPromo: number;
  readonly legs: readonly ModelLeg[];
  /** Which purchases paid for it, in order. */
  readonly paidBy: { readonly transfer: Uuid; readonly tokens: number }[];
  readonly isRefund: boolean;
  refunded: number;
}

/** Tokens that are set aside; `remembered` is one that was voided before it came. */
export interface ModelHold {
  readonly payload: string;
  readonly kind: LedgerKind;
  readonly account: LedgerAccount;
  readonly receiver: LedgerAccount | undefined;
  readonly share: number;
  readonly legs: readonly Leg[];
  amount: number;
  posted: number;
  promo: number;
  day: number | undefined;
  dayTokens: number;
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
  readonly freePromo: Map<LedgerAccount, number>;
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
  readonly debitPromo?: number;
  readonly creditPromo?: number;
  readonly legs?: readonly ModelLeg[];
}

import type { AccountId, Tokens, Uuid } from '@klieg/kernel';
import type { MoneyName, Purse, SystemName } from './accounts.ts';
import type { TransferNote } from './commands.ts';
import type { LedgerKind } from './kinds.ts';
import type { Sharing } from './shares.ts';

/** Who gets a payer's tokens: persons their shares and the platform the rest, or the platform all. */
export type Payee = Sharing | { readonly to: 'platform' | 'payouts' | 'billers' };

interface Identified {
  /** The idempotency key: the same id with the same payload is the same transfer. */
  readonly id: Uuid;
  /** 1 to 1,000,000,000. */
  readonly amountTokens: Tokens;
}

interface Limited {
  /** The site's limit per UTC day for this payer; absent or 0: none. */
  readonly siteDailyLimitTokens?: Tokens;
}

/** A viewer's tokens to a model or the platform, at once. */
export type SpendRequest = Identified &
  Limited &
  Payee & {
    readonly kind: LedgerKind;
    readonly from: AccountId;
    /** True where promotional tokens do not count. */
    readonly isPaidOnly?: boolean;
    readonly note?: TransferNote;
  };

/** Tokens from the system to a person: a purchase, a promotion, an adjustment. */
export interface CreditRequest extends Identified {
  readonly kind: LedgerKind;
  readonly source: SystemName;
  readonly to: AccountId;
  /** Absent: spending. */
  readonly purse?: Purse;
  /** True for tokens that nobody paid for: gifts and prizes. */
  readonly isPromotional?: boolean;
  /** What was paid for them, in cents. */
  readonly paidCents?: number;
  readonly note?: TransferNote;
}

/** Tokens from a person to the system against cover, for example a correction by staff. */
export interface DebitRequest extends Identified {
  readonly kind: LedgerKind;
  readonly from: AccountId;
  /** Absent: spending. */
  readonly purse?: Purse;
  readonly sink: SystemName;
  readonly note?: TransferNote;
}

/** A contractual share of a model's earnings, for example her studio's. */
export interface SplitRequest extends Identified {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly note?: TransferNote;
}

/** Tokens that ripen, are kept back or are released: between two purses of one person. */
export interface MoveRequest extends Identified {
  readonly kind: LedgerKind;
  readonly person: AccountId;
  readonly fromPurse: Purse;
  readonly toPurse: Purse;
  readonly note?: TransferNote;
}

/** The operator's money, in cents, from one of his accounts to another; `of` is the number of a biller. */
export interface MoneyRequest {
  readonly id: Uuid;
  readonly kind: LedgerKind;
  readonly amountCents: number;
  readonly from: { readonly name: MoneyName; readonly of?: number };
  readonly to: { readonly name: MoneyName; readonly of?: number };
  readonly note?: TransferNote;
}

/** Sets tokens aside. */
export type HoldRequest = Identified &
  Limited & {
    readonly kind: LedgerKind;
    readonly from: AccountId;
    /** Absent: spending. */
    readonly purse?: Purse;
    /** The person whose feed counts the hold. */
    readonly to?: AccountId;
    /** Her part where the hold is paid by captures; absent where it is posted. */
    readonly sharePercent?: number;
    readonly others?: Sharing['others'];
    readonly isPaidOnly?: boolean;
    /** The instance that answers for the hold, for example `private:0198…`. */
    readonly machine: string;
    /** Unix milliseconds. */
    readonly expiresAt: number;
  };

/** Spends at most what is held and releases the rest. */
export type PostRequest = Identified &
  Payee & { readonly holdId: Uuid; readonly kind?: LedgerKind; readonly note?: TransferNote };

/** Pays a part of a hold to those whom the hold names, and keeps the rest held. */
export type CaptureRequest = Identified &
  Limited & {
    readonly holdId: Uuid;
    readonly kind?: LedgerKind;
    /** Raises the hold to this total, including what is captured, if there is cover. */
    readonly raiseToTokens?: Tokens;
    /** Releases the rest and closes the hold. */
    readonly isLast?: boolean;
    readonly note?: TransferNote;
  };

/** Raises a hold to this total; includes what is captured. */
export interface RaiseRequest extends Limited {
  readonly holdId: Uuid;
  readonly raiseToTokens: Tokens;
}

export interface VoidRequest {
  readonly holdId: Uuid;
}

/** Reverses a transfer in part or whole (rule L13); includes what was reversed before. */
export interface RefundRequest extends Identified {
  readonly transferId: Uuid;
  readonly kind: 'refund' | 'chargeback';
  readonly note?: TransferNote;
}

/** Anything that changes money. */
export type LedgerRequest =
  | ({ readonly type: 'spend' } & SpendRequest)
  | ({ readonly type: 'credit' } & CreditRequest)
  | ({ readonly type: 'debit' } & DebitRequest)
  | ({ readonly type: 'split' } & SplitRequest)
  | ({ readonly type: 'hold' } & HoldRequest)
  | ({ readonly type: 'move' } & MoveRequest)
  | ({ readonly type: 'money' } & MoneyRequest)
  | ({ readonly type: 'post' } & PostRequest)
  | ({ readonly type: 'capture' } & CaptureRequest)
  | ({ readonly type: 'raise' } & RaiseRequest)
  | ({ readonly type: 'void' } & VoidRequest)
  | ({ readonly type: 'refund' } & RefundRequest);

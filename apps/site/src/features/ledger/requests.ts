import { type AccountId, assert, isUuidV7, isWhole, modelShare, type Tokens, type Uuid } from '@klieg/kernel';
import { accountOf, type LedgerAccount, type Purse, systemAccount, type SystemName } from './accounts.ts';
import { AMOUNT_TOKENS_MAX, type Command, type TransferNote } from './commands.ts';
import type { LedgerKind } from './kinds.ts';

/** Who gets a payer's tokens: a person her share and the platform the rest, or the platform all. */
export type Payee =
  | { readonly to: AccountId; /** Whole percent, 0 to 100. */ readonly sharePercent: number }
  | { readonly to: 'platform' | 'payouts' | 'billers' };

interface Identified {
  /** The idempotency key: the same id with the same payload is the same transfer. */
  readonly id: Uuid;
  /** 1 to 1,000,000,000. */
  readonly amountTokens: Tokens;
}

interface Limited {
  /** The site's limit per UTC day for this payer; absent or 0 is none. */
  readonly siteDailyLimitTokens?: Tokens;
}

/** A viewer's tokens to a model or the platform, at once. */
export type SpendRequest = Identified &
  Limited &
  Payee & { readonly kind: LedgerKind; readonly from: AccountId; readonly note?: TransferNote };

/** Tokens from the system to a person: a purchase, a promotion, an adjustment. */
export interface CreditRequest extends Identified {
  readonly kind: LedgerKind;
  readonly source: SystemName;
  readonly to: AccountId;
  /** Absent: spending. */
  readonly purse?: Purse;
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

/** Part of what a model earned to another who shares by contract, for example her studio. */
export interface SplitRequest extends Identified {
  readonly from: AccountId;
  readonly to: AccountId;
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
    /** The instance that answers for the hold, for example `private:0198…`. */
    readonly machine: string;
    /** Unix milliseconds. */
    readonly expiresAt: number;
  };

/** Spends at most what is held and releases the rest. */
export type PostRequest = Identified &
  Payee & { readonly holdId: Uuid; readonly kind?: LedgerKind; readonly note?: TransferNote };

export interface VoidRequest {
  readonly holdId: Uuid;
}

/** Takes a transfer back in part or whole (rule L13); what of it was taken back before counts. */
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
  | ({ readonly type: 'post' } & PostRequest)
  | ({ readonly type: 'void' } & VoidRequest)
  | ({ readonly type: 'refund' } & RefundRequest);

/** @throws Error (a bug of the caller) for an amount, share or id that validation should have refused */
export function toCommand(request: LedgerRequest): Command {
  if (request.type === 'void') {
    assert(isUuidV7(request.holdId), 'a hold id is a UUIDv7');
    return { op: 'void', holdId: request.holdId };
  }
  const { id, amountTokens } = request;
  assert(isUuidV7(id), 'a transfer id is a UUIDv7');
  assert(
    isWhole(amountTokens, 1) && amountTokens <= AMOUNT_TOKENS_MAX,
    `amount ${amountTokens} out of range`,
  );
  const note = 'note' in request && request.note ? { note: request.note } : {};
  const base = { id, amountTokens, ...note };
  switch (request.type) {
    case 'spend':
      assert(request.from !== request.to, 'nobody spends on himself');
      return {
        op: 'transfer',
        ...base,
        ...limitOf(request),
        kind: request.kind,
        debit: accountOf(request.from, 'spending'),
        ...payeeOf(request, amountTokens),
      };
    case 'credit': {
      const credit = accountOf(request.to, request.purse ?? 'spending');
      const debit = systemAccount(request.source);
      return { op: 'transfer', ...base, kind: request.kind, debit, credit, feeTokens: 0 };
    }
    case 'debit': {
      const debit = accountOf(request.from, request.purse ?? 'spending');
      const credit = systemAccount(request.sink);
      return { op: 'transfer', ...base, kind: request.kind, debit, credit, feeTokens: 0 };
    }
    case 'split': {
      assert(request.from !== request.to, 'nobody shares with himself');
      const debit = accountOf(request.from, 'earning');
      return {
        op: 'transfer',
        ...base,
        kind: 'split',
        debit,
        credit: accountOf(request.to, 'earning'),
        feeTokens: 0,
      };
    }
    case 'hold':
      assert(request.from !== request.to, 'nobody spends on himself');
      assert(Number.isFinite(request.expiresAt), 'a hold ends');
      return {
        op: 'hold',
        id,
        amountTokens,
        ...limitOf(request),
        kind: request.kind,
        account: accountOf(request.from, request.purse ?? 'spending'),
        ...(request.to && { receiver: accountOf(request.to, 'earning') }),
        machine: request.machine,
        expiresAt: request.expiresAt,
      };
    case 'post': {
      assert(isUuidV7(request.holdId) && request.holdId !== id, 'a post has its own id');
      const kind = request.kind ? { kind: request.kind } : {};
      return { op: 'post', ...base, ...kind, holdId: request.holdId, ...payeeOf(request, amountTokens) };
    }
    case 'refund':
      assert(isUuidV7(request.transferId) && request.transferId !== id, 'a refund has its own id');
      return { op: 'refund', ...base, kind: request.kind, transferId: request.transferId };
  }
}

function payeeOf(payee: Payee, amountTokens: Tokens): { credit: LedgerAccount; feeTokens: Tokens } {
  const { to } = payee;
  if (typeof to === 'string') return { credit: systemAccount(to), feeTokens: 0 };
  const { sharePercent } = payee;
  assert(isWhole(sharePercent) && sharePercent <= 100, `share ${sharePercent} is no percent`);
  return {
    credit: accountOf(to, 'earning'),
    feeTokens: amountTokens - modelShare(amountTokens, sharePercent),
  };
}

function limitOf({ siteDailyLimitTokens = 0 }: Limited): { siteDailyLimitTokens: Tokens } {
  assert(isWhole(siteDailyLimitTokens), 'a daily limit is a whole number');
  return { siteDailyLimitTokens };
}

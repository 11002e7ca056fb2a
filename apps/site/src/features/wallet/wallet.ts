import type { Payload } from '@klieg/contract';
import { type AccountId, AppError, assert, type Clock, modelShare, type Uuid } from '@klieg/kernel';
import type { Notices } from '../../platform/events/index.ts';
import {
  type BalanceAfter,
  balancesOrRefuse,
  type Ledger,
  type LedgerKind,
  type Outcome,
  type Purse,
  type TransferNote,
} from '../ledger/index.ts';
import { balanceChanged } from './balance-changed.ts';

type UpdateType = Payload<'v3.token.update'>['type'];

/** What every movement names: who pays whom how much for what. */
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
}

export interface HoldRequest extends Omit<Payment, 'sharePercent' | 'note'> {
  /** The instance that answers for the hold, for example `private:0198…`. */
  readonly machine: string;
  /** Unix milliseconds; tokens that are still held then are free again. */
  readonly expiresAt: number;
}

/** What the payer can spend afterwards, and whether the same was done before. */
export interface Paid {
  readonly id: Uuid;
  readonly spendable: number;
  readonly isRepeat: boolean;
}

/**
 * The way of every feature to tokens: it moves them in the ledger, refuses with the errors of the contract,
 * and tells every page of the people concerned, on every node, what is left. What must follow from a payment
 * reads the ledger's feed; nothing of value hangs on the call coming back.
 */
export interface Wallet {
  /** @throws spend errors of the contract, common.unavailable when the outcome is unknown */
  pay(payment: Payment): Promise<Paid>;
  /** Sets tokens aside for somebody. @throws as pay */
  hold(request: HoldRequest): Promise<Paid>;
  /** Pays from what is held and releases the rest. @throws common.unavailable when it was released before */
  post(payment: Payment & { readonly holdId: Uuid }): Promise<Paid>;
  /** Frees what is held; a repeat does nothing. */
  release(hold: { readonly holdId: Uuid; readonly payer: AccountId }): Promise<void>;
  /** Takes a payment or purchase back, in part or whole, also where it was spent. */
  refund(back: {
    readonly id: Uuid;
    readonly kind: 'refund' | 'chargeback';
    readonly transferId: Uuid;
    readonly amountTokens: number;
    /** Whose purses change by how many tokens, for their pages. */
    readonly changes: readonly {
      readonly person: AccountId;
      readonly purse: Purse;
      readonly tokens: number;
    }[];
  }): Promise<void>;
  /** Credits a purchase that a biller has confirmed. */
  deposit(purchase: {
    readonly id: Uuid;
    readonly receiver: AccountId;
    readonly amountTokens: number;
    readonly note: TransferNote;
  }): Promise<Paid>;
  /** What somebody has to spend now. */
  spendableOf(person: AccountId): Promise<number>;
  /** Gross tokens that one gave the other in the last hour. */
  recentTips(payer: AccountId, receiver: AccountId): Promise<number>;
  /** The same of each pair, in their order. */
  recentTipsOf(
    pairs: readonly { readonly payer: AccountId; readonly receiver: AccountId }[],
  ): Promise<number[]>;
}

const HOUR_MS = 3_600_000;

/** How the page calls what happened; kinds that it knows no word for have none. */
const updateTypes: Partial<Readonly<Record<LedgerKind, UpdateType>>> = {
  purchase: 'purchase',
  tip: 'tip',
  split: 'split',
  media: 'media',
  private: 'private',
  spy: 'spy',
  ticket: 'ticket',
  recording: 'recording',
  subscription: 'fan_club',
  snapchat: 'snapchat',
  dickrating: 'dickrating',
  promotion: 'promo',
  refund: 'refund',
  chargeback: 'chargeback',
  adjustment: 'adjustment',
};

export function makeWallet(deps: {
  readonly ledger: Ledger;
  readonly notices: Notices;
  readonly clock: Clock;
}): Wallet {
  const { ledger, clock } = deps;

  const tell = (
    accountId: AccountId,
    purse: Purse,
    { spendable, held, version }: BalanceAfter,
    why: { readonly id: Uuid; readonly change: number; readonly type: UpdateType },
  ) =>
    deps.notices.tell(balanceChanged, {
      accountId,
      purse,
      tokens: spendable,
      held,
      version,
      ...why,
      at: clock.now(),
    });

  const settle = (payment: Payment, outcome: Outcome): Paid => {
    const { debit, credit } = balancesOrRefuse(outcome);
    const { id, kind, payer, receiver, amountTokens, sharePercent } = payment;
    const type = updateTypes[kind];
    tell(payer, 'spending', debit, { id, change: -amountTokens, type });
    if (credit)
      tell(receiver, 'earning', credit, { id, change: modelShare(amountTokens, sharePercent), type });
    return { id, spendable: debit.spendable, isRepeat: outcome.status === 'repeated' };
  };

  return {
    async pay(payment) {
      const { payer, receiver, note, ...rest } = payment;
      return settle(
        payment,
        await ledger.spend({ ...rest, from: payer, to: receiver, ...(note && { note }) }),
      );
    },
    async hold(request) {
      const { payer, receiver, ...rest } = request;
      const outcome = await ledger.hold({ ...rest, from: payer, to: receiver });
      const { debit } = balancesOrRefuse(outcome);
      tell(payer, 'spending', debit, { id: request.id, change: 0, type: 'hold' });
      return { id: request.id, spendable: debit.spendable, isRepeat: outcome.status === 'repeated' };
    },
    async post(payment) {
      const { payer: _, receiver, note, ...rest } = payment;
      const outcome = await ledger.post({ ...rest, to: receiver, ...(note && { note }) });
      if (outcome.status === 'refused' && outcome.reason === 'hold_closed')
        throw new AppError('common.unavailable', { internal: 'what was held has been released' });
      return settle(payment, outcome);
    },
    async release({ holdId, payer }) {
      const outcome = await ledger.void({ holdId });
      if (outcome.status === 'applied' && outcome.debit)
        tell(payer, 'spending', outcome.debit, { id: holdId, change: 0, type: 'hold' });
    },
    async refund({ id, kind, transferId, amountTokens, changes }) {
      const outcome = await ledger.refund({ id, kind, transferId, amountTokens });
      if (outcome.status === 'refused') throw new Error(`a ${kind} was refused: ${outcome.reason}`);
      for (const { person, purse, tokens } of changes) {
        const now = purse === 'spending' ? ledger.balanceOf(person) : ledger.earningsOf(person);
        tell(person, purse, await now, { id, change: tokens, type: updateTypes[kind] });
      }
    },
    async deposit({ id, receiver, amountTokens, note }) {
      const outcome = await ledger.credit({
        id,
        kind: 'purchase',
        source: 'billers',
        to: receiver,
        amountTokens,
        note,
      });
      if (outcome.status === 'refused') throw new Error(`a purchase was refused: ${outcome.reason}`);
      assert(outcome.credit, 'a purchase has a receiver');
      if (outcome.status === 'applied')
        tell(receiver, 'spending', outcome.credit, { id, change: amountTokens, type: 'purchase' });
      return { id, spendable: outcome.credit.spendable, isRepeat: outcome.status === 'repeated' };
    },
    spendableOf: async (person) => (await ledger.balanceOf(person)).spendable,
    recentTipsOf: (pairs) => ledger.recentSpendsTo(pairs, clock.now() - HOUR_MS),
    recentTips: (payer, receiver) => ledger.recentSpendTo(payer, receiver, clock.now() - HOUR_MS),
  };
}

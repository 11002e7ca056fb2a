import { type AccountId, AppError, assert, type Clock, modelShare, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Notices } from '../../platform/events/index.ts';
import {
  type BalanceAfter,
  balancesOrRefuse,
  type CreditRequest,
  type Ledger,
  type LedgerRequest,
  type Outcome,
  type Purse,
  type RefusalReason,
  type TransferNote,
} from '../ledger/index.ts';
import { balanceChanged } from './balance-changed.ts';
import { makeExplainRefusal } from './explain-refusal.ts';
import type { Capture, Captured, HoldRequest, Paid, Payment } from './payments.ts';
import { moneyIn, type PaidMoney, tokensCents } from './purchase-money.ts';
import { makeRecentTips, type RecentTips } from './recent-tips.ts';
import { takeBack, type TakenBack } from './take-back.ts';
import { type UpdateType, updateTypes } from './update-types.ts';

/**
 * The only way for features to reach tokens: it moves them in the ledger, refuses with the errors of the contract, and
 * tells every page of the people concerned, on every node, what is left. What must follow from a payment reads the
 * ledger's feed; nothing of value may depend on this call returning.
 */
export interface Wallet extends RecentTips {
  /** @throws spend errors of the contract, common.unavailable when the outcome is unknown */
  pay(payment: Payment): Promise<Paid>;
  /**
   * Holds tokens for somebody; a repeat holds nothing more.
   * @throws as pay, and common.idempotency_key_reused if the earlier hold of this key was paid or released: nothing can
   * be paid from it any more, so a new hold needs another key
   */
  hold(request: HoldRequest): Promise<Paid>;
  /** Whether a hold would succeed now: holds and frees again, without notices. @throws as pay */
  checkHold(request: HoldRequest): Promise<void>;
  /**
   * Pays a part of a hold. A repeat pays nothing. @returns undefined where the hold is gone or does not cover it:
   * it was taken back from outside
   */
  capture(capture: Capture): Promise<Captured | undefined>;
  /**
   * Raises a hold to this total, including what was already paid of it. @returns undefined if it is gone; refusals
   * throw as pay
   */
  raise(raise: {
    readonly holdId: Uuid;
    readonly payer: AccountId;
    readonly raiseToTokens: number;
  }): Promise<Captured | undefined>;
  /** Pays from what is held and releases the rest. @throws common.unavailable when it was released before */
  post(payment: Payment & { readonly holdId: Uuid }): Promise<Paid>;
  /**
   * Pays from several holds, all or nothing, and releases the rest. A repeat pays nothing.
   * @returns the holds that were released or taken meanwhile, so that nothing was paid; none if all were paid
   */
  postTogether(payments: readonly (Payment & { readonly holdId: Uuid })[]): Promise<readonly Uuid[]>;
  /** Frees what is held; a repeat does nothing. */
  release(hold: { readonly holdId: Uuid; readonly payer: AccountId }): Promise<void>;
  /**
   * Refunds a payment, in part or whole, from everybody who got a share. A repeat has no second effect.
   * @returns false if that much is not left to refund
   */
  refund(back: {
    readonly id: Uuid;
    readonly transferId: Uuid;
    readonly payer: AccountId;
    readonly amountTokens: number;
    readonly note?: TransferNote;
  }): Promise<boolean>;
  /** Takes a purchase back, in part or whole, also where it was spent; holds that it covered are voided. */
  takeBack(back: TakenBack): Promise<void>;
  /** Credits a confirmed purchase, or as an adjustment what was taken back of it before. */
  deposit(purchase: {
    readonly id: Uuid;
    readonly kind: 'purchase' | 'adjustment' | 'postpay_refill';
    /** How pages are told about it, if not by its kind. */
    readonly type?: 're_up';
    readonly receiver: AccountId;
    readonly amountTokens: number;
    readonly paid: PaidMoney;
    readonly note: TransferNote;
  }): Promise<Paid>;
  /** Credits tokens that nobody paid for: gifts and prizes of the house. A repeat has no second effect. */
  grant(gift: {
    readonly id: Uuid;
    readonly receiver: AccountId;
    readonly amountTokens: number;
    readonly note: TransferNote;
  }): Promise<Paid>;
  /** Takes tokens that somebody has free; a repeat takes nothing. @returns undefined where there are fewer */
  withdraw(taken: {
    readonly id: Uuid;
    readonly person: AccountId;
    readonly amountTokens: number;
    readonly note: TransferNote;
  }): Promise<Paid | undefined>;
  /** Lets somebody spend this much more than they have; 0: no more than they already use (rule L14). */
  setCreditLine(person: AccountId, creditTokens: number): Promise<void>;
  /** What somebody has to spend now. */
  spendableOf(person: AccountId): Promise<number>;
}

/** The ledger's codes for a hold that no longer exists, or whose tokens a reversal has taken. */
const lostHold: ReadonlySet<RefusalReason> = new Set(['hold_closed', 'unknown_hold', 'not_enough_tokens']);

/** The hold was released or paid, or was freed before it arrived: it can no longer hold or pay anything. */
const isClosed = (outcome: Outcome): boolean =>
  outcome.status === 'refused' && outcome.reason === 'hold_closed';

export function makeWallet(deps: {
  readonly ledger: Ledger;
  readonly notices: Notices;
  readonly clock: Clock;
  /** The code of a refusal that says more than that there are too few tokens; undefined: nothing more is known. */
  readonly explainShortage?: (payer: AccountId) => Promise<string | undefined>;
}): Wallet {
  const { ledger, clock } = deps;

  const explainRefusal = makeExplainRefusal(ledger, deps.explainShortage);

  const tell = (
    accountId: AccountId,
    purse: Purse,
    { spendable, held, version }: Pick<BalanceAfter, 'spendable' | 'held' | 'version'>,
    why: { readonly id: string; readonly change: number; readonly type: UpdateType },
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
    for (const what of payment.about ?? [id])
      tell(payer, 'spending', debit, { id: what, change: -amountTokens, type });
    if (credit)
      tell(receiver, 'earning', credit, { id, change: modelShare(amountTokens, sharePercent), type });
    return { id, spendable: debit.spendable, isRepeat: outcome.status === 'repeated' };
  };

  /** Tokens from outside of people's purses, with the money that goes with them. */
  const bring = async (
    request: CreditRequest,
    money: readonly LedgerRequest[] = [],
    type: UpdateType = updateTypes[request.kind],
  ): Promise<Paid> => {
    const { id, kind, to, amountTokens } = request;
    const [outcome] = await ledger.together([{ type: 'credit', ...request }, ...money]);
    assert(outcome, 'a request has an outcome');
    if (outcome.status === 'refused') throw new Error(`a ${kind} was refused: ${outcome.reason}`);
    assert(outcome.credit, 'tokens that come have a receiver');
    if (outcome.status === 'applied')
      tell(to, 'spending', outcome.credit, { id, change: amountTokens, type });
    return { id, spendable: outcome.credit.spendable, isRepeat: outcome.status === 'repeated' };
  };

  return {
    async pay(payment) {
      const { payer, receiver, note, ...rest } = payment;
      const outcome = await ledger.spend({ ...rest, from: payer, to: receiver, ...(note && { note }) });
      await explainRefusal(payer, outcome, payment.amountTokens);
      return settle(payment, outcome);
    },
    async hold(request) {
      const { payer, receiver, ...rest } = request;
      const outcome = await ledger.hold({ ...rest, from: payer, to: receiver });
      const isOver = outcome.status === 'repeated' ? !(await ledger.isHeld(request.id)) : isClosed(outcome);
      if (isOver)
        throw new AppError('common.idempotency_key_reused', { internal: 'its hold has been closed' });
      await explainRefusal(payer, outcome, request.amountTokens);
      const { debit } = balancesOrRefuse(outcome);
      tell(payer, 'spending', debit, { id: request.id, change: 0, type: 'hold' });
      return { id: request.id, spendable: debit.spendable, isRepeat: outcome.status === 'repeated' };
    },
    async checkHold(request) {
      const { payer, receiver, ...rest } = request;
      const held = await ledger.hold({ ...rest, from: payer, to: receiver });
      await explainRefusal(payer, held, request.amountTokens);
      balancesOrRefuse(held);
      await ledger.void({ holdId: request.id });
    },
    async capture({ payer, receiver, note, sharePercent, ...rest }) {
      const outcome = await ledger.capture({ ...rest, ...(note && { note }) });
      if (outcome.status === 'refused' && lostHold.has(outcome.reason)) return undefined;
      const { debit, credit } = balancesOrRefuse(outcome);
      const { id, kind, amountTokens } = rest;
      const type = updateTypes[kind];
      if (outcome.status === 'applied') {
        tell(payer, 'spending', debit, { id, change: -amountTokens, type });
        if (credit)
          tell(receiver, 'earning', credit, { id, change: modelShare(amountTokens, sharePercent), type });
      }
      return { leftTokens: outcome.leftTokens ?? 0, spendable: debit.spendable };
    },
    async raise({ payer, ...request }) {
      const outcome = await ledger.raise(request);
      if (
        outcome.status === 'refused' &&
        (outcome.reason === 'hold_closed' || outcome.reason === 'unknown_hold')
      )
        return undefined;
      await explainRefusal(payer, outcome);
      const { debit } = balancesOrRefuse(outcome);
      tell(payer, 'spending', debit, { id: request.holdId, change: 0, type: 'hold' });
      return { leftTokens: outcome.leftTokens ?? 0, spendable: debit.spendable };
    },
    async post(payment) {
      const { payer: _, receiver, note, ...rest } = payment;
      const outcome = await ledger.post({ ...rest, to: receiver, ...(note && { note }) });
      if (isClosed(outcome))
        throw new AppError('common.unavailable', { internal: 'what was held has been released' });
      return settle(payment, outcome);
    },
    async postTogether(payments) {
      const outcomes = await ledger.together(
        payments.map((payment) => {
          const { payer: _, receiver, note, about: __, ...rest } = payment;
          return { type: 'post', ...rest, to: receiver, ...(note && { note }) };
        }),
      );
      const refusals = payments.flatMap(({ holdId }, index) => {
        const outcome = outcomes[index]!;
        return outcome.status === 'refused' ? [{ holdId, reason: outcome.reason }] : [];
      });
      const lost = refusals.filter(({ reason }) => lostHold.has(reason));
      assert(
        lost.length > 0 || refusals.length === 0,
        `payments together were refused: ${refusals[0]?.reason}`,
      );
      if (lost.length === 0) payments.forEach((payment, index) => settle(payment, outcomes[index]!));
      return lost.map(({ holdId }) => holdId);
    },
    async release({ holdId, payer }) {
      const outcome = await ledger.void({ holdId });
      if (outcome.status === 'applied' && outcome.debit)
        tell(payer, 'spending', outcome.debit, { id: holdId, change: 0, type: 'hold' });
    },
    async refund({ payer, ...back }) {
      const outcome = await ledger.refund({ kind: 'refund', ...back });
      if (outcome.status === 'refused' && outcome.reason === 'over_refund') return false;
      const { credit } = balancesOrRefuse(outcome);
      if (outcome.status === 'applied' && credit)
        tell(payer, 'spending', credit, { id: back.id, change: back.amountTokens, type: 'refund' });
      return true;
    },
    async takeBack(back) {
      const balance = await takeBack(ledger, back);
      const { id, kind, person, amountTokens } = back;
      tell(person, 'spending', balance, { id, change: -amountTokens, type: updateTypes[kind] });
    },
    deposit: ({ receiver, paid, type, ...purchase }) =>
      bring(
        { ...purchase, source: 'billers', to: receiver, paidCents: tokensCents(paid) },
        moneyIn(purchase.id, purchase.kind, paid, purchase.note),
        type,
      ),
    grant: ({ receiver, ...gift }) =>
      bring({ ...gift, kind: 'promotion', source: 'promotions', to: receiver, isPromotional: true }),
    async withdraw({ id, person, amountTokens, note }) {
      const request = {
        id,
        amountTokens,
        note,
        kind: 'adjustment',
        from: person,
        sink: 'adjustments',
      } as const;
      const outcome = await ledger.debit(request);
      if (outcome.status === 'refused' && outcome.reason === 'not_enough_tokens') return undefined;
      const { debit } = balancesOrRefuse(outcome);
      if (outcome.status === 'applied')
        tell(person, 'spending', debit, { id, change: -amountTokens, type: 'adjustment' });
      return { id, spendable: debit.spendable, isRepeat: outcome.status === 'repeated' };
    },
    async setCreditLine(person, creditTokens) {
      const balance = await ledger.setCreditLine(person, creditTokens);
      tell(person, 'spending', balance, { id: uuidv7(clock.now()), change: 0, type: 'postpay' });
    },
    spendableOf: async (person) => (await ledger.balanceOf(person)).spendable,
    ...makeRecentTips(ledger, clock),
  };
}

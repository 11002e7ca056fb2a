import type { Log, Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { ClubNews } from './club-news.ts';
import { FAN_SHARE_PERCENT } from './club-rules.ts';
import type { MembershipStore } from './membership-store.ts';
import type { FanPayment, PaymentStore } from './payment-store.ts';

const BATCH = 100;
/** A payment that its own request has not finished by then is finished here. */
const LEFT_MS = 5_000;

/** The transfer of a payment: for a renewal its own id, else derived from the hold. */
export const transferOf = ({ id, kind }: Pick<FanPayment, 'id' | 'kind'>): Uuid =>
  kind === 'renewal' ? id : deriveTransferId('fan_club:payment', id);

/**
 * Pays a membership from its hold. A repeat pays nothing.
 * @returns false if the tokens were reversed from outside before: the membership has ended
 */
export type SettlePayment = (payment: FanPayment) => Promise<boolean>;

/** Pays the holds of stored memberships, and carries out due refunds. */
export function makeSettlePayments(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly memberships: MembershipStore;
  readonly payments: PaymentStore;
  readonly wallet: Pick<Wallet, 'postTogether' | 'release' | 'refund'>;
  readonly news: Pick<ClubNews, 'tell'>;
  readonly now: () => number;
  readonly log: Log;
}) {
  const { payments, wallet } = deps;

  /** Nothing was paid: the tokens were reversed from outside before. The membership is void. */
  const undo = async (payment: FanPayment): Promise<void> => {
    const ended = await deps.database.kysely.transaction().execute(async (transaction) => {
      await deps.memberships.lock(transaction, payment);
      return deps.memberships.end(transaction, payment, 'chargeback');
    });
    // What a reversal has left of the hold is released to the member.
    await wallet.release({ holdId: payment.id, payer: payment.memberId });
    await payments.settle(payment.id, 'freed');
    if (ended) deps.news.tell(ended);
  };

  const settle: SettlePayment = async (payment) => {
    const { id, memberId, modelId, tokens, level } = payment;
    const lost = await wallet.postTogether([
      {
        id: transferOf(payment),
        holdId: id,
        kind: 'subscription',
        payer: memberId,
        receiver: modelId,
        amountTokens: tokens,
        sharePercent: FAN_SHARE_PERCENT,
        note: { ref: { type: 'fan_club', id }, detail: { level } },
      },
    ]);
    const isPaid = lost.length === 0;
    if (isPaid) await payments.settle(id, 'paid');
    else await undo(payment);
    return isPaid;
  };

  const giveBack = async (payment: FanPayment): Promise<void> => {
    // An amount reversed before cannot be refunded again.
    await wallet.refund({
      id: deriveTransferId('fan_club:refund', payment.id),
      transferId: transferOf(payment),
      payer: payment.memberId,
      amountTokens: payment.refundTokens,
      note: { ref: { type: 'fan_club', id: payment.id } },
    });
    await payments.keepRefund(payment.id);
  };

  const each = async (
    found: readonly FanPayment[],
    act: (payment: FanPayment) => Promise<unknown>,
    failure: string,
  ): Promise<void> => {
    for (const payment of found)
      await act(payment).catch((error: unknown) => deps.log.error({ payment: payment.id, error }, failure));
  };

  return {
    settle,
    /** Finishes what requests and crashes have left; safe on several nodes at once. */
    async finish(): Promise<void> {
      await each(await payments.listHeld(deps.now() - LEFT_MS, BATCH), settle, 'a fan club was not paid');
      await each(await payments.listOwed(BATCH), giveBack, 'a fan club was not refunded');
    },
  };
}

import { AppError, type Log, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { ClubNews } from './club-news.ts';
import { FAN_SHARE_PERCENT, GRACE_MS, nextTryAt, PERIOD_MS } from './club-rules.ts';
import type { KeptMembership, MembershipStore } from './membership-store.ts';
import type { FanPayment, PaymentStore } from './payment-store.ts';
import type { IsShutOut } from './shut-out.ts';

const BATCH = 100;

/** Refusals that are the member's: the renewal waits for a day. All else is tried again in a minute. */
const isRefused = (error: unknown): error is AppError =>
  error instanceof AppError && error.code.startsWith('ledger.');

/**
 * Pays the next period of memberships (S2104, S2105). The payment is named before the ledger is asked, so that after a
 * crash, or on a second node, the same is meant.
 */
export function makeRenewClubs(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly memberships: MembershipStore;
  readonly payments: PaymentStore;
  readonly isShutOut: IsShutOut;
  readonly wallet: Pick<Wallet, 'pay'>;
  readonly news: ClubNews;
  readonly now: () => number;
  readonly log: Log;
}) {
  const { memberships, news, wallet } = deps;

  const keepPaid = (membership: KeptMembership, payment: FanPayment, price: number) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const current = await memberships.lock(transaction, membership);
      const isFirst = await deps.payments.add(transaction, payment, { state: 'paid', now: deps.now() });
      // Another node was first.
      if (!isFirst) return undefined;
      if (current?.renewalPayment !== payment.id || current.state === 'ended') {
        // It has ended while it was paid: nothing is left to pay for.
        await deps.payments.owe(transaction, payment.id, payment.tokens);
        return undefined;
      }
      return memberships.keepPeriod(transaction, membership, {
        kind: 'renewal',
        level: payment.level,
        price,
        startsAt: payment.periodEndsAt - PERIOD_MS,
        endsAt: payment.periodEndsAt,
        // A member who canceled meanwhile keeps what is paid, and is not renewed.
        autoRenew: current.state !== 'canceled',
        now: deps.now(),
      });
    });

  /** @param code the refusal shown to the member; undefined: nothing they could do about it */
  const keepUnpaid = async (membership: KeptMembership, id: Uuid, code?: string): Promise<void> => {
    const failedTries = membership.failedTries + 1;
    const last = membership.periodEndsAt + GRACE_MS;
    const failed = await deps.database.kysely.transaction().execute((transaction) =>
      memberships.keepFailure(transaction, membership, {
        payment: id,
        failedTries,
        // After the last try it ends: the check for expired ones does that.
        nextTryAt: nextTryAt(membership.periodEndsAt, deps.now()) ?? last,
      }),
    );
    if (!failed) return;
    news.tell(failed);
    if (code !== undefined) news.tellRefusal(failed, code);
  };

  /** @param isNew nothing can have been paid by it yet */
  const renew = async (membership: KeptMembership, id: Uuid, isNew: boolean): Promise<void> => {
    const { memberId, modelId } = membership;
    // Tried again once a day, as where tokens are missing: a kick is over soon.
    if (isNew && (await deps.isShutOut(membership))) return keepUnpaid(membership, id);
    const level = membership.nextLevel ?? membership.level;
    const price = membership.nextPrice ?? membership.price;
    // Who could not be paid for longer than that, a suspended performer, is paid from now on.
    const isLate = deps.now() >= membership.periodEndsAt + GRACE_MS;
    const startsAt = isLate ? deps.now() : membership.periodEndsAt;
    const payment: FanPayment = {
      id,
      memberId,
      modelId,
      kind: 'renewal',
      level,
      tokens: price,
      periodEndsAt: startsAt + PERIOD_MS,
      refundTokens: 0,
    };
    try {
      await wallet.pay({
        id,
        kind: 'subscription',
        payer: memberId,
        receiver: modelId,
        amountTokens: price,
        sharePercent: FAN_SHARE_PERCENT,
        note: { ref: { type: 'fan_club', id }, detail: { level } },
      });
    } catch (error) {
      if (!isRefused(error)) throw error;
      return keepUnpaid(membership, id, error.code);
    }
    const renewed = await keepPaid(membership, payment, price);
    if (renewed) news.tell(renewed);
  };

  return async (): Promise<void> => {
    for (let taken = 0; taken < BATCH; taken++) {
      const fresh = uuidv7(deps.now());
      const membership = await memberships.takeDue(deps.now(), fresh);
      if (!membership) return;
      const id = membership.renewalPayment ?? fresh;
      await renew(membership, id, id === fresh).catch((error: unknown) =>
        deps.log.error({ member: membership.memberId, err: error }, 'a fan club was not renewed'),
      );
    }
  };
}

import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import type { ClubNews } from './club-news.ts';
import { GRACE_MS, restOf, shareRefund } from './club-rules.ts';
import type { EndReason, KeptMembership, MembershipStore } from './membership-store.ts';
import type { PaymentStore } from './payment-store.ts';
import type { IsShutOut } from './shut-out.ts';

const BATCH = 200;

/** Ends memberships: expired ones, and those of performers who have left, whose rest is refunded (S2106). */
export function makeEndClubs(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly memberships: MembershipStore;
  readonly payments: PaymentStore;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly notifyWithin: NotifyWithin;
  readonly isShutOut: IsShutOut;
  readonly news: Pick<ClubNews, 'tell'>;
  readonly now: () => number;
}) {
  const { memberships, payments } = deps;

  /** Refunds the rest of the period, divided among its payments. */
  const owe = async (transaction: Transaction, { price, periodEndsAt, ...pair }: KeptMembership) => {
    const paid = await payments.listOfPeriod(transaction, pair, periodEndsAt);
    const rest = restOf(price, periodEndsAt - deps.now());
    for (const { payment, tokens } of shareRefund(paid, rest))
      await payments.owe(transaction, payment.id, tokens);
  };

  /** Members who canceled know; all others are told why. */
  const tellMember = async (
    transaction: Transaction,
    ended: KeptMembership,
    reason: EndReason,
    isOut: boolean,
  ) => {
    if (reason === 'over') return undefined;
    const model = await deps.accounts.findById(ended.modelId, transaction);
    if (!model) return undefined;
    return deps.notifyWithin(transaction, ended.memberId, {
      kind: 'fan_ended',
      code: reason === 'model_left' ? 'fan_club_closed' : isOut ? 'fan_club_shut_out' : 'fan_club_unpaid',
      params: { name: model.displayName },
      url: reason === 'model_left' || isOut ? null : `/${model.username}/fanclub`,
    });
  };

  const end = async (transaction: Transaction, found: KeptMembership, reason: EndReason, isOut: boolean) => {
    const current = await memberships.lock(transaction, found);
    // Paid, resumed or left meanwhile.
    if (!current || current.state === 'ended' || current.periodEndsAt !== found.periodEndsAt)
      return undefined;
    if (reason === 'model_left') await owe(transaction, current);
    const ended = await memberships.end(transaction, found, reason);
    return ended && { ended, tell: await tellMember(transaction, ended, reason, isOut) };
  };

  const endEach = async <M extends KeptMembership>(
    found: readonly M[],
    reasonOf: (membership: M) => EndReason,
  ): Promise<void> => {
    for (const membership of found) {
      const reason = reasonOf(membership);
      // Somebody shut out was not charged: the reason is not that they could not pay.
      const isOut = reason === 'unpaid' && (await deps.isShutOut(membership));
      const done = await deps.database.kysely
        .transaction()
        .execute((transaction) => end(transaction, membership, reason, isOut));
      if (!done) continue;
      done.tell?.();
      deps.news.tell(done.ended);
    }
  };

  return {
    /** A look for all that is over; safe on several nodes at once. */
    async look(): Promise<void> {
      const now = deps.now();
      const over = await memberships.listOver(now, now - GRACE_MS, BATCH);
      await endEach(over, ({ state }) => (state === 'canceled' ? 'over' : 'unpaid'));
      await endEach(await memberships.listMarked(BATCH), ({ endsBecause }) => endsBecause);
    },
    lookForLeft: () => memberships.markLeft(deps.now()),
  };
}

import type { FanLevel } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import { type Account, chosenInvisibleLevel, isApprovedModel } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { ClubNews } from './club-news.ts';
import { type Plan, planJoin } from './club-rules.ts';
import type { KeptMembership, MembershipStore } from './membership-store.ts';
import type { FanPayment, PaymentStore } from './payment-store.ts';
import type { SettlePayment } from './settle-payments.ts';

/** A hold that led to no membership is released after this. */
const HOLD_MS = 10 * 60_000;

/** The ledger's name for the holds of a member's payment. */
export const paymentMachine = (id: Uuid): string => `fan_club:${id}`;

/** Whether somebody can be joined: approved, not suspended, and their club is on. @throws fan_club.off */
export function requireOpenClub(owner: Account): void {
  const isOpen = owner.settings.fanclub_enabled && isApprovedModel(owner) && owner.suspendedAt === null;
  if (!isOpen) throw new AppError('fan_club.off');
}

export interface Joining {
  readonly key: Uuid;
  readonly member: Account;
  readonly owner: Account;
  readonly level: FanLevel;
  /** What the level was shown to cost. */
  readonly price: number;
  readonly autoRenew: boolean;
}

/** What a plan costs now. */
const costOf = (plan: Plan): number => (plan.kind === 'later' ? 0 : plan.tokens);

/**
 * Joins a club, or changes the level (S2101, S2102). The tokens are held first and paid when the membership is stored,
 * so that nobody pays without getting it; the next run pays what a crash leaves in between.
 * @throws fan_club.off, fan_club.already_member, common.price_changed, spend errors
 */
export type JoinClub = (joining: Joining) => Promise<KeptMembership>;

export function makeJoinClub(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly memberships: MembershipStore;
  readonly payments: PaymentStore;
  readonly wallet: Pick<Wallet, 'hold' | 'release'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly settle: SettlePayment;
  readonly notifyWithin: NotifyWithin;
  readonly news: Pick<ClubNews, 'tell'>;
  readonly now: () => number;
}): JoinClub {
  const { memberships, payments, wallet } = deps;

  const refuse = async ({ member, owner }: Joining): Promise<void> => {
    if (member.type === 'model') throw new AppError('ledger.model_cannot_spend');
    requireOpenClub(owner);
    const apart = await deps.blocks.listApart([[member.id, owner.id]]);
    if (apart.size > 0) throw new AppError('fan_club.off');
  };

  /** Stores the plan, if the membership has not changed since. */
  const keep = (joining: Joining, id: Uuid, planned: Plan, now: number) => {
    const { member, owner, autoRenew } = joining;
    const pair = { memberId: member.id, modelId: owner.id };
    return deps.database.kysely.transaction().execute(async (transaction) => {
      const current = await memberships.lock(transaction, pair);
      const plan = planJoin(current, joining, { prices: owner.settings.fanclub_prices, now });
      // Another page of the same member has changed it in between: the hold does not match its price.
      const isOther = plan.kind !== planned.kind || costOf(plan) !== costOf(planned);
      if (isOther) throw new AppError('common.price_changed', { params: { price: joining.price } });
      if (plan.kind === 'later')
        return { membership: await memberships.setNext(transaction, pair, { ...plan, autoRenew }) };
      const { kind, level, price, periodStartsAt, periodEndsAt, tokens } = plan;
      const membership = await memberships.keepPeriod(transaction, pair, {
        kind,
        level,
        price,
        startsAt: periodStartsAt,
        endsAt: periodEndsAt,
        autoRenew,
        now,
      });
      // Who hides from performers is counted and not named.
      const tellOwner =
        kind === 'join' && chosenInvisibleLevel(member) === 0
          ? await deps.notifyWithin(transaction, owner.id, {
              kind: 'fan_joined',
              code: 'fan_joined',
              params: { username: member.username },
              url: '/model-desk/fan-club',
            })
          : undefined;
      if (tokens === 0) return { membership };
      // A period that is paid late is held first, as all that somebody presses for.
      const payment: FanPayment = {
        id,
        ...pair,
        kind: kind === 'renewal' ? 'join' : kind,
        level,
        tokens,
        periodEndsAt,
        refundTokens: 0,
      };
      await payments.add(transaction, payment, { state: 'held', now });
      return { membership, payment, tellOwner };
    });
  };

  /** @throws ledger.not_enough_tokens if the held tokens were reversed meanwhile, so that there is no membership */
  const pay = async (payment: FanPayment): Promise<void> => {
    if (!(await deps.settle(payment)))
      throw new AppError('ledger.not_enough_tokens', { internal: 'what was held for a membership is gone' });
  };

  return async (joining) => {
    const { member, owner } = joining;
    const pair = { memberId: member.id, modelId: owner.id };
    const id = deriveTransferId(`account:${member.id}:fan_club`, joining.key);
    // A repeat of a payment, with its current state.
    const [known, current] = await Promise.all([payments.find(id), memberships.find(pair)]);
    if (known && current) {
      await pay(known);
      return current;
    }
    await refuse(joining);
    const now = deps.now();
    const plan = planJoin(current, joining, { prices: owner.settings.fanclub_prices, now });
    const tokens = costOf(plan);
    if (tokens > 0)
      await wallet.hold({
        id,
        kind: 'subscription',
        payer: member.id,
        receiver: owner.id,
        amountTokens: tokens,
        machine: paymentMachine(id),
        expiresAt: now + HOLD_MS,
      });
    let kept: {
      readonly membership: KeptMembership;
      readonly payment?: FanPayment;
      readonly tellOwner?: (() => void) | undefined;
    };
    try {
      kept = await keep(joining, id, plan, now);
    } catch (error) {
      // A repeat that came first has the same hold: it stays.
      if (tokens > 0 && !(await payments.find(id))) await wallet.release({ holdId: id, payer: member.id });
      throw error;
    }
    if (kept.payment) await pay(kept.payment);
    kept.tellOwner?.();
    deps.news.tell(kept.membership);
    return kept.membership;
  };
}

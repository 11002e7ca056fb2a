import type { WheelName } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { GrantStore } from './grant-store.ts';
import type { PlanStore } from './plan-store.ts';
import { costMax, SPIN_VALID_MS } from './wheel-rules.ts';

/** Gives somebody a spin for a reason; the same reason is one spin (S2001). */
export type GiveSpin = (
  transaction: Transaction,
  spin: {
    /** Why, for example `purchase:0198…`. */
    readonly key: string;
    readonly accountId: AccountId;
    readonly wheel: WheelName;
    readonly now: number;
  },
) => Promise<void>;

/**
 * Each spin reserves the most it can cost, so a day's spins never exceed the operator's budget; when that is used up,
 * no more spins are given, and existing ones stay. A spin keeps the prizes and odds with which it was given.
 */
export const makeGiveSpin =
  (deps: {
    readonly grants: Pick<GrantStore, 'isKnown' | 'promise' | 'add'>;
    readonly plans: Pick<PlanStore, 'current'>;
    readonly budgetTokens: number;
  }): GiveSpin =>
  async (transaction, { key, accountId, wheel, now }) => {
    if (await deps.grants.isKnown(transaction, key)) return;
    const plan = await deps.plans.current(wheel, transaction);
    const promise = { day: utcDayOf(now), tokens: costMax(plan), budgetTokens: deps.budgetTokens };
    if (!(await deps.grants.promise(transaction, promise))) return;
    await deps.grants.add(transaction, {
      key,
      accountId,
      wheel,
      plan: plan.id,
      now,
      endsAt: now + SPIN_VALID_MS,
    });
  };

import { randomBytes } from 'node:crypto';
import type { WheelName } from '@klieg/contract';
import { type AccountId, AppError, assert, type Clock, commitOf, drawSlot, type Uuid } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Database } from '../../platform/postgres/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { CreditStore, PromoCredit } from './credit-store.ts';
import type { PlanStore } from './plan-store.ts';
import { endOfDay, HOLD_MS, instanceOf, refOf } from './wheel-rules.ts';
import type { KnownSpin, WheelBlock, WheelStore } from './wheel-store.ts';

const SEED_BYTES = 32;

export interface SpinRequest {
  readonly accountId: AccountId;
  readonly wheel: WheelName;
  /** The caller's key: the same key is one spin (S2002). */
  readonly key: Uuid;
  readonly clientSeed: string;
  /** The lock and the plan that the page shows; another one draws nothing. */
  readonly shown: { readonly commit: string; readonly plan: number } | undefined;
}

export function makeSpinWheel(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly wheels: WheelStore;
  readonly plans: Pick<PlanStore, 'find'>;
  readonly credits: Pick<CreditStore, 'add'>;
  readonly clock: Clock;
}) {
  const { wheels, clock } = deps;

  const openBlock = (accountId: AccountId, wheel: WheelName): Promise<WheelBlock> =>
    wheels.openBlock({ accountId, wheel, day: utcDayOf(clock.now()) }, randomBytes(SEED_BYTES));

  return {
    /** The lock of somebody's next spin under a plan, as published before it. */
    async lockOf(accountId: AccountId, wheel: WheelName, plan: number) {
      const { day, seed, nextN } = await openBlock(accountId, wheel);
      return {
        instance: instanceOf(wheel, accountId, day),
        commit: await commitOf(seed),
        n: nextN,
        plan,
        ends_at: new Date(endOfDay(day)).toISOString(),
      };
    },
    /**
     * Uses up one spin, draws and stores the prize in one transaction. Spins of one account are sequential, so nobody
     * can choose the number of a draw.
     * @throws promo.no_spins, promo.lock_changed
     */
    async spin({ accountId, wheel, key, clientSeed, shown }: SpinRequest): Promise<KnownSpin> {
      const id = deriveTransferId(`account:${accountId}:${wheel}-wheel`, key);
      const opened = await openBlock(accountId, wheel);
      return deps.database.kysely.transaction().execute(async (transaction) => {
        const block = await wheels.lockBlock(transaction, opened);
        const known = await wheels.find(id, transaction);
        if (known) return known;
        const now = clock.now();
        const grant = await wheels.takeGrant(transaction, accountId, wheel, now);
        if (!grant) throw new AppError('promo.no_spins');
        const { day, seed, nextN: n } = block;
        const { id: plan, weights, prizes } = await deps.plans.find(wheel, grant.plan, transaction);
        // The spin goes back with the transaction: nobody is drawn for by odds that they have not seen.
        if (shown && (shown.plan !== plan || shown.commit !== (await commitOf(seed))))
          throw new AppError('promo.lock_changed');
        const instance = instanceOf(wheel, accountId, day);
        const { slot } = await drawSlot({ seed, instance, n, clientSeed, weights });
        const credit: Omit<PromoCredit, 'state'> = {
          id,
          accountId,
          tokens: prizes[slot]!,
          source: wheel,
          ref: refOf({ wheel, accountId, day, n }),
        };
        await deps.credits.add(transaction, credit, { now, heldUntil: now + HOLD_MS });
        await wheels.add(transaction, {
          id,
          accountId,
          wheel,
          day,
          n,
          clientSeed,
          weights,
          prizes,
          slot,
          at: new Date(now),
        });
        const spun = await wheels.find(id, transaction);
        assert(spun, 'a spin that was made is there');
        return spun;
      });
    },
  };
}

export type SpinWheel = ReturnType<typeof makeSpinWheel>;

import type { callsByFeature, DeskWheel, WheelName } from '@klieg/contract';
import { type Clock, toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { presentPlan, type PromoFeature, type WheelPlan } from '../promo/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { meanCost, planOf } from './odds-rules.ts';

const WHEELS: readonly WheelName[] = ['promo', 'vault'];

/** A wheel in a line, for the audit log. */
const lineOf = (plan: WheelPlan): string =>
  presentPlan(plan)
    .map(({ tokens, odds_percent: odds }) => `${tokens}: ${odds} %`)
    .join(', ');

/**
 * Prizes and odds of the wheels. A change is a plan of its own for spins that are given from now on: each spin is drawn
 * by the plan that it was given with, which is the one that was shown with its lock.
 */
export const makeWheelDeskHandlers = (deps: {
  readonly plans: PromoFeature['plans'];
  readonly budget: PromoFeature['budget'];
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
}): Pick<
  Handlers<(typeof callsByFeature)['back-office'], SiteCaller>,
  'listDeskWheels' | 'saveDeskWheel'
> => {
  const { plans, budget } = deps;
  const present = async (wheel: WheelName): Promise<DeskWheel> => {
    const plan = await plans.current(wheel);
    const open = await plans.countOpen(wheel, plan.id, deps.clock.now());
    return {
      wheel,
      plan: plan.id,
      since: toInstant(plan.madeAt),
      prizes: presentPlan(plan),
      mean_cost: meanCost(plan),
      open_spins: open.all,
      open_spins_of_before: open.ofBefore,
    };
  };
  const items = () => Promise.all(WHEELS.map(present));
  return {
    listDeskWheels: async () => ({ items: await items(), budget_tokens: budget.tokens }),
    async saveDeskWheel({ body }, { caller }) {
      const plan = planOf(body.prizes, budget.tokens);
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const before = lineOf(await plans.current(body.wheel, transaction));
        if (before === lineOf(plan)) return;
        const { id } = await plans.add(transaction, body.wheel, plan);
        await deps.auditLog.note(transaction, caller, {
          action: 'wheels.changed',
          target: `wheel:${body.wheel}`,
          detail: { plan: String(id), before, after: lineOf(plan) },
        });
      });
      return { status: 1, items: await items() };
    },
  };
};

import type { WheelName } from '@klieg/contract';
import { type AccountId, assert } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { WheelPlan } from './wheel-rules.ts';

/** Prizes and odds of a wheel as they are kept; one that was kept never changes. */
export interface KeptPlan extends WheelPlan {
  readonly id: number;
  readonly madeAt: Date;
}

export interface PlanStore {
  /** What spins of a wheel are given with now. */
  current(wheel: WheelName, within?: Transaction): Promise<KeptPlan>;
  /** The plan of somebody's next spin: the one it was given with; without a spin the current one. */
  ofNextSpin(accountId: AccountId, wheel: WheelName, now: number): Promise<KeptPlan>;
  find(wheel: WheelName, id: number | null, within: Transaction): Promise<KeptPlan>;
  /** Spins that are given from now on have this plan. */
  add(transaction: Transaction, wheel: WheelName, plan: WheelPlan): Promise<KeptPlan>;
  /** Unused spins of a wheel, and how many of them have an older plan. */
  countOpen(
    wheel: WheelName,
    plan: number,
    now: number,
  ): Promise<{ readonly all: number; readonly ofBefore: number }>;
}

interface PlanRow {
  readonly id: number;
  readonly weights: number[];
  readonly prizes: number[];
  readonly made_at: Date;
}

const planOf = ({ made_at: madeAt, ...row }: PlanRow): KeptPlan => ({ ...row, madeAt });

export function makePlanStore({ kysely }: Pick<Database, 'kysely'>): PlanStore {
  const read = async (query: RawBuilder<PlanRow>, within?: Transaction): Promise<KeptPlan> => {
    const { rows } = await query.execute(within ?? kysely);
    assert(rows[0], 'every wheel has a plan');
    return planOf(rows[0]);
  };
  return {
    current: (wheel, within) =>
      read(
        sql`select id, weights, prizes, made_at from wheel_plans where wheel = ${wheel} order by id desc limit 1`,
        within,
      ),
    ofNextSpin: (accountId, wheel, now) =>
      read(sql`
        with next as (
          select coalesce(plan, (select min(id) from wheel_plans where wheel = ${wheel})) as plan from spin_grants
          where account_id = ${accountId} and wheel = ${wheel} and spun_at is null and ends_at > ${new Date(now)}
          order by ends_at, key limit 1)
        select id, weights, prizes, made_at from wheel_plans where wheel = ${wheel}
        order by id = (select plan from next) desc nulls last, id desc limit 1`),
    find: (wheel, id, within) =>
      read(
        sql`select id, weights, prizes, made_at from wheel_plans
          where wheel = ${wheel} and (${id}::integer is null or id = ${id}) order by id limit 1`,
        within,
      ),
    add: (transaction, wheel, { weights, prizes }) =>
      read(
        sql`insert into wheel_plans (wheel, weights, prizes) values (${wheel}, ${[...weights]}, ${[...prizes]})
          returning id, weights, prizes, made_at`,
        transaction,
      ),
    async countOpen(wheel, plan, now) {
      const { rows } = await sql<{ all: number; ofBefore: number }>`
        select count(*)::int as "all", count(*) filter (where plan is distinct from ${plan}
          and not (plan is null and ${plan} = (select min(id) from wheel_plans where wheel = ${wheel})))::int as "ofBefore"
        from spin_grants where wheel = ${wheel} and spun_at is null and ends_at > ${new Date(now)}`.execute(
        kysely,
      );
      return rows[0]!;
    },
  };
}

import { HOUR_MS } from '@klieg/kernel/time';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { PRICE_TOLD_MS, RENEWAL_TOLD_MS } from './club-rules.ts';
import { type KeptMembership, membershipOf, type MembershipRow, type Pair } from './membership-store.ts';

const HALF_A_DAY_MS = 12 * HOUR_MS;

const at = (ms: number): Date => new Date(ms);

/** What members were told about their next charge. */
export type AheadStore = ReturnType<typeof makeAheadStore>;

export function makeAheadStore({ kysely }: Pick<Database, 'kysely'>) {
  const isPair = ({ memberId, modelId }: Pair) =>
    sql<boolean>`f.member_id = ${memberId} and f.model_id = ${modelId}`;
  return {
    /** Those that are renewed in at least a week and whose price nobody has compared yet (S2104). */
    async listForPrice(now: number, limit: number): Promise<readonly KeptMembership[]> {
      const { rows } = await sql<MembershipRow>`
        select f.* from fan_memberships f
        where f.state = 'active' and f.price_looked_at is null and f.period_ends_at > ${at(now + PRICE_TOLD_MS)}
          and f.period_ends_at <= ${at(now + PRICE_TOLD_MS + HALF_A_DAY_MS)}
        order by f.period_ends_at limit ${limit}`.execute(kysely);
      return rows.map(membershipOf);
    },
    /** @returns false if another process has checked meanwhile */
    async keepPriceLook(
      within: Transaction,
      pair: Pair,
      { now, nextPrice }: { readonly now: number; readonly nextPrice: number | null },
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update fan_memberships f set price_looked_at = ${at(now)}, next_price = ${nextPrice}
        where ${isPair(pair)} and f.price_looked_at is null and f.state = 'active'`.execute(within);
      return numAffectedRows === 1n;
    },
    /** Those renewing within three days whose members were not told. @param left which to leave out */
    async listForNotice(
      now: number,
      limit: number,
      left: readonly Pair[],
    ): Promise<readonly KeptMembership[]> {
      const { rows } = await sql<MembershipRow>`
        select f.* from fan_memberships f
        where f.state = 'active' and f.renewal_told_at is null
          and not exists (
            select from unnest(${left.map(({ memberId }) => memberId)}::bigint[],
              ${left.map(({ modelId }) => modelId)}::bigint[]) as l (member_id, model_id)
            where l.member_id = f.member_id and l.model_id = f.model_id)
          and f.period_ends_at between ${at(now)} and ${at(now + RENEWAL_TOLD_MS)}
        order by f.period_ends_at limit ${limit}`.execute(kysely);
      return rows.map(membershipOf);
    },
    /** @returns false if another process has told them meanwhile */
    async keepNotice(within: Transaction, pair: Pair, now: number): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update fan_memberships f set renewal_told_at = ${at(now)}
        where ${isPair(pair)} and f.renewal_told_at is null and f.state = 'active'`.execute(within);
      return numAffectedRows === 1n;
    },
  };
}

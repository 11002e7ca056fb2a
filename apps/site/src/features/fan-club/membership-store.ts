import type { FanLevel } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { LEFT_AFTER_MS, LEVELS, type Membership } from './club-rules.ts';

/** A member and the performer whose club it is. */
export interface Pair {
  readonly memberId: AccountId;
  readonly modelId: AccountId;
}

export type KeptMembership = Pair &
  Membership & {
    readonly joinedAt: number;
    readonly failedTries: number;
    /** The payment of the next period; null: none has begun. */
    readonly renewalPayment: Uuid | null;
  };

export type EndReason = 'over' | 'unpaid' | 'model_left' | 'chargeback';

/** A row of fan_memberships. */
export interface MembershipRow {
  readonly member_id: AccountId;
  readonly model_id: AccountId;
  readonly level: FanLevel;
  readonly state: Membership['state'];
  readonly price: number;
  readonly joined_at: Date;
  readonly period_ends_at: Date;
  readonly next_level: FanLevel | null;
  readonly next_price: number | null;
  readonly failed_tries: number;
  readonly renewal_payment: Uuid | null;
}

export const membershipOf = (row: MembershipRow): KeptMembership => ({
  memberId: row.member_id,
  modelId: row.model_id,
  level: row.level,
  state: row.state,
  price: row.price,
  joinedAt: row.joined_at.getTime(),
  periodEndsAt: row.period_ends_at.getTime(),
  nextLevel: row.next_level,
  nextPrice: row.next_price,
  failedTries: row.failed_tries,
  renewalPayment: row.renewal_payment,
});

const at = (ms: number): Date => new Date(ms);

/** Who has joined which club, since when and until when. */
export type MembershipStore = ReturnType<typeof makeMembershipStore>;

export function makeMembershipStore({ kysely }: Pick<Database, 'kysely'>) {
  const isPair = ({ memberId, modelId }: Pair) =>
    sql<boolean>`f.member_id = ${memberId} and f.model_id = ${modelId}`;
  return {
    /** One change of a membership at a time, even if it does not exist yet, until the transaction ends. */
    async lock(within: Transaction, pair: Pair): Promise<KeptMembership | undefined> {
      await sql`select pg_advisory_xact_lock(hashtextextended(
        'fan_club', ${pair.memberId}::bigint # (${pair.modelId}::bigint << 32)))`.execute(within);
      const { rows } =
        await sql<MembershipRow>`select f.* from fan_memberships f where ${isPair(pair)}`.execute(within);
      return rows[0] && membershipOf(rows[0]);
    },
    async find(pair: Pair): Promise<KeptMembership | undefined> {
      const { rows } =
        await sql<MembershipRow>`select f.* from fan_memberships f where ${isPair(pair)}`.execute(kysely);
      return rows[0] && membershipOf(rows[0]);
    },
    /** Which of these pairs have not ended. */
    async listOf(pairs: readonly Pair[]): Promise<readonly KeptMembership[]> {
      const { rows } = await sql<MembershipRow>`
        select f.* from unnest(${pairs.map(({ memberId }) => memberId)}::bigint[],
          ${pairs.map(({ modelId }) => modelId)}::bigint[]) as asked(member_id, model_id)
        join fan_memberships f using (member_id, model_id) where f.state <> 'ended'`.execute(kysely);
      return rows.map(membershipOf);
    },
    /** What these people are members of, the newest first. */
    async listOfMembers(memberIds: readonly AccountId[]): Promise<readonly KeptMembership[]> {
      const { rows } = await sql<MembershipRow>`
        select f.* from fan_memberships f where f.member_id = any(${[...memberIds]}) and f.state <> 'ended'
        order by f.joined_at desc, f.model_id`.execute(kysely);
      return rows.map(membershipOf);
    },
    /** Members of a club, the newest first, after a mark. */
    async listOfModel(
      modelId: AccountId,
      wanted: {
        readonly level: FanLevel | undefined;
        readonly before: { readonly at: number; readonly id: AccountId } | undefined;
        readonly limit: number;
      },
    ): Promise<readonly KeptMembership[]> {
      const { level, before, limit } = wanted;
      const { rows } = await sql<MembershipRow>`
        select f.* from fan_memberships f
        where f.model_id = ${modelId} and f.state <> 'ended'
          and (${level ?? null}::text is null or f.level = ${level ?? null}::text)
          and (${before ? at(before.at) : null}::timestamptz is null
            or (f.joined_at, f.member_id)
              < (${before ? at(before.at) : null}::timestamptz, ${before?.id ?? 0}::bigint))
        order by f.joined_at desc, f.member_id desc limit ${limit}`.execute(kysely);
      return rows.map(membershipOf);
    },
    /** Ids of the members of one of these levels. */
    async listMemberIds(modelId: AccountId, levels: readonly FanLevel[]): Promise<readonly AccountId[]> {
      const { rows } = await sql<{ member_id: AccountId }>`
        select f.member_id from fan_memberships f
        where f.model_id = ${modelId} and f.state <> 'ended' and f.level = any(${[...levels]})
        order by f.member_id`.execute(kysely);
      return rows.map(({ member_id }) => member_id);
    },
    async countOf(modelId: AccountId): Promise<Readonly<Record<FanLevel, number>>> {
      const { rows } = await sql<{ level: FanLevel; count: number }>`
        select f.level, count(*)::int as count from fan_memberships f
        where f.model_id = ${modelId} and f.state <> 'ended' group by f.level`.execute(kysely);
      const counts = new Map(rows.map(({ level, count }) => [level, count]));
      const [supporter, insider, legend] = LEVELS.map((level) => counts.get(level) ?? 0);
      return { supporter: supporter!, insider: insider!, legend: legend! };
    },
    /** A paid period: of a new member, of a higher level, or the next one. */
    async keepPeriod(
      within: Transaction,
      pair: Pair,
      period: {
        readonly kind: 'join' | 'upgrade' | 'renewal';
        readonly level: FanLevel;
        readonly price: number;
        readonly startsAt: number;
        readonly endsAt: number;
        readonly autoRenew: boolean;
        readonly now: number;
      },
    ): Promise<KeptMembership> {
      const { kind, level, price, startsAt, endsAt, autoRenew, now } = period;
      const state = autoRenew ? 'active' : 'canceled';
      // After a raise of the level an earlier notice about the next charge stays valid, except for its price.
      const { rows } = await sql<MembershipRow>`
        insert into fan_memberships as f (member_id, model_id, level, state, price, joined_at, period_starts_at,
          period_ends_at, next_try_at)
        values (${pair.memberId}, ${pair.modelId}, ${level}, ${state}, ${price}, ${at(now)}, ${at(startsAt)},
          ${at(endsAt)}, ${at(endsAt)})
        on conflict (member_id, model_id) do update set level = excluded.level, state = excluded.state,
          price = excluded.price, period_starts_at = excluded.period_starts_at,
          period_ends_at = greatest(f.period_ends_at, excluded.period_ends_at),
          next_level = null, next_price = null, renewal_payment = null, failed_tries = 0,
          next_try_at = excluded.next_try_at, end_reason = null, ends_because = null,
          joined_at = case when ${kind} = 'join' then excluded.joined_at else f.joined_at end,
          price_looked_at = case when ${kind} = 'upgrade' then f.price_looked_at end,
          renewal_told_at = case when ${kind} = 'upgrade' then f.renewal_told_at end
        returning f.*`.execute(within);
      return membershipOf(rows[0]!);
    },
    /** The level and price of the next period. */
    async setNext(
      within: Transaction,
      pair: Pair,
      next: { readonly level: FanLevel; readonly price: number; readonly autoRenew: boolean },
    ): Promise<KeptMembership> {
      const { rows } = await sql<MembershipRow>`
        update fan_memberships f set next_level = nullif(${next.level}, f.level),
          next_price = nullif(${next.price}::int, f.price),
          state = case when f.state = 'past_due' then f.state when ${next.autoRenew} then 'active' else 'canceled' end
        where ${isPair(pair)} returning f.*`.execute(within);
      return membershipOf(rows[0]!);
    },
    /** @returns undefined where nothing runs */
    async setRenewal(
      within: Transaction,
      pair: Pair,
      autoRenew: boolean,
    ): Promise<KeptMembership | undefined> {
      const { rows } = await sql<MembershipRow>`
        update fan_memberships f set state = case
            when ${!autoRenew} then 'canceled'
            when f.state = 'past_due' then 'past_due' else 'active' end,
          next_try_at = case when ${autoRenew} and f.state = 'past_due' then now() else f.next_try_at end
        where ${isPair(pair)} and f.state <> 'ended' returning f.*`.execute(within);
      return rows[0] && membershipOf(rows[0]);
    },
    /** @returns what it was; undefined where it had ended before */
    async end(within: Transaction, pair: Pair, reason: EndReason): Promise<KeptMembership | undefined> {
      const { rows } = await sql<MembershipRow>`
        update fan_memberships f set state = 'ended', end_reason = ${reason}, ends_because = null, next_level = null,
          next_price = null, renewal_payment = null
        where ${isPair(pair)} and f.state <> 'ended' returning f.*`.execute(within);
      return rows[0] && membershipOf(rows[0]);
    },
    /**
     * A membership whose next period is to be paid now, with a payment named earlier; undefined: none is left. A
     * suspended performer is not paid, and a suspended member does not pay.
     */
    async takeDue(now: number, freshId: Uuid): Promise<KeptMembership | undefined> {
      // Tried again in a minute, whatever happens to this try.
      const { rows } = await sql<MembershipRow>`
        update fan_memberships f set renewal_payment = coalesce(f.renewal_payment, ${freshId}::uuid),
          next_try_at = ${at(now + 60_000)}
        where (f.member_id, f.model_id) = (
          select d.member_id, d.model_id from fan_memberships d
          join accounts member on member.id = d.member_id join accounts model on model.id = d.model_id
          where d.state in ('active', 'past_due') and d.next_try_at <= ${at(now)}
            and d.period_ends_at <= ${at(now)} and d.period_ends_at > ${at(now - LEFT_AFTER_MS)}
            and member.suspended_at is null and model.suspended_at is null
          order by d.next_try_at limit 1 for update of d skip locked)
        returning f.*`.execute(kysely);
      return rows[0] && membershipOf(rows[0]);
    },
    /** @returns undefined where another payment is under way, or it was canceled or has ended meanwhile */
    async keepFailure(
      within: Transaction,
      pair: Pair,
      failed: { readonly payment: Uuid; readonly failedTries: number; readonly nextTryAt: number },
    ): Promise<KeptMembership | undefined> {
      const { rows } = await sql<MembershipRow>`
        update fan_memberships f set state = 'past_due', renewal_payment = null,
          failed_tries = ${failed.failedTries}, next_try_at = ${at(failed.nextTryAt)}
        where ${isPair(pair)} and f.renewal_payment = ${failed.payment} and f.state in ('active', 'past_due')
        returning f.*`.execute(within);
      return rows[0] && membershipOf(rows[0]);
    },
    /**
     * Canceled ones that have expired, and those unpaid since `unpaidBefore`, except where the performer is suspended:
     * nobody could pay them.
     */
    async listOver(now: number, unpaidBefore: number, limit: number): Promise<readonly KeptMembership[]> {
      const { rows } = await sql<MembershipRow>`
        select f.* from fan_memberships f
        where (f.state = 'canceled' and f.period_ends_at <= ${at(now)})
          or (f.state in ('active', 'past_due') and f.period_ends_at <= ${at(unpaidBefore)}
            and not exists (select from accounts m where m.id = f.model_id and m.suspended_at is not null))
        order by f.period_ends_at limit ${limit}`.execute(kysely);
      return rows.map(membershipOf);
    },
    /** Ends all of a member, or of a club, with the next look. */
    async markEnding(
      within: Transaction,
      whose: { readonly memberId: AccountId } | { readonly modelId: AccountId },
      reason: 'model_left' | 'chargeback',
    ): Promise<void> {
      const isTheirs =
        'memberId' in whose ? sql`member_id = ${whose.memberId}` : sql`model_id = ${whose.modelId}`;
      await sql`
        update fan_memberships set ends_because = ${reason}
        where ${isTheirs} and state <> 'ended' and ends_because is null`.execute(within);
    },
    /** Marks those of clubs that are off, and of performers who have left or are suspended for long. */
    async markLeft(now: number): Promise<void> {
      await sql`
        update fan_memberships f set ends_because = 'model_left' from accounts m
        where m.id = f.model_id and f.state <> 'ended' and f.ends_because is null and (
          coalesce((m.settings ->> 'fanclub_enabled')::boolean, false) is false
          or m.suspended_at < ${at(now - LEFT_AFTER_MS)} or m.type <> 'model')`.execute(kysely);
    },
    async listMarked(
      limit: number,
    ): Promise<readonly (KeptMembership & { readonly endsBecause: 'model_left' | 'chargeback' })[]> {
      const { rows } = await sql<MembershipRow & { readonly ends_because: 'model_left' | 'chargeback' }>`
        select f.* from fan_memberships f where f.ends_because is not null limit ${limit}`.execute(kysely);
      return rows.map((row) => ({ ...membershipOf(row), endsBecause: row.ends_because }));
    },
  };
}

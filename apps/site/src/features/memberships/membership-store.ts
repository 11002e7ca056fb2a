import type { AccountId, Uuid } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Level, Period } from './period-rules.ts';

/** A membership as it is kept. */
export interface Membership {
  readonly accountId: AccountId;
  readonly level: Level;
  readonly endsAt: Date;
  readonly isRunning: boolean;
  readonly autoRenew: boolean;
  /** Cents. */
  readonly renewalCents: number;
  readonly renewalOrder: Uuid | null;
  readonly failedTries: number;
}

/** A price that one person may buy a product for. */
export interface PersonalOffer {
  readonly internalId: string;
  readonly amountCents: number;
  readonly listCents: number;
  readonly currency: string;
  readonly endsAt: Date;
}

interface Row {
  readonly account_id: AccountId;
  readonly membership: Level;
  readonly ends_at: Date;
  readonly is_running: boolean;
  readonly auto_renew: boolean;
  readonly renewal_cents: number;
  readonly renewal_order: Uuid | null;
  readonly failed_tries: number;
}

const membershipOf = (row: Row): Membership => ({
  accountId: row.account_id,
  level: row.membership,
  endsAt: row.ends_at,
  isRunning: row.is_running,
  autoRenew: row.auto_renew,
  renewalCents: row.renewal_cents,
  renewalOrder: row.renewal_order,
  failedTries: row.failed_tries,
});

export type EndedMembership = Pick<Membership, 'level' | 'renewalCents' | 'failedTries'> & {
  readonly listCents: number;
};

/** The time is over, with the time of grace while a charge is tried again. */
const isOver = (now: number, graceMs: number) => sql<boolean>`(
  ends_at <= ${new Date(now)} and (not auto_renew or ends_at <= ${new Date(now - graceMs)}))`;

async function end(
  transaction: Transaction,
  accountId: AccountId,
  condition: RawBuilder<boolean>,
): Promise<EndedMembership | undefined> {
  const { rows } = await sql<Row & { list_cents: number }>`
    update memberships m set is_running = false, auto_renew = false, renewal_order = null, is_told = false
    from products p
    where m.account_id = ${accountId} and m.is_running and ${condition}
      and p.internal_id = 'membership_' || m.membership
    returning m.*, p.amount_cents as list_cents`.execute(transaction);
  if (!rows[0]) return undefined;
  await sql`update accounts set membership = null where id = ${accountId}`.execute(transaction);
  return {
    level: rows[0].membership,
    renewalCents: rows[0].renewal_cents,
    failedTries: rows[0].failed_tries,
    listCents: rows[0].list_cents,
  };
}

export type MembershipStore = ReturnType<typeof makeMembershipStore>;

export function makeMembershipStore({ kysely }: Pick<Database, 'kysely'>) {
  return {
    /**
     * Keeps what an order has paid, or that it was taken back; under the lock of its account until the end.
     * @returns whether the order was not known before
     */
    async keepPeriod(
      transaction: Transaction,
      period: {
        readonly orderId: Uuid;
        readonly accountId: AccountId;
        readonly level: Level;
        readonly listCents: number;
        readonly renewalCents: number;
        readonly paidAt: Date;
        readonly isReversed: boolean;
      },
    ): Promise<boolean> {
      await sql`select from accounts where id = ${period.accountId} for no key update`.execute(transaction);
      const { rows } = await sql<{ is_new: boolean }>`
        insert into membership_periods
          (order_id, account_id, membership, list_cents, renewal_cents, paid_at, is_reversed)
        values (${period.orderId}, ${period.accountId}, ${period.level}, ${period.listCents},
          ${period.renewalCents}, ${period.paidAt}, ${period.isReversed})
        on conflict (order_id) do update set is_reversed = excluded.is_reversed
        returning xmax = 0 as is_new`.execute(transaction);
      return rows[0]!.is_new;
    },
    /** Periods that were paid and not taken back. */
    async listPeriods(transaction: Transaction, accountId: AccountId): Promise<Period[]> {
      const { rows } = await sql<{ membership: Level; list_cents: number; paid_at: Date }>`
        select membership, list_cents, paid_at from membership_periods
        where account_id = ${accountId} and not is_reversed`.execute(transaction);
      return rows.map((row) => ({
        level: row.membership,
        listCents: row.list_cents,
        paidAt: row.paid_at.getTime(),
      }));
    },
    /** Gives somebody the membership they have paid for; resets pending or failed charges. */
    async keep(
      transaction: Transaction,
      kept: Pick<Membership, 'accountId' | 'level' | 'autoRenew' | 'renewalCents'> & {
        readonly endsAt: number;
        readonly nextTryAt: number;
      },
    ): Promise<void> {
      await sql`
        insert into memberships as known
          (account_id, membership, ends_at, is_running, auto_renew, renewal_cents, next_try_at)
        values (${kept.accountId}, ${kept.level}, ${new Date(kept.endsAt)}, true, ${kept.autoRenew},
          ${kept.renewalCents}, ${new Date(kept.nextTryAt)})
        on conflict (account_id) do update set membership = excluded.membership, ends_at = excluded.ends_at,
          is_running = true, auto_renew = excluded.auto_renew, renewal_cents = excluded.renewal_cents,
          next_try_at = excluded.next_try_at, renewal_order = null, failed_tries = 0, is_told = false,
          cancel_reason = case when excluded.auto_renew then null else known.cancel_reason end`.execute(
        transaction,
      );
      await sql`
        update accounts set membership = ${kept.level}
        where id = ${kept.accountId} and membership is distinct from ${kept.level}`.execute(transaction);
    },
    /** Ends what somebody was, where anything runs. @returns what it was */
    end: (transaction: Transaction, accountId: AccountId): Promise<EndedMembership | undefined> =>
      end(transaction, accountId, sql<boolean>`true`),
    /**
     * Ends what somebody was where its time is over, under the lock of the account: a payment that comes in between is
     * not lost.
     * @returns what it was, and what it costs everybody; undefined where nothing has ended
     */
    async endIfOver(
      transaction: Transaction,
      accountId: AccountId,
      { now, graceMs }: { readonly now: number; readonly graceMs: number },
    ): Promise<EndedMembership | undefined> {
      await sql`select from accounts where id = ${accountId} for no key update`.execute(transaction);
      return end(transaction, accountId, isOver(now, graceMs));
    },
    async find(accountId: AccountId): Promise<Membership | undefined> {
      const { rows } = await sql<Row>`select * from memberships where account_id = ${accountId}`.execute(
        kysely,
      );
      return rows[0] && membershipOf(rows[0]);
    },
    /** The same, kept from changing until the transaction ends: a cancel waits for it, and counts after it. */
    async lock(transaction: Transaction, accountId: AccountId): Promise<Membership | undefined> {
      const { rows } = await sql<Row>`
        select * from memberships where account_id = ${accountId} for update`.execute(transaction);
      return rows[0] && membershipOf(rows[0]);
    },
    /** No more charges. @returns the end of the paid period; undefined if nothing is running */
    async cancel(accountId: AccountId, reason: string | null): Promise<Date | undefined> {
      const { rows } = await sql<{ ends_at: Date }>`
        update memberships set auto_renew = false, is_told = false,
          cancel_reason = coalesce(${reason}::text, cancel_reason)
        where account_id = ${accountId} and is_running returning ends_at`.execute(kysely);
      return rows[0]?.ends_at;
    },
    /**
     * Somebody whose next period is to be charged, with the order that was written down for it before; undefined: nobody
     * is left. Taken one by one, right before each is charged, so that a cancel that comes first is not overlooked. Who
     * is suspended, and so cannot cancel, is not charged.
     */
    async takeDue(now: number, freshId: Uuid): Promise<Membership | undefined> {
      // Tried again in a minute, whatever happens to this try.
      const { rows } = await sql<Row>`
        update memberships set renewal_order = coalesce(renewal_order, ${freshId}::uuid),
          next_try_at = ${new Date(now + 60_000)}
        where account_id = (
          select m.account_id from memberships m join accounts a on a.id = m.account_id
          where m.auto_renew and m.is_running and m.next_try_at <= ${new Date(now)} and a.suspended_at is null
          order by m.next_try_at limit 1 for update of m skip locked)
        returning *`.execute(kysely);
      return rows[0] && membershipOf(rows[0]);
    },
    /**
     * A charge was declined: the next retry, or none. @returns false, and does nothing, if the order is not the pending
     * one, or if somebody has canceled meanwhile
     */
    async keepFailure(
      transaction: Transaction,
      failed: { readonly accountId: AccountId; readonly order: Uuid },
      next: { readonly failedTries: number; readonly tryAt: number | undefined },
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update memberships set renewal_order = null, failed_tries = ${next.failedTries}, is_told = false,
          auto_renew = ${next.tryAt !== undefined}, next_try_at = ${new Date(next.tryAt ?? 0)}
        where account_id = ${failed.accountId} and renewal_order = ${failed.order} and auto_renew`.execute(
        transaction,
      );
      return numAffectedRows === 1n;
    },
    /** Those whose time is over, with the time of grace while a charge is tried again. */
    async listEnded(now: number, graceMs: number, limit: number): Promise<AccountId[]> {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from memberships
        where is_running and ${isOver(now, graceMs)} order by ends_at limit ${limit}`.execute(kysely);
      return rows.map(({ account_id: id }) => id);
    },
    /** Offers a product to one person; of two offers of the same the later one counts. */
    async offer(
      transaction: Transaction,
      offered: {
        readonly accountId: AccountId;
        readonly internalId: string;
        readonly amountCents: number;
        readonly startsAt: number;
        readonly endsAt: number;
      },
    ): Promise<void> {
      await sql`
        insert into personal_offers (account_id, internal_id, amount_cents, starts_at, ends_at)
        values (${offered.accountId}, ${offered.internalId}, ${offered.amountCents},
          ${new Date(offered.startsAt)}, ${new Date(offered.endsAt)})
        on conflict (account_id, internal_id) do update set amount_cents = excluded.amount_cents,
          starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(transaction);
    },
    /** Whether somebody has come back at half price since then. */
    async hadWinback(transaction: Transaction, accountId: AccountId, since: Date): Promise<boolean> {
      const { rows } = await sql`
        select from membership_periods p join orders o on o.id = p.order_id
        where p.account_id = ${accountId} and p.paid_at > ${since} and o.internal_id like '%\\_winback'`.execute(
        transaction,
      );
      return rows.length > 0;
    },
    /** Somebody is a member again: offers to come back are removed. */
    async dropOffers(transaction: Transaction, accountId: AccountId): Promise<void> {
      await sql`
        delete from personal_offers where account_id = ${accountId} and internal_id like 'membership\\_%'`.execute(
        transaction,
      );
    },
    /** Current membership offers of each of these people. */
    async offersOf(
      accounts: readonly AccountId[],
      now: number,
    ): Promise<ReadonlyMap<AccountId, readonly PersonalOffer[]>> {
      const { rows } = await sql<{
        account_id: AccountId;
        internal_id: string;
        amount_cents: number;
        list_cents: number;
        currency: string;
        ends_at: Date;
      }>`
        select o.account_id, o.internal_id, o.amount_cents, p.amount_cents as list_cents, p.currency, o.ends_at
        from personal_offers o join products p using (internal_id)
        where o.account_id = any(${accounts}::bigint[]) and p.membership is not null
          and o.starts_at <= ${new Date(now)} and o.ends_at > ${new Date(now)}`.execute(kysely);
      return Map.groupBy(
        rows.map((row) => ({
          accountId: row.account_id,
          internalId: row.internal_id,
          amountCents: row.amount_cents,
          listCents: row.list_cents,
          currency: row.currency,
          endsAt: row.ends_at,
        })),
        ({ accountId }) => accountId,
      );
    },
    /** Which of these people have ever paid for a membership. */
    async listFormer(accounts: readonly AccountId[]): Promise<ReadonlySet<AccountId>> {
      const { rows } = await sql<{ account_id: AccountId }>`
        select distinct account_id from membership_periods where account_id = any(${accounts}::bigint[])`.execute(
        kysely,
      );
      return new Set(rows.map(({ account_id: id }) => id));
    },
    /** Memberships whose pages were not told of the last change; they are told now. */
    async takeUntold(limit: number): Promise<Membership[]> {
      const { rows } = await sql<Row>`
        update memberships set is_told = true where account_id in (
          select account_id from memberships where not is_told limit ${limit} for update skip locked)
        returning *`.execute(kysely);
      return rows.map(membershipOf);
    },
  };
}

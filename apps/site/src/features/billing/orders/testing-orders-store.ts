import type { Biller } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** A person's open order. */
export interface TestOrder {
  readonly account: AccountId;
  readonly order: Uuid;
}

/** Makes persons, each with an open order of 550 tokens for $50. */
export async function openTestOrders(
  { kysely }: Database,
  count: number,
  biller: Biller = 'sandbox',
): Promise<TestOrder[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const names = ids.map((order) => `b${order.replaceAll('-', '').slice(-19)}`);
  const { rows } = await sql<TestOrder>`
    with made as (select * from unnest(${ids}::uuid[], ${names}::text[]) made(id, username)),
    people as (
      insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
      select username, 'Buyer', 'buyer@example.org', '', 'f', 'other', '1990-01-01' from made
      returning id, username)
    insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state)
    select made.id, people.id, ${biller}, 'tokens_500', 550, 5000, 'USD', 'sent'
    from made join people using (username)
    returning account_id as account, id as "order"`.execute(kysely);
  return rows;
}

/** Makes a person and their open order of 550 tokens for $50. */
export const openTestOrder = async (database: Database): Promise<TestOrder> =>
  (await openTestOrders(database, 1))[0]!;

/** What came of each order, in the orders' order: its state, what its person has, and what is suspended. */
export async function endsOf({ kysely }: Database, orders: readonly Uuid[]): Promise<object[]> {
  const { rows } = await sql<{ answer: object }>`
    select json_build_object(
      'state', o.state, 'decline_code', o.decline_code, 'transaction_id', o.transaction_id,
      'posted', coalesce(b.posted, 0),
      'booked', (select coalesce(sum(case when kind in ('purchase', 'restored') then tokens else -tokens end), 0)
        from order_bookings where order_id = o.id and done_at is not null),
      'undone', (select count(*) from order_bookings where order_id = o.id and done_at is null),
      'unsettled', (select count(*) from postbacks where order_id = o.id and done_at is null),
      'suspended', (
        select coalesce(string_agg(transaction_id || ' ' || amount_cents, ', ' order by transaction_id), '')
        from suspended_payments where order_id = o.id and resolved_at is null)) as answer
    from unnest(${orders}::uuid[]) with ordinality asked(id, place)
    join orders o using (id)
    left join ledger.balances b on b.account = o.account_id * 8 + 1
    order by place`.execute(kysely);
  return rows.map(({ answer }) => answer);
}

/** What came of one order, as `endsOf`. */
export const endOf = async (database: Database, order: Uuid): Promise<object> =>
  (await endsOf(database, [order]))[0]!;

/** Lets an order wait for so many days. */
export const ageOrder = ({ kysely }: Database, order: Uuid, days: number) =>
  sql`update orders set created_at = now() - make_interval(days => ${days}) where id = ${order}`.execute(
    kysely,
  );

/** Lets kept posts be tried now that wait for their time. */
export const wakePosts = ({ kysely }: Database) =>
  sql`update postbacks set again_at = now() where done_at is null and quarantined_at is null`.execute(kysely);

/** Kinds of all that is settled of an order, without order. */
export async function kindsOf({ kysely }: Database, order: Uuid): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ kind: string }>`
    select substring(p.body from '"kind":"([a-z_]+)"') as kind from postbacks p
    where p.outcome = 'settled' and (p.order_id = ${order} or (p.order_id is null and exists (
      select from biller_transactions t where t.biller = p.biller and t.transaction_id = p.transaction_id
        and t.order_id = ${order})))`.execute(kysely);
  return new Set(rows.map(({ kind }) => kind));
}

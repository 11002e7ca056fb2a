import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** What a buyer has paid, or is about to, for one media or several of a performer. */
export interface MediaOrder {
  /** The hold's id, from which the transfer's is derived. */
  readonly id: Uuid;
  readonly buyerId: AccountId;
  readonly modelId: AccountId;
  readonly tokens: number;
  readonly source: string;
}

/** What somebody has, and what it cost them. */
export interface MediaRight {
  readonly mediaId: number;
  readonly tokens: number;
}

/** Tokens of an order that go back, since the media was removed. */
export interface OwedRefund extends MediaRight {
  readonly orderId: Uuid;
  readonly buyerId: AccountId;
}

const COLUMNS = sql`o.order_id as id, o.buyer_id as "buyerId", o.model_id as "modelId", o.tokens, o.source`;

export type OrderStore = ReturnType<typeof makeOrderStore>;

export function makeOrderStore({ kysely }: Pick<Database, 'kysely'>) {
  return {
    /** Including what it is for. */
    async find(id: Uuid): Promise<(MediaOrder & { readonly mediaIds: readonly number[] }) | undefined> {
      const { rows } = await sql<MediaOrder & { readonly mediaIds: number[] }>`
        select ${COLUMNS}, array(select r.media_id from media_rights r where r.order_id = o.order_id
          order by r.media_id) as "mediaIds"
        from media_orders o where o.order_id = ${id} and o.state <> 'freed'`.execute(kysely);
      return rows[0] && { ...rows[0], mediaIds: rows[0].mediaIds.map(Number) };
    },
    /** Purchases of one buyer wait for each other. */
    async lockBuyer(within: Transaction, buyerId: AccountId, modelId: AccountId): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`media:${buyerId}:${modelId}`}, 0))`.execute(
        within,
      );
    },
    async add(within: Transaction, order: MediaOrder, at: Date): Promise<void> {
      await sql`
        insert into media_orders (order_id, buyer_id, model_id, tokens, source, ordered_at, state)
        values (${order.id}, ${order.buyerId}, ${order.modelId}, ${order.tokens}, ${order.source}, ${at}, 'held')`.execute(
        within,
      );
    },
    /** One that is there stays as it is. */
    async addRights(
      within: Transaction,
      {
        buyerId,
        orderId,
        at,
      }: { readonly buyerId: AccountId; readonly orderId: Uuid | null; readonly at: Date },
      rights: readonly MediaRight[],
    ): Promise<void> {
      await sql`
        insert into media_rights (buyer_id, media_id, order_id, tokens, bought_at)
        select ${buyerId}::bigint, r.media_id, ${orderId}::uuid, r.tokens, ${at}::timestamptz
        from unnest(${rights.map(({ mediaId }) => mediaId)}::bigint[], ${rights.map(({ tokens }) => tokens)}::int[])
          as r (media_id, tokens)
        on conflict (buyer_id, media_id) do nothing`.execute(within);
      if (orderId === null) return;
      // In one order for all: two buyers of everything would wait for each other otherwise.
      await sql`
        with sold as (select media_id from media
          where media_id = any(${rights.map(({ mediaId }) => mediaId)}::bigint[]) order by media_id for no key update)
        update media set sales = sales + 1 where media_id in (select media_id from sold)`.execute(within);
    },
    /** It is paid, or could not be: then nobody has anything by it. */
    async settle(id: Uuid, state: 'paid' | 'freed'): Promise<void> {
      await kysely.transaction().execute(async (within) => {
        const { numAffectedRows } = await sql`
          update media_orders set state = ${state} where order_id = ${id} and state = 'held'`.execute(within);
        if (state === 'paid' || numAffectedRows === 0n) return;
        await sql`
          with gone as (delete from media_rights where order_id = ${id} returning media_id),
          unsold as (select media_id from media where media_id in (select media_id from gone)
            order by media_id for no key update)
          update media set sales = greatest(0, sales - 1) where media_id in (select media_id from unsold)`.execute(
          within,
        );
      });
    },
    /** Which of these orders are still to be paid. */
    async listLive(ids: readonly Uuid[]): Promise<readonly Uuid[]> {
      const { rows } = await sql<{ id: Uuid }>`
        select order_id as id from media_orders where order_id = any(${[...ids]}::uuid[]) and state = 'held'`.execute(
        kysely,
      );
      return rows.map(({ id }) => id);
    },
    /** Those that have been held since before that. */
    async listHeld(before: Date, limit: number): Promise<readonly MediaOrder[]> {
      const { rows } = await sql<MediaOrder>`
        select ${COLUMNS} from media_orders o where o.state = 'held' and o.ordered_at <= ${before}
        order by o.ordered_at limit ${limit}`.execute(kysely);
      return rows;
    },
    async rightsOfOrder(id: Uuid): Promise<readonly MediaRight[]> {
      const { rows } = await sql<MediaRight>`
        select media_id as "mediaId", tokens from media_rights where order_id = ${id} order by media_id`.execute(
        kysely,
      );
      return rows;
    },
    /** Which of these media somebody has bought. */
    async listBought(
      buyerId: AccountId,
      mediaIds: readonly number[],
      within?: Transaction,
    ): Promise<Set<number>> {
      const { rows } = await sql<{ id: number }>`
        select media_id as id from media_rights
        where buyer_id = ${buyerId} and media_id = any(${[...mediaIds]}::bigint[])`.execute(within ?? kysely);
      return new Set(rows.map(({ id }) => id));
    },
    /** Everything that each of these has bought, newest first. */
    async listAllBought(buyerIds: readonly AccountId[]) {
      const { rows } = await sql<{ buyer: AccountId; media: number }>`
        select r.buyer_id as buyer, r.media_id as media from media_rights r
        join media m on m.media_id = r.media_id and m.status <> 'removed'
        where r.buyer_id = any(${[...buyerIds]}::bigint[]) order by r.bought_at desc, r.media_id desc`.execute(
        kysely,
      );
      return rows;
    },
    /** @returns false where they have not bought it */
    async hide(buyerId: AccountId, mediaId: number, at: Date | null): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update media_rights set hidden_at = ${at === null ? null : sql`coalesce(hidden_at, ${at}::timestamptz)`}
        where buyer_id = ${buyerId} and media_id = ${mediaId}`.execute(kysely);
      return numAffectedRows === 1n;
    },
    /** Payments for a removed media are to be refunded; a repeat changes nothing. */
    async owe(within: Transaction, mediaId: number, at: Date): Promise<void> {
      await sql`update media_rights set refund_at = ${at}
        where media_id = ${mediaId} and order_id is not null and tokens > 0 and refund_at is null`.execute(
        within,
      );
    },
    /** Of orders that are paid. */
    async listOwed(limit: number): Promise<readonly OwedRefund[]> {
      const { rows } = await sql<OwedRefund>`
        select r.media_id as "mediaId", r.tokens, r.order_id as "orderId", r.buyer_id as "buyerId"
        from media_rights r join media_orders o on o.order_id = r.order_id and o.state = 'paid'
        where r.refund_at is not null and not r.is_refunded order by r.refund_at limit ${limit}`.execute(
        kysely,
      );
      return rows;
    },
    async keepRefund({ buyerId, mediaId }: Pick<OwedRefund, 'buyerId' | 'mediaId'>): Promise<void> {
      await sql`update media_rights set is_refunded = true
        where buyer_id = ${buyerId} and media_id = ${mediaId}`.execute(kysely);
    },
    /** How much each of the performers who sold most has sold since then. */
    async topSince(since: Date, limit: number) {
      const { rows } = await sql<{ modelId: AccountId; sold: number }>`
        select o.model_id as "modelId", count(*)::int as sold
        from media_orders o join media_rights r on r.order_id = o.order_id
        where o.state <> 'freed' and o.ordered_at >= ${since} and r.refund_at is null
        group by o.model_id order by sold desc, o.model_id limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}

import type { TipMenuConfig } from '@klieg/contract/features/acts/menu-config';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** An item as its room sells it. */
export interface MenuRow {
  readonly roomId: AccountId;
  readonly itemId: string;
  readonly label: string;
  readonly price: number;
  readonly isEnabled: boolean;
  /** How often it can still be sold; null: any number of times. */
  readonly left: number | null;
  /** How often it was sold since it is on the menu. */
  readonly sold: number;
}

export interface MenuStore {
  /** Items of rooms in display order. */
  list(roomIds: readonly AccountId[]): Promise<MenuRow[]>;
  /** Replaces the menu; items that stay keep their sales count. */
  keep(transaction: Transaction, roomId: AccountId, menu: TipMenuConfig): Promise<void>;
  remove(transaction: Transaction, roomId: AccountId): Promise<void>;
  /** Counts a sale. @returns false if it is no longer offered, or sold out */
  sell(transaction: Transaction, roomId: AccountId, itemId: string): Promise<boolean>;
}

export function makeMenuStore({ kysely }: Pick<Database, 'kysely'>): MenuStore {
  return {
    async list(roomIds) {
      if (roomIds.length === 0) return [];
      const { rows } = await sql<MenuRow>`
        select room_id as "roomId", item_id as "itemId", label, price, is_enabled as "isEnabled",
          case when stock is not null then greatest(stock - sold, 0) end as left, sold
        from menu_items where room_id = any(${roomIds}) order by room_id, place`.execute(kysely);
      return rows;
    },
    async keep(transaction, roomId, { items }) {
      const ids = items.map(({ item_id: id }) => id);
      await sql`delete from menu_items where room_id = ${roomId} and item_id <> all(${ids})`.execute(
        transaction,
      );
      await sql`
        insert into menu_items (room_id, item_id, place, label, price, is_enabled, stock)
        select ${roomId}, i.* from unnest(${ids}::text[], ${items.map((_, place) => place)}::int[],
          ${items.map(({ label }) => label)}::text[], ${items.map(({ price }) => price)}::int[],
          ${items.map(({ enabled }) => enabled)}::boolean[], ${items.map(({ stock }) => stock)}::int[]) i
        on conflict (room_id, item_id) do update set place = excluded.place, label = excluded.label,
          price = excluded.price, is_enabled = excluded.is_enabled, stock = excluded.stock`.execute(
        transaction,
      );
    },
    async remove(transaction, roomId) {
      await sql`delete from menu_items where room_id = ${roomId}`.execute(transaction);
    },
    async sell(transaction, roomId, itemId) {
      const { rows } = await sql`
        update menu_items set sold = sold + 1
        where room_id = ${roomId} and item_id = ${itemId} and is_enabled and (stock is null or sold < stock)
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
  };
}

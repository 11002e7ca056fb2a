import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A number that somebody has saved. Others may have saved the same one. */
export interface Phone {
  readonly number: string;
  readonly isConfirmed: boolean;
}

export interface PhoneStore {
  find(id: AccountId, within?: Transaction): Promise<Phone | undefined>;
  /** Notes that the number is the account's own; false where it has saved another one meanwhile. */
  confirm(id: AccountId, number: string, at: Date, within: Transaction): Promise<boolean>;
}

/** Prefix of a masked number, of which only the last digits are shown. */
export const MASK = '…';

/** The last three digits, as its owner reads the number. */
export const shownPhone = (number: string): string => `${MASK}${number.slice(-3)}`;

/** Stores another number, which is then unconfirmed; null removes it. */
export async function savePhone(within: Transaction, id: AccountId, number: string | null): Promise<void> {
  if (number === null) {
    await sql`delete from account_phones where account_id = ${id}`.execute(within);
    return;
  }
  await sql`
    insert into account_phones as kept (account_id, number) values (${id}, ${number})
    on conflict (account_id) do update set number = excluded.number, confirmed_at = null
    where kept.number <> excluded.number`.execute(within);
}

export function makePhoneStore({ kysely }: Pick<Database, 'kysely'>): PhoneStore {
  return {
    async find(id, within) {
      const { rows } = await sql<Phone>`
        select number, confirmed_at is not null as "isConfirmed" from account_phones
        where account_id = ${id}`.execute(within ?? kysely);
      return rows[0];
    },
    async confirm(id, number, at, within) {
      const { rows } = await sql`
        update account_phones set confirmed_at = ${at}
        where account_id = ${id} and number = ${number} returning 1`.execute(within);
      return rows.length > 0;
    },
  };
}

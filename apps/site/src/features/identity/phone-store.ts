import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/postgres/index.ts';

/** Keeps another number, which is then confirmed no more; null takes it away. */
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

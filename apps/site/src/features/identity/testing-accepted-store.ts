import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** What somebody accepted when they joined, by slug. For tests. */
export async function acceptedBy({ kysely }: Database, username: string): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select slug, version, effective_on::text as "effectiveOn"
    from accepted_texts join accounts on accounts.id = account_id
    where username = ${username} order by slug`.execute(kysely);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** What is stored of a person, which no call of their own could make. */
export interface StoredState {
  readonly complianceStatus?: 'none' | 'pending' | 'approved' | 'rejected' | 'expired';
  readonly type?: 'model' | 'other';
  readonly lastLoginCountry?: string;
  /** The token of their card on file, as the biller knows it. */
  readonly cardToken?: string;
  /** The newest order was settled so many hours ago. */
  readonly settledHoursAgo?: number;
}

/** Makes what is stored of a person what a journey needs. */
export async function setStored(
  { kysely }: Database,
  username: string,
  { complianceStatus, type, lastLoginCountry, cardToken, settledHoursAgo }: StoredState,
): Promise<void> {
  await sql`update accounts set
      compliance_status = coalesce(${complianceStatus ?? null}, compliance_status),
      type = coalesce(${type ?? null}, type),
      last_login_country = coalesce(${lastLoginCountry ?? null}, last_login_country)
    where username = ${username}`.execute(kysely);
  const own = sql`(select id from accounts where username = ${username})`;
  if (cardToken !== undefined)
    await sql`update cards set card_token = ${cardToken} where account_id = ${own}`.execute(kysely);
  if (settledHoursAgo !== undefined)
    await sql`update orders set settled_at = now() - make_interval(hours => ${settledHoursAgo})
      where account_id = ${own}`.execute(kysely);
}

import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** A staff sanction that forbids somebody to broadcast. */
export interface BroadcastBan {
  /** Null: until somebody lifts it. */
  readonly until: Date | null;
}

/** Who may broadcast nothing now; asked where a picture would begin, and for those already open. */
export interface BroadcastBanStore {
  find(accountId: AccountId): Promise<BroadcastBan | undefined>;
  /** Which of these are banned. */
  listBanned(accountIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
}

const BARS = sql`kind = 'ban' and scope = 'broadcast' and lifted_at is null and (until is null or until > now())`;

export const makeBroadcastBanStore = ({ kysely }: Pick<Database, 'kysely'>): BroadcastBanStore => ({
  async find(accountId) {
    const { rows } = await sql<BroadcastBan>`
      select until from house_sanctions where account_id = ${accountId} and ${BARS}
      order by until desc nulls first limit 1`.execute(kysely);
    return rows[0];
  },
  async listBanned(accountIds) {
    const { rows } = await sql<{ id: AccountId }>`
      select distinct account_id as id from house_sanctions
      where account_id = any(${[...accountIds]}::bigint[]) and ${BARS}`.execute(kysely);
    return new Set(rows.map(({ id }) => id));
  },
});

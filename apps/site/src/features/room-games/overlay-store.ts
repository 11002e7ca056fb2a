import { type AccountId, assert } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** Which key of a performer's overlay holds. */
export interface OverlayStore {
  /** The version of the key that holds; the first one is made when it is asked for. */
  open(accountId: AccountId): Promise<number>;
  /** Ends the key that holds. @returns the version of the next one */
  renew(accountId: AccountId): Promise<number>;
  /** The key versions of people who have a key and are not suspended. */
  list(accountIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, number>>;
}

interface Row {
  readonly account_id: AccountId;
  readonly key_version: number;
}

export function makeOverlayStore({ kysely }: Pick<Database, 'kysely'>): OverlayStore {
  /** Makes the row, or adds to the version of the one that is there. */
  const write = async (accountId: AccountId, added: 0 | 1): Promise<number> => {
    const { rows } = await sql<Row>`
      insert into goal_overlays as overlay (account_id) values (${accountId})
      on conflict (account_id) do update
        set key_version = overlay.key_version + ${added}, changed_at = now()
      returning *`.execute(kysely);
    assert(rows[0], 'what was written is answered');
    return rows[0].key_version;
  };
  return {
    open: (accountId) => write(accountId, 0),
    renew: (accountId) => write(accountId, 1),
    async list(accountIds) {
      const { rows } = await sql<Row>`
        select o.account_id, o.key_version from goal_overlays o join accounts a on a.id = o.account_id
        where o.account_id = any(${accountIds}) and a.suspended_at is null`.execute(kysely);
      return new Map(rows.map(({ account_id: id, key_version: version }) => [id, version]));
    },
  };
}

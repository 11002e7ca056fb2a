import { type AccountId, randomToken, type Uuid, uuidv7 } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { LINK_SECONDS, type LinkPurpose } from './link-rules.ts';

/** A link as it was asked for; what its mail says is kept nowhere. */
export interface AccountLink {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly purpose: LinkPurpose;
  /** The address concerned: to confirm, to keep, or to send a new password to. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export interface NewLink {
  readonly accountId: AccountId;
  readonly purpose: LinkPurpose;
  readonly email: string;
}

export interface LinkStore {
  /** Runs what belongs together; the account's other changes of links and passwords wait for it. */
  inTurnOf<T>(accountId: AccountId, run: (within: Transaction) => Promise<T>): Promise<T>;
  add(link: NewLink, within: Transaction): Promise<Uuid>;
  findById(id: Uuid): Promise<AccountLink | undefined>;
  /** Gives the link its secret, which its mail says; one that it had before no longer works. */
  issue(id: Uuid): Promise<string>;
  find(token: string, purpose: LinkPurpose): Promise<AccountLink | undefined>;
  /** Uses a link up: true for exactly one of several simultaneous attempts. */
  take(id: Uuid, within: Transaction): Promise<boolean>;
  /** When links of a purpose were asked for since then, newest first. */
  listTimes(accountId: AccountId, purpose: LinkPurpose, sinceSeconds: number): Promise<Date[]>;
  /** How many confirmations were mailed to an address in the last day, for all accounts and for one. */
  countToAddress(
    email: string,
    accountId: AccountId,
  ): Promise<{ readonly byAll: number; readonly byAccount: number }>;
  /** The address that waits for its confirmation and is not that of the account yet. */
  findPendingEmail(accountId: AccountId): Promise<string | undefined>;
  /** Ends the open links of some purposes; of those for keeping an address only the ones of `since` and later. */
  endOpen(
    accountId: AccountId,
    ended: {
      readonly purposes: readonly LinkPurpose[];
      readonly since?: Date;
      readonly exceptEmail?: string;
    },
    within: Transaction,
  ): Promise<void>;
  prune(): Promise<void>;
}

const COLUMNS = sql`id, account_id as "accountId", purpose, email, created_at as "createdAt",
  expires_at as "expiresAt", used_at as "usedAt"`;

export function makeLinkStore({ kysely }: Database): LinkStore {
  return {
    inTurnOf: (accountId, run) =>
      kysely.transaction().execute(async (within) => {
        await sql`select 1 from accounts where id = ${accountId} for update`.execute(within);
        return run(within);
      }),
    async add({ accountId, purpose, email }, within) {
      const id = uuidv7();
      await sql`
        insert into account_links (id, account_id, purpose, email, expires_at)
        values (${id}, ${accountId}, ${purpose}, ${email},
          now() + make_interval(secs => ${LINK_SECONDS[purpose]}))`.execute(within);
      return id;
    },
    async findById(id) {
      const { rows } = await sql<AccountLink>`
        select ${COLUMNS} from account_links where id = ${id}`.execute(kysely);
      return rows[0];
    },
    async issue(id) {
      const token = randomToken(32);
      await sql`update account_links set token_hash = ${sha256(token)} where id = ${id}`.execute(kysely);
      return token;
    },
    async find(token, purpose) {
      const { rows } = await sql<AccountLink>`
        select ${COLUMNS} from account_links
        where token_hash = ${sha256(token)} and purpose = ${purpose}`.execute(kysely);
      return rows[0];
    },
    async take(id, within) {
      const { rows } = await sql`
        update account_links set used_at = now()
        where id = ${id} and used_at is null and expires_at > now() returning 1`.execute(within);
      return rows.length > 0;
    },
    async listTimes(accountId, purpose, sinceSeconds) {
      const { rows } = await sql<{ at: Date }>`
        select created_at as at from account_links
        where account_id = ${accountId} and purpose = ${purpose}
          and created_at > now() - make_interval(secs => ${sinceSeconds})
        order by created_at desc limit 100`.execute(kysely);
      return rows.map(({ at }) => at);
    },
    async countToAddress(email, accountId) {
      const { rows } = await sql<{ byAll: number; byAccount: number }>`
        select count(*) as "byAll", count(*) filter (where account_id = ${accountId}) as "byAccount"
        from account_links where purpose = 'confirm' and token_hash is not null and lower(email) = ${email.toLowerCase()}
          and created_at > now() - interval '1 day'`.execute(kysely);
      return rows[0]!;
    },
    async findPendingEmail(accountId) {
      const { rows } = await sql<{ email: string }>`
        select l.email from account_links l join accounts a on a.id = l.account_id
        where l.account_id = ${accountId} and l.purpose = 'confirm' and l.used_at is null
          and l.expires_at > now() and lower(l.email) <> lower(a.email)
        order by l.created_at desc limit 1`.execute(kysely);
      return rows[0]?.email;
    },
    async endOpen(accountId, { purposes, since = null, exceptEmail = null }, within) {
      await sql`
        update account_links set used_at = now()
        where account_id = ${accountId} and used_at is null and purpose = any(${purposes})
          and (${since}::timestamptz is null or created_at >= ${since})
          and (${exceptEmail}::text is null or lower(email) <> lower(${exceptEmail}))`.execute(within);
    },
    async prune() {
      // Used and expired ones stay for a month, so that a late visitor is told which of both it is.
      await sql`delete from account_links where expires_at < now() - interval '30 days'`.execute(kysely);
    },
  };
}

import type { OauthProvider } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Binding, ProviderPerson } from './providers/provider.ts';

/** A log-in in progress: ended by the return with its state, from the same browser. */
export interface Attempt extends Omit<Binding, 'state'> {
  readonly stateDigest: Buffer;
  readonly provider: OauthProvider;
  /** Key of the caller who began it. */
  readonly visitor: string;
  readonly returnTo: string;
  readonly intent: 'login' | 'link';
  readonly expiresAt: Date;
}

/** Somebody whom a provider knows and the site does not, until they have finished their account. */
export interface Newcomer extends ProviderPerson {
  readonly provider: OauthProvider;
}

/** A login by an account elsewhere. */
export interface Login {
  readonly provider: OauthProvider;
  readonly email: string | null;
  readonly linkedAt: Date;
  /** The account was made by it, and nobody has set a password since. */
  readonly isOnlyWay: boolean;
}

export interface OauthStore {
  begin(attempt: Attempt): Promise<void>;
  /** Uses it up: of two returns with the same answer only one gets it. */
  take(its: Pick<Attempt, 'stateDigest' | 'provider' | 'visitor'>, now: Date): Promise<Attempt | undefined>;
  keepNewcomer(visitor: string, newcomer: Newcomer, expiresAt: Date): Promise<void>;
  findNewcomer(visitor: string, now: Date): Promise<Newcomer | undefined>;
  takeNewcomer(visitor: string, now: Date): Promise<Newcomer | undefined>;
  /** Whose login it is. */
  find(provider: OauthProvider, subject: string): Promise<AccountId | undefined>;
  listOf(accountId: AccountId): Promise<Login[]>;
  /**
   * Adds a login to an account; a repeat changes nothing. Where nobody has set a password it is one of the only ways in.
   * @returns false if it is another account's, or the account has another one of this provider
   */
  link(
    accountId: AccountId,
    person: Pick<Newcomer, 'provider' | 'subject' | 'email'>,
    isOnlyWay: boolean,
    within?: Transaction,
  ): Promise<boolean>;
  /**
   * Ends a login, of two at the same moment at most one that is the last way in.
   * @param hasOtherWay whether the account has one that is no login of a provider
   * @returns false if nothing would be left to log in with
   */
  unlink(accountId: AccountId, provider: OauthProvider, hasOtherWay: boolean): Promise<boolean>;
  /** Somebody has set a password: there is another way in. */
  notePassword(accountId: AccountId, within: Transaction): Promise<void>;
  /** All of an account that is taken back from somebody who had got in. */
  dropAll(accountId: AccountId, within: Transaction): Promise<void>;
  prune(): Promise<void>;
}

const ATTEMPT = sql`state_digest as "stateDigest", provider, visitor, nonce, verifier, return_to as "returnTo", intent,
  expires_at as "expiresAt"`;
const NEWCOMER = sql`provider, subject, email, is_verified as "isVerified", name`;

type NewcomerRow = Omit<Newcomer, 'email'> & { readonly email: string | null };
const newcomerOf = ({ email, ...row }: NewcomerRow): Newcomer => ({ ...row, email: email ?? undefined });

export function makeOauthStore({ kysely }: Pick<Database, 'kysely'>): OauthStore {
  return {
    async begin(attempt) {
      await sql`
        insert into oauth_attempts
          (state_digest, provider, visitor, nonce, verifier, return_to, intent, expires_at)
        values (${attempt.stateDigest}, ${attempt.provider}, ${attempt.visitor}, ${attempt.nonce},
          ${attempt.verifier}, ${attempt.returnTo}, ${attempt.intent}, ${attempt.expiresAt})`.execute(kysely);
    },
    async take({ stateDigest, provider, visitor }, now) {
      const { rows } = await sql<Attempt>`
        delete from oauth_attempts where state_digest = ${stateDigest} and provider = ${provider}
          and visitor = ${visitor} and expires_at > ${now} returning ${ATTEMPT}`.execute(kysely);
      return rows[0];
    },
    async keepNewcomer(visitor, { provider, subject, email, isVerified, name }, expiresAt) {
      await sql`
        insert into oauth_newcomers (visitor, provider, subject, email, is_verified, name, expires_at)
        values (${visitor}, ${provider}, ${subject}, ${email ?? null}, ${isVerified}, ${name}, ${expiresAt})
        on conflict (visitor) do update set provider = excluded.provider, subject = excluded.subject,
          email = excluded.email, is_verified = excluded.is_verified, name = excluded.name,
          expires_at = excluded.expires_at`.execute(kysely);
    },
    async findNewcomer(visitor, now) {
      const { rows } = await sql<NewcomerRow>`
        select ${NEWCOMER} from oauth_newcomers where visitor = ${visitor} and expires_at > ${now}`.execute(
        kysely,
      );
      return rows[0] && newcomerOf(rows[0]);
    },
    async takeNewcomer(visitor, now) {
      const { rows } = await sql<NewcomerRow>`
        delete from oauth_newcomers where visitor = ${visitor} and expires_at > ${now}
        returning ${NEWCOMER}`.execute(kysely);
      return rows[0] && newcomerOf(rows[0]);
    },
    ...makeLogins({ kysely }),
    async prune() {
      await sql`delete from oauth_attempts where expires_at < now()`.execute(kysely);
      await sql`delete from oauth_newcomers where expires_at < now()`.execute(kysely);
    },
  };
}

type Logins = Pick<OauthStore, 'find' | 'listOf' | 'link' | 'unlink' | 'notePassword' | 'dropAll'>;

const makeLogins = ({ kysely }: Pick<Database, 'kysely'>): Logins => ({
  async find(provider, subject) {
    const { rows } = await sql<{ id: AccountId }>`
      select account_id id from oauth_logins where provider = ${provider} and subject = ${subject}`.execute(
      kysely,
    );
    return rows[0]?.id;
  },
  async listOf(accountId) {
    const { rows } = await sql<Login>`
      select provider, email, linked_at as "linkedAt", is_only_way as "isOnlyWay"
      from oauth_logins where account_id = ${accountId} order by provider`.execute(kysely);
    return rows;
  },
  async link(accountId, { provider, subject, email }, isOnlyWay, within) {
    const { rows } = await sql`
      insert into oauth_logins as l (provider, subject, account_id, email, is_only_way)
      values (${provider}, ${subject}, ${accountId}, ${email ?? null},
        ${isOnlyWay} or exists (select from oauth_logins where account_id = ${accountId} and is_only_way))
      on conflict do nothing returning 1`.execute(within ?? kysely);
    if (rows.length > 0) return true;
    const { rows: own } = await sql`
      select 1 from oauth_logins
      where provider = ${provider} and subject = ${subject} and account_id = ${accountId}`.execute(
      within ?? kysely,
    );
    return own.length > 0;
  },
  unlink: (accountId, provider, hasOtherWay) =>
    kysely.transaction().execute(async (within) => {
      await sql`select from accounts where id = ${accountId} for no key update`.execute(within);
      await sql`
        delete from oauth_logins l where account_id = ${accountId} and provider = ${provider}
          and (${hasOtherWay} or not is_only_way or exists (
            select from oauth_logins o where o.account_id = l.account_id and o.provider <> l.provider))`.execute(
        within,
      );
      const { rows } = await sql`
        select from oauth_logins where account_id = ${accountId} and provider = ${provider}`.execute(within);
      return rows.length === 0;
    }),
  async notePassword(accountId, within) {
    await sql`update oauth_logins set is_only_way = false where account_id = ${accountId}`.execute(within);
  },
  async dropAll(accountId, within) {
    await sql`delete from oauth_logins where account_id = ${accountId}`.execute(within);
  },
});

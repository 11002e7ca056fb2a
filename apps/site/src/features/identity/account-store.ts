import { defaultSettings, type Gender, modelDefaults, type Settings, type UserRole } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AcceptedText, Account } from './account.ts';

interface AccountRow {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly email_confirmed: boolean;
  readonly gender: Gender;
  readonly type: 'model' | 'other';
  readonly birth_date: string;
  readonly membership: Account['membership'];
  readonly compliance_status: Account['complianceStatus'];
  readonly user_roles: UserRole[];
  readonly is_test: boolean;
  readonly is_studio_owner: boolean;
  readonly is_studio_pay: boolean;
  readonly is_substudio_manager: boolean;
  readonly is_direct_pay: boolean;
  readonly is_voyeur_cam: boolean;
  readonly is_featured: boolean;
  readonly is_admin: boolean;
  readonly is_super_admin: boolean;
  readonly country_code: string | null;
  readonly region: string | null;
  readonly languages: string[];
  readonly tags: string[];
  readonly about: string;
  readonly show_age: boolean;
  readonly display_age: number | null;
  readonly avatar_url: string | null;
  readonly picture_url: string | null;
  readonly settings: Partial<Settings>;
  readonly suspended_at: Date | null;
  readonly suspension_until: Date | null;
  readonly suspension_reason: string | null;
  readonly last_login_country: string | null;
  readonly created_at: Date;
  readonly site: string;
}

export interface NewAccount {
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly gender: Gender;
  readonly type: 'model' | 'other';
  readonly birthDate: string;
  readonly countryCode: string | null;
  readonly accepted: readonly AcceptedText[];
}

/** An account that a log-in may mean. */
export interface FoundLogin {
  readonly account: Account;
  readonly passwordHash: string;
}

/** How many accounts a day may claim one unconfirmed address: others can do so the next day. */
export const ADDRESS_CLAIMS_MAX = 3;

export interface AccountStore {
  findById(id: AccountId, within?: Transaction): Promise<Account | undefined>;
  findByUsername(username: string): Promise<Account | undefined>;
  /** By ids, in no order; unknown ones are left out. */
  listByIds(ids: readonly AccountId[], within?: Transaction): Promise<Account[]>;
  /** By names in whatever case, in no order; unknown ones are left out. */
  listByUsernames(usernames: readonly string[]): Promise<Account[]>;
  /**
   * Whom a log-in may mean: the account of a username; the one that has confirmed an address; else those that
   * claim it, at most `ADDRESS_CLAIMS_MAX`, the oldest first.
   */
  findLogins(login: string): Promise<readonly FoundLogin[]>;
  /**
   * Makes somebody an administrator and confirms their address, optionally within a transaction. @returns false if
   * nobody has this name
   */
  makeAdmin(username: string, within?: Transaction): Promise<boolean>;
  /** Whether the site has an administrator; those left from a demo do not count. */
  hasAdmin(within?: Transaction): Promise<boolean>;
  /**
   * Writes the account and what it accepted, and what follows from it by the same transaction.
   * @throws identity.username_taken
   */
  create(
    account: NewAccount,
    onMade?: (made: Account, transaction: Transaction) => Promise<void>,
  ): Promise<Account>;
  /**
   * Merges changed settings.
   * @param within the transaction in which it is written; absent: one of its own
   * @returns the account afterwards @throws common.not_found
   */
  mergeSettings(id: AccountId, changes: Partial<Settings>, within?: Transaction): Promise<Account>;
  /** For the change of a password: false if it is no longer `oldHash`. @param oldHash absent: any */
  setPassword(
    id: AccountId,
    change: { readonly newHash: string; readonly oldHash?: string },
    within: Transaction,
  ): Promise<boolean>;
  /**
   * Makes an address the confirmed one of an account, and takes it from those that only claimed it.
   * @throws identity.email_in_use
   */
  setConfirmedEmail(id: AccountId, email: string, within: Transaction): Promise<Account>;
  recordLogin(id: AccountId, country: string | null): Promise<void>;
  /** Makes the room of a performer a voyeur room, or a usual one again. @returns whether that changed anything */
  setVoyeurCam(id: AccountId, isVoyeurCam: boolean, within: Transaction): Promise<boolean>;
  /** Which of these performers have voyeur rooms. */
  findVoyeurCams(within: Transaction, ids: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  /** The performers whose rooms are voyeur rooms, by name. */
  listVoyeurCams(): Promise<Account[]>;
}

/** Reads a row of `accounts`; other stores that join it use the same columns. */
export const accountOf = (row: AccountRow): Account => ({
  id: row.id as AccountId,
  username: row.username,
  displayName: row.display_name,
  email: row.email,
  emailConfirmed: row.email_confirmed,
  gender: row.gender,
  type: row.type,
  birthDate: row.birth_date,
  membership: row.membership,
  complianceStatus: row.compliance_status,
  roles: row.user_roles,
  isTest: row.is_test,
  isStudioOwner: row.is_studio_owner,
  isStudioPay: row.is_studio_pay,
  isSubstudioManager: row.is_substudio_manager,
  isDirectPay: row.is_direct_pay,
  isVoyeurCam: row.is_voyeur_cam,
  isFeatured: row.is_featured,
  isAdmin: row.is_admin || row.is_super_admin,
  isSuperAdmin: row.is_super_admin,
  countryCode: row.country_code,
  region: row.region,
  languages: row.languages,
  tags: row.tags,
  about: row.about,
  showAge: row.show_age,
  displayAge: row.display_age,
  avatarUrl: row.avatar_url,
  pictureUrl: row.picture_url,
  settings: { ...defaultSettings, ...(row.type === 'model' && modelDefaults), ...row.settings },
  suspendedAt: row.suspended_at,
  suspensionUntil: row.suspension_until,
  suspensionReason: row.suspension_reason,
  lastLoginCountry: row.last_login_country,
  createdAt: row.created_at,
  site: row.site,
});

const UNIQUE_VIOLATION = '23505';
const NAME = /^[A-Za-z0-9_-]{1,30}$/;

/** Accounts of a former demo, whose password is published: nobody logs in with it. */
const SHUT = 'demo_ended';

export function makeAccountStore({ kysely }: Database): AccountStore {
  const one = async (where: RawBuilder<unknown>, within?: Transaction): Promise<Account | undefined> => {
    const { rows } = await sql<AccountRow>`select * from accounts where ${where}`.execute(within ?? kysely);
    return rows[0] && accountOf(rows[0]);
  };

  const listByUsernames = async (usernames: readonly string[]): Promise<Account[]> => {
    // Names come unchecked from addresses and messages; impossible ones are not queried.
    const names = usernames.filter((name) => NAME.test(name)).map((name) => name.toLowerCase());
    if (names.length === 0) return [];
    const { rows } = await sql<AccountRow>`select * from accounts where username = any(${names})`.execute(
      kysely,
    );
    return rows.map(accountOf);
  };

  return {
    findById: (id, within) => one(sql`id = ${id}`, within),
    findByUsername: async (username) => (await listByUsernames([username]))[0],
    listByUsernames,
    async listByIds(ids, within) {
      if (ids.length === 0) return [];
      const { rows } = await sql<AccountRow>`select * from accounts where id = any(${ids})`.execute(
        within ?? kysely,
      );
      return rows.map(accountOf);
    },
    async findLogins(login) {
      // Usernames hold no @ and addresses always do, so nobody's name is another's address.
      const { rows } = await sql<AccountRow & { password_hash: string }>`
        select * from accounts
        where ${login.includes('@') ? sql`lower(email)` : sql`username`} = ${login.toLowerCase()}
          and suspension_reason is distinct from ${SHUT}
        order by email_confirmed desc, id limit ${ADDRESS_CLAIMS_MAX}`.execute(kysely);
      const found = rows[0]?.email_confirmed ? rows.slice(0, 1) : rows;
      return found.map((row) => ({ account: accountOf(row), passwordHash: row.password_hash }));
    },
    async makeAdmin(username, within) {
      const { rows } = await sql`
        update accounts set is_admin = true, email_confirmed = true
        where username = ${username.toLowerCase()} returning id`.execute(within ?? kysely);
      return rows.length > 0;
    },
    async hasAdmin(within) {
      const { rows } = await sql`
        select 1 from accounts where (is_admin or is_super_admin)
          and suspension_reason is distinct from ${SHUT} limit 1`.execute(within ?? kysely);
      return rows.length > 0;
    },
    async create(account, onMade) {
      const insert = async (transaction: Transaction): Promise<Account> => {
        const { rows } = await sql<AccountRow>`
          with made as (
            insert into accounts (username, display_name, email, password_hash, gender, type, birth_date, country_code)
            values (${account.username}, ${account.displayName},
              case when (select count(*) from accounts where lower(email) = ${account.email.toLowerCase()}
                  and not email_confirmed and created_at > now() - interval '1 day') < ${ADDRESS_CLAIMS_MAX} then ${account.email} else '' end,
              ${account.passwordHash},
              ${account.gender}, ${account.type}, ${account.birthDate}, ${account.countryCode})
            returning *
          ), accepted as (
            insert into accepted_texts (account_id, slug, version, effective_on)
            select made.id, slug, version, "effectiveOn" from made,
              jsonb_to_recordset(${JSON.stringify(account.accepted)}::jsonb)
                as texts (slug text, version text, "effectiveOn" date)
          )
          select * from made`.execute(transaction);
        const made = accountOf(rows[0]!);
        await onMade?.(made, transaction);
        return made;
      };
      try {
        return await kysely.transaction().execute(insert);
      } catch (error) {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION)
          throw new AppError('identity.username_taken');
        throw error;
      }
    },
    async mergeSettings(id, changes, within) {
      const { rows } = await sql<AccountRow>`
        update accounts set settings = settings || ${JSON.stringify(changes)}::jsonb where id = ${id}
        returning *`.execute(within ?? kysely);
      if (!rows[0]) throw new AppError('common.not_found');
      return accountOf(rows[0]);
    },
    async setPassword(id, { newHash, oldHash = null }, within) {
      const { rows } = await sql`
        update accounts set password_hash = ${newHash}
        where id = ${id} and (${oldHash}::text is null or password_hash = ${oldHash}) returning 1`.execute(
        within,
      );
      return rows.length > 0;
    },
    async setConfirmedEmail(id, email, within) {
      try {
        const { rows } = await sql<AccountRow>`
          update accounts set email = ${email}, email_confirmed = true where id = ${id} returning *`.execute(
          within,
        );
        if (!rows[0]) throw new AppError('common.not_found');
        await sql`update accounts set email = '' where lower(email) = ${email.toLowerCase()}
          and not email_confirmed and id <> ${id}`.execute(within);
        return accountOf(rows[0]);
      } catch (error) {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION)
          throw new AppError('identity.email_in_use');
        throw error;
      }
    },
    async recordLogin(id, country) {
      await sql`update accounts set last_login_at = now(), last_login_country = coalesce(${country}, last_login_country)
        where id = ${id}`.execute(kysely);
    },
    async findVoyeurCams(within, ids) {
      const { rows } = await sql<{ id: AccountId }>`
        select id from accounts where id = any(${[...ids]}) and is_voyeur_cam`.execute(within);
      return new Set(rows.map(({ id }) => id));
    },
    async setVoyeurCam(id, isVoyeurCam, within) {
      const { rows } = await sql`
        update accounts set is_voyeur_cam = ${isVoyeurCam}
        where id = ${id} and is_voyeur_cam <> ${isVoyeurCam} returning 1`.execute(within);
      return rows.length > 0;
    },
    async listVoyeurCams() {
      const { rows } = await sql<AccountRow>`
        select * from accounts where is_voyeur_cam order by username limit 500`.execute(kysely);
      return rows.map(accountOf);
    },
  };
}

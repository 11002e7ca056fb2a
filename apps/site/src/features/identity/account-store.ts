import { defaultSettings, type Gender, modelDefaults, type Settings, type UserRole } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Account } from './account.ts';

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
  readonly is_admin: boolean;
  readonly is_super_admin: boolean;
  readonly country_code: string | null;
  readonly region: string | null;
  readonly languages: string[];
  readonly tags: string[];
  readonly about: string;
  readonly avatar_url: string | null;
  readonly picture_url: string | null;
  readonly settings: Partial<Settings>;
  readonly suspended_at: Date | null;
  readonly suspension_until: Date | null;
  readonly suspension_reason: string | null;
  readonly last_login_country: string | null;
  readonly created_at: Date;
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
}

export interface AccountStore {
  findById(id: AccountId): Promise<Account | undefined>;
  findByUsername(username: string): Promise<Account | undefined>;
  /** By ids, in no order; unknown ones are left out. */
  listByIds(ids: readonly AccountId[]): Promise<Account[]>;
  /** By names in whatever case, in no order; unknown ones are left out. */
  listByUsernames(usernames: readonly string[]): Promise<Account[]>;
  /** The account and its password hash for a username, or for an address that is confirmed or unique. */
  findLogin(login: string): Promise<{ readonly account: Account; readonly passwordHash: string } | undefined>;
  isUsernameTaken(username: string): Promise<boolean>;
  /** @throws identity.username_taken */
  create(account: NewAccount): Promise<Account>;
  /** Merges changed settings; answers the account as it is then. @throws common.not_found */
  /** @param within the transaction in which it is written; absent: one of its own */
  mergeSettings(id: AccountId, changes: Partial<Settings>, within?: Transaction): Promise<Account>;
  recordLogin(id: AccountId, country: string | null): Promise<void>;
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
  isAdmin: row.is_admin || row.is_super_admin,
  isSuperAdmin: row.is_super_admin,
  countryCode: row.country_code,
  region: row.region,
  languages: row.languages,
  tags: row.tags,
  about: row.about,
  avatarUrl: row.avatar_url,
  pictureUrl: row.picture_url,
  settings: { ...defaultSettings, ...(row.type === 'model' && modelDefaults), ...row.settings },
  suspendedAt: row.suspended_at,
  suspensionUntil: row.suspension_until,
  suspensionReason: row.suspension_reason,
  lastLoginCountry: row.last_login_country,
  createdAt: row.created_at,
});

const UNIQUE_VIOLATION = '23505';
const NAME = /^[A-Za-z0-9_-]{1,30}$/;

export function makeAccountStore({ kysely }: Database): AccountStore {
  const one = async (where: RawBuilder<unknown>): Promise<Account | undefined> => {
    const { rows } = await sql<AccountRow>`select * from accounts where ${where}`.execute(kysely);
    return rows[0] && accountOf(rows[0]);
  };

  const listByUsernames = async (usernames: readonly string[]): Promise<Account[]> => {
    // Names come from addresses and messages as they are; what can be no name is not asked for.
    const names = usernames.filter((name) => NAME.test(name)).map((name) => name.toLowerCase());
    if (names.length === 0) return [];
    const { rows } = await sql<AccountRow>`select * from accounts where username = any(${names})`.execute(
      kysely,
    );
    return rows.map(accountOf);
  };

  return {
    findById: (id) => one(sql`id = ${id}`),
    findByUsername: async (username) => (await listByUsernames([username]))[0],
    listByUsernames,
    async listByIds(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<AccountRow>`select * from accounts where id = any(${ids})`.execute(kysely);
      return rows.map(accountOf);
    },
    async findLogin(login) {
      const { rows } = await sql<AccountRow & { password_hash: string }>`
        select * from accounts
        where username = ${login.toLowerCase()} or lower(email) = ${login.toLowerCase()}
        order by username = ${login.toLowerCase()} desc, email_confirmed desc, id limit 2`.execute(kysely);
      const [first, second] = rows;
      if (!first) return undefined;
      const isByAddress = first.username !== login.toLowerCase();
      // Several accounts may share an unconfirmed address: then only the name logs in.
      if (isByAddress && second && !first.email_confirmed) return undefined;
      return { account: accountOf(first), passwordHash: first.password_hash };
    },
    async isUsernameTaken(username) {
      const { rows } = await sql`select 1 from accounts where username = ${username}`.execute(kysely);
      return rows.length > 0;
    },
    async create(account) {
      try {
        const { rows } = await sql<AccountRow>`
          insert into accounts (username, display_name, email, password_hash, gender, type, birth_date, country_code)
          values (${account.username}, ${account.displayName}, ${account.email}, ${account.passwordHash},
            ${account.gender}, ${account.type}, ${account.birthDate}, ${account.countryCode})
          returning *`.execute(kysely);
        return accountOf(rows[0]!);
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
    async recordLogin(id, country) {
      await sql`update accounts set last_login_at = now(), last_login_country = coalesce(${country}, last_login_country)
        where id = ${id}`.execute(kysely);
    },
  };
}

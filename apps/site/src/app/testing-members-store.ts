import { randomBytes } from 'node:crypto';
import type { UserRole } from '@klieg/contract';
import type { Visitor, VisitorFrom } from '@klieg/testing';
import { sql } from 'kysely';
import { hashPassword } from '../features/identity/index.ts';
import type { Database } from '../platform/postgres/index.ts';

export const TEST_PASSWORD = 'correct horse battery';

interface Newcomer {
  readonly username: string;
  readonly type: 'model' | 'other';
}

/** What the form of registration is filled with in tests. */
export const formOf = ({ username, type }: Newcomer) => ({
  username,
  email: `${username}@example.org`,
  password: TEST_PASSWORD,
  birth_date: '1990-05-01',
  gender: 'f' as const,
  type,
  terms_accepted: true as const,
  age_confirmed: true as const,
});

const passwordHash = hashPassword(TEST_PASSWORD);

/** Makes accounts for tests without the calls that people make for it. */
export function makeMembers({
  database: { kysely },
  cookie,
  csrfOf,
}: {
  readonly database: Database;
  /** Name of the cookie of a log-in. */
  readonly cookie: string;
  readonly csrfOf: (value: string) => string;
}) {
  return {
    /** A row of what the form would have made, and a log-in that has just given its password. @returns the account's id */
    async enter(
      visitor: Visitor,
      newcomer: Newcomer & { readonly from: VisitorFrom | undefined },
    ): Promise<number> {
      const { username, email, birth_date: birthDate, gender, type } = formOf(newcomer);
      const { address = '127.0.0.1', country = null } = newcomer.from ?? {};
      const token = randomBytes(32).toString('base64url');
      const { rows } = await sql<{ id: number }>`
        with made as (
          insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
          values (${username}, ${username}, ${email}, ${await passwordHash}, ${gender}, ${type}, ${birthDate})
          returning id
        ), opened as (
          insert into sessions (id_hash, public_id, account_id, user_agent, address, country, expires_at,
            sudo_until)
          select sha256(${token}::text::bytea), gen_random_uuid(), id, 'node', ${address}, ${country},
            now() + interval '30 days', now() + interval '15 minutes' from made
        )
        select id from made`.execute(kysely);
      visitor.goOnWith({ name: cookie, value: token }, csrfOf(token));
      return rows[0]!.id;
    },
    /** What a newcomer gets only later. */
    async give(
      id: number,
      what: {
        readonly complianceStatus: 'approved' | 'none';
        readonly roles: readonly UserRole[];
        readonly isTest: boolean;
        readonly country: string | null;
        readonly settings: Readonly<Record<string, unknown>>;
      },
    ): Promise<void> {
      await sql`update accounts set
        compliance_status = ${what.complianceStatus}, user_roles = ${what.roles}, is_test = ${what.isTest},
        country_code = ${what.country}, settings = settings || ${JSON.stringify(what.settings)}::jsonb
        where id = ${id}`.execute(kysely);
    },
  };
}

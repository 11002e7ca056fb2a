import { randomBytes } from 'node:crypto';
import type { UserRole } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor, VisitorFrom } from '@klieg/testing';
import { sql } from 'kysely';
import { hashPassword } from '../features/identity/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import type { Site } from './compose-site.ts';

export const TEST_PASSWORD = 'correct horse battery';

export interface JoinOptions {
  readonly username?: string;
  readonly type?: 'model' | 'other';
  readonly isApproved?: boolean;
  readonly tokens?: number;
  readonly roles?: readonly UserRole[];
  readonly isTest?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly country?: string;
  /**
   * True: by the form, with all that follows from it: mails, accepted terms, the first spin. Absent: as rows of the
   * database, which is quicker.
   */
  readonly byForm?: boolean;
  /** As whom the proxy of `BEHIND_PROXY` announces them. */
  readonly from?: VisitorFrom;
}

export interface Member extends Visitor {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

interface Newcomer {
  readonly username: string;
  readonly type: 'model' | 'other';
}

const formOf = ({ username, type }: Newcomer) => ({
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
let count = 0;

/** Makes accounts for tests, each logged in. */
export function makeMembers(deps: {
  readonly database: Database;
  readonly site: Pick<Site, 'ledger' | 'catalog' | 'csrfOf'>;
  /** Name of the cookie of a log-in. */
  readonly cookie: string;
  readonly visit: (from?: VisitorFrom) => Promise<Visitor>;
  /** Somebody who has not asked for anything yet. */
  readonly strangerFrom: (from?: VisitorFrom) => Visitor;
}) {
  const { kysely } = deps.database;

  const enterByForm = async (newcomer: Newcomer, from?: VisitorFrom) => {
    const visitor = await deps.visit(from);
    const { user } = await visitor.call('register', { body: formOf(newcomer) });
    return { visitor, id: user.id };
  };
  /** The account and a log-in that has just given its password, as the form would have made them. */
  const enterAsRows = async (newcomer: Newcomer, from: VisitorFrom = {}) => {
    const { username, email, birth_date: birthDate, gender, type } = formOf(newcomer);
    const token = randomBytes(32).toString('base64url');
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
        values (${username}, ${username}, ${email}, ${await passwordHash}, ${gender}, ${type}, ${birthDate})
        returning id
      ), opened as (
        insert into sessions (id_hash, public_id, account_id, user_agent, address, country, expires_at, sudo_until)
        select sha256(${token}::text::bytea), gen_random_uuid(), id, 'node', ${from.address ?? '127.0.0.1'},
          ${from.country ?? null}, now() + interval '30 days', now() + interval '15 minutes' from made
      )
      select id from made`.execute(kysely);
    const visitor = deps.strangerFrom(from);
    visitor.goOnWith({ name: deps.cookie, value: token }, deps.site.csrfOf(token));
    return { visitor, id: rows[0]!.id };
  };

  return {
    /** A new account, logged in. */
    async join(given: JoinOptions = {}): Promise<Member> {
      count += 1;
      const { username = `person_${count}`, type = 'other', from } = given;
      const { visitor, id } = await (given.byForm ? enterByForm : enterAsRows)({ username, type }, from);
      await sql`update accounts set
        compliance_status = ${type === 'model' && given.isApproved !== false ? 'approved' : 'none'},
        user_roles = ${given.roles ?? []}, is_test = ${given.isTest ?? false}, country_code = ${given.country ?? null},
        settings = settings || ${JSON.stringify(given.settings ?? {})}::jsonb
        where id = ${id}`.execute(kysely);
      if (given.tokens)
        await deps.site.ledger.credit({
          id: uuidv7(),
          kind: 'promotion',
          source: 'promotions',
          to: id as never,
          amountTokens: given.tokens,
        });
      if (type === 'model') await deps.site.catalog.reload();
      return Object.assign(visitor, { id, username, password: TEST_PASSWORD });
    },
  };
}

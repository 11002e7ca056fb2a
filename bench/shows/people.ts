import { createHash, randomBytes } from 'node:crypto';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { makeVisitor, type Visitor } from '@klieg/testing';
import { makeLedger } from '../../apps/site/src/features/ledger/make-ledger.ts';
import type { Database } from '../../apps/site/src/platform/postgres/index.ts';

/** Somebody with a session. */
export interface SeatedPerson {
  readonly id: AccountId;
  /** Of the session. */
  readonly cookie: string;
}

const TOKENS = 1_000_000;
const BATCH = 100;

/** Accounts with a session each, straight into the database. @returns their ids and the cookies of their sessions */
async function addPeople(
  { pool }: Database,
  {
    prefix,
    count,
    type,
  }: { readonly prefix: string; readonly count: number; readonly type: 'model' | 'other' },
): Promise<readonly SeatedPerson[]> {
  const isModel = type === 'model';
  const settings = isModel ? { private_enabled: true, private_cost: 60, private_min_minutes: 1 } : {};
  const { rows } = await pool.query<{ id: AccountId }>(
    `insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type,
       birth_date, compliance_status, settings)
     select $1 || i, $1 || i, $1 || i || '@example.org', true, '', 'f', $2, '1990-01-01', $3, $4::jsonb
     from generate_series(0, $5::int - 1) as i returning id`,
    [prefix, type, isModel ? 'approved' : 'none', JSON.stringify(settings), count],
  );
  const people = rows.map(({ id }) => ({ id, cookie: randomBytes(24).toString('base64url') }));
  await pool.query(
    `insert into sessions (id_hash, public_id, account_id, address, expires_at)
     select hash, gen_random_uuid(), id, '127.0.0.1', now() + interval '1 hour'
     from unnest($1::bytea[], $2::bigint[]) as own (hash, id)`,
    [people.map(({ cookie }) => createHash('sha256').update(cookie).digest()), people.map(({ id }) => id)],
  );
  return people;
}

/** Performers of privates, whose names are the prefix and a number from 0. */
export const addModels = (
  database: Database,
  named: { readonly prefix: string; readonly count: number },
): Promise<readonly SeatedPerson[]> => addPeople(database, { ...named, type: 'model' });

/** People with more tokens than they can spend. */
export async function addPayers(
  database: Database,
  named: { readonly prefix: string; readonly count: number },
): Promise<readonly SeatedPerson[]> {
  const payers = await addPeople(database, { ...named, type: 'other' });
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  const bought = { kind: 'purchase', source: 'billers', amountTokens: TOKENS } as const;
  for (let from = 0; from < payers.length; from += BATCH)
    await Promise.all(
      payers.slice(from, from + BATCH).map(({ id }) => ledger.credit({ id: uuidv7(), to: id, ...bought })),
    );
  return payers;
}

/** Each comes from an address of their own, since a house with a thousand people in it would be kept waiting. */
export function visitorOf(url: string, cookie: string, at: number): Visitor {
  const visitor = makeVisitor(url, { address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` });
  (visitor.cookies as Map<string, string>).set('session', cookie);
  return visitor;
}

import {
  type AccountId,
  assert,
  type Clock,
  silentLog,
  systemClock,
  type Tokens,
  uuidv7,
} from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import { type TestDatabase, useTestDatabase } from '../../platform/postgres/testing.ts';
import { type Ledger, makeLedger } from './make-ledger.ts';

/** A ledger on the test file's own database. */
export interface TestLedger extends TestDatabase {
  readonly ledger: Ledger;
  /** A person that nobody has used before. */
  newPerson(): AccountId;
  /** A new person who has bought the tokens. */
  newBuyer(tokens: Tokens): Promise<AccountId>;
}

let lastPerson = 1000;

export async function useTestLedger(clock: Clock = systemClock): Promise<TestLedger> {
  const { database, connection, owner, ownerConnection } = await useTestDatabase();
  const ledger = makeLedger({ database, clock, log: silentLog });
  const newPerson = (): AccountId => (lastPerson += 1) as AccountId;
  return {
    database,
    connection,
    owner,
    ownerConnection,
    ledger,
    newPerson,
    async newBuyer(tokens) {
      const person = newPerson();
      await buy(ledger, person, tokens);
      return person;
    },
  };
}

export async function buy(ledger: Ledger, to: AccountId, amountTokens: Tokens): Promise<void> {
  const outcome = await ledger.credit({
    id: uuidv7(),
    kind: 'purchase',
    source: 'billers',
    to,
    amountTokens,
  });
  assert(outcome.status === 'applied', 'a purchase is applied');
}

/** Runs statements that no rule of the ledger stops: triggers and foreign checks are off for them. */
export async function tamper(database: Pick<Database, 'pool'>, ...statements: string[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

import { howMany, isLongRun } from '@klieg/testing/run-length';
import { silentLog, systemClock } from '@klieg/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { recount } from '../features/ledger/reconcile/testing-recount.ts';
import { type Database, openDatabase } from '../platform/postgres/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { addPeople, makePgBooks, takeClock } from './pg-books-store.ts';
import { playRun } from './play.ts';

/* As machines.test.ts, on the product's own stores and ledger: PostgreSQL decides what happens first. */

const RUNS = howMany(1, 400);
const COMMANDS = 50;
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
/** Each run has its own people. */
const FIRST_ID = 100_000;

const { connection, owner, ownerConnection } = await useTestDatabase();
let database: Database;
beforeAll(async () => {
  await takeClock(owner, ownerConnection.database);
  database = openDatabase(connection);
});
afterAll(() => database.close());

test.runIf(isLongRun)(
  `${RUNS} runs of ${COMMANDS} random commands to privates, spies and ticket shows charge what was delivered, once, also where the database keeps them (S18) (S19) (S313) (S404) (S507)`,
  async () => {
    const figures = new Map<string, number>();
    // Whole seconds, near to the time of the transfers' ids.
    let beginsAt = Math.floor(Date.now() / 1_000) * 1_000;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      const firstId = FIRST_ID + seed * 10;
      await addPeople(owner, firstId);
      const { violations, story } = await playRun({
        seed,
        commands: COMMANDS,
        figures,
        firstId,
        beginsAt,
        makeBooks: (time) => makePgBooks(database, time, firstId),
      });
      expect({ seed, violations, story: violations.length > 0 ? story : [] }).toEqual({
        seed,
        violations: [],
        story: [],
      });
      beginsAt += 1_000;
    }
    const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
    expect((await ledger.reconcile('all')).findings).toEqual([]);
    expect(recount(ownerConnection)).toMatch(/everything adds up$/);
  },
);

import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeMemoryBus } from '#site/platform/bus/index.ts';
import { makeNotices } from '#site/platform/events/index.ts';
import { openDatabase } from '#site/platform/postgres/index.ts';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { makeLedger } from '../../ledger/index.ts';
import { makeWallet } from '../../wallet/index.ts';
import type { Meter } from './meter-rules.ts';
import { makeMeterStore } from './meter-store.ts';
import { makeMeters } from './run-meters.ts';

/** More than the connections of the node, so that all of them are in a transaction at once. */
const SHOWS = 12;
const CONNECTIONS_MAX = 4;
const PRICE = 60;
const HELD_SECONDS = 60;
const DELIVERED_MS = 20_000;

const { connection, database: other } = await useTestDatabase();
const database = openDatabase({ ...connection, max: CONNECTIONS_MAX });
afterAll(() => database.close());

const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
const notices = makeNotices(makeMemoryBus(silentLog), silentLog);
const store = makeMeterStore(database);
const makeNode = () =>
  makeMeters({
    store,
    ledger,
    wallet: makeWallet({ ledger, notices, clock: systemClock }),
    deliveries: { countedOf: (_id, keptMs) => keptMs },
    now: () => systemClock.now(),
  });
const meters = makeNode();

/** Shows of so many payers who have 100 tokens each, begun and held for. */
async function beginShows(name: string, count: number): Promise<readonly Meter[]> {
  const { rows: people } = await sql<{ id: AccountId }>`
    insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
    select ${name}::text || i, 'stop', ${name}::text || i || '@example.org', '', 'f', 'other', '1990-01-01'
    from generate_series(0, ${count}::int) i returning id`.execute(other.kysely);
  const [receiver, ...payers] = people.map(({ id }) => id);
  const shows = payers.map((payerId): Meter => {
    const id = uuidv7();
    const of = { id, showId: id, kind: 'private', payerId, receiverId: receiver! } as const;
    return { ...of, price: PRICE, aheadSeconds: HELD_SECONDS, startupTokens: 0 };
  });
  for (const show of shows) {
    const bought = { id: uuidv7(), kind: 'purchase', source: 'billers', amountTokens: 100 } as const;
    await ledger.credit({ ...bought, to: show.payerId });
    await database.kysely.transaction().execute((transaction) => store.open(transaction, show));
    await meters.hold(show, HELD_SECONDS);
  }
  return shows;
}

test('more shows than a node has connections that are stopped at the same moment are all stopped, paid and settled (S319)', async () => {
  const shows = await beginShows('stop_', SHOWS);
  const stopped = await Promise.all(
    shows.map(({ id }) =>
      database.kysely.transaction().execute((transaction) => meters.stop(transaction, id, DELIVERED_MS)),
    ),
  );
  expect(stopped.map(({ finalTokens }) => finalTokens)).toEqual(shows.map(() => 20));
  expect(await Promise.all(shows.map(({ id }) => meters.settle(id)))).toEqual(shows.map(() => 20));
  const balances = await ledger.balancesOf(shows.map(({ payerId }) => payerId));
  expect(balances.map(({ spendable, held }) => [spendable, held])).toEqual(shows.map(() => [80, 0]));
});

test('a node that held for shows keeps none of them in mind when another node has settled them', async () => {
  const shows = await beginShows('gone', 3);
  const [stays, ...gone] = shows;
  const otherNode = makeNode();
  for (const { id } of gone) {
    await database.kysely
      .transaction()
      .execute((transaction) => otherNode.stop(transaction, id, DELIVERED_MS));
    await otherNode.settle(id);
  }
  expect(await meters.forgetStopped()).toBe(2);
  expect(await meters.forgetStopped()).toBe(0);
  expect(await meters.advance(stays!.id, DELIVERED_MS)).toMatchObject({ chargedTokens: 20 });
});

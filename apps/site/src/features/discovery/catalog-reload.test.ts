import { type AccountId, silentLog, systemClock } from '@klieg/kernel';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { NOWHERE } from '../../platform/visitors/index.ts';
import { makeListedModelStore } from '../rooms/cards/listed-model-store.ts';
import { noCardExtras } from '../rooms/index.ts';
import { makeCatalog, type Catalog } from './catalog.ts';
import type { ListedSource } from './catalog-reload.ts';
import { performersOf, seatPerformers } from './testing-performer-store.ts';
import type { Standing } from './standings.ts';

const { database } = await useTestDatabase();
const { kysely } = database;
const store = makeListedModelStore(database);
const performers = performersOf(40);
await seatPerformers({ database }, performers);
const named = (at: number) => performers[at]!.username;

let catalog: Catalog | undefined;
afterEach(() => catalog?.close());

/** Nobody has such an id. */
const FAR = 1_000_000;

/** A catalog that has read everybody once; after that nobody comes in turn, so only what changed is read. */
async function loaded(its: { readonly standings?: Map<number, Standing> } = {}) {
  const asked: number[] = [];
  let isLoaded = false;
  const source: ListedSource = {
    ...store,
    listModels(ids) {
      asked.push(...ids);
      return store.listModels(ids);
    },
    listModelIds: async (after, limit) =>
      isLoaded
        ? Array.from({ length: limit }, (_, at) => (Math.max(after, FAR) + 1 + at) as AccountId)
        : store.listModelIds(after, limit),
    listOpenIds: async () => (isLoaded ? [] : store.listOpenIds()),
  };
  catalog = makeCatalog({
    rooms: source,
    cardParts: { empty: noCardExtras, read: async (models) => models.map(() => noCardExtras) },
    board: { of: () => undefined, onChange: () => () => undefined },
    readStandings: async () => new Map(its.standings) as never,
    readFacets: async (models) => models.map(() => []),
    clock: systemClock,
    log: silentLog,
  });
  await catalog.reload();
  // What was written while they were seated is over.
  await sql`update listed_changes set changed_at = now() - interval '1 hour'`.execute(kysely);
  isLoaded = true;
  await catalog.reload();
  asked.length = 0;
  return { catalog, asked };
}
const totalOf = (from: Catalog, tag: string) =>
  from.find({ groups: [[`tag:${tag}`]], hide: [], place: { country: 'DE', state: null } }).total;

describe('what is read again of performers', () => {
  test('is who changed and who is live, not everybody (BROWSE-061)', async () => {
    const { catalog: read, asked } = await loaded();
    const live = performers.filter(({ status }) => status !== 'offline').length;
    await sql`update accounts set tags = array['theremin'] where username = ${named(0)}`.execute(kysely);
    await read.reload();
    expect(totalOf(read, 'theremin')).toBe(1);
    const isLive = performers[0]!.status !== 'offline';
    expect(new Set(asked.filter((id) => id < FAR)).size).toBe(live + (isLive ? 0 : 1));
  });

  test.each([
    ['is suspended', sql`suspended_at = now()`],
    ['is not approved any more', sql`compliance_status = 'rejected'`],
    ['is no performer any more', sql`type = 'other'`],
  ])('shows at once that somebody %s, and is back', async (_what, change) => {
    const { catalog: read } = await loaded();
    const { model } = { model: named(1) };
    expect(read.byName(model)).toBeDefined();
    await sql`update accounts set ${change} where username = ${model}`.execute(kysely);
    await read.reload();
    expect(read.byName(model)).toBeUndefined();
    expect(read.named(model, { limit: 5 })).toEqual([]);
    await sql`update accounts set suspended_at = null, compliance_status = 'approved', type = 'model'
      where username = ${model}`.execute(kysely);
    await read.reload();
    expect(read.byName(model)).toMatchObject({ username: model });
  });

  test('follows another name, and forgets the one before', async () => {
    const { catalog: read } = await loaded();
    await sql`update accounts set username = 'renamed_one', display_name = 'Renamed One'
      where username = ${named(2)}`.execute(kysely);
    await read.reload();
    expect(read.byName(named(2))).toBeUndefined();
    expect(read.byName('renamed_one')).toMatchObject({ displayName: 'Renamed One' });
    expect(read.named('renam', { limit: 5 })).toEqual(['renamed_one']);
    expect(read.named('one', { limit: 5 })).toEqual(['renamed_one']);
    await sql`update accounts set username = ${named(2)}, display_name = ${named(2)}
      where username = 'renamed_one'`.execute(kysely);
  });

  test('is nobody where only something changed that no list shows, or a viewer did', async () => {
    await loaded();
    await sql`update accounts set last_login_country = 'NL' where username = ${named(3)}`.execute(kysely);
    await sql`
      insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
      values ('a_viewer', 'a viewer', 'a_viewer@example.org', '', 'f', 'other', '1990-01-01')`.execute(
      kysely,
    );
    await sql`update accounts set display_name = 'another name' where username = 'a_viewer'`.execute(kysely);
    expect(await store.listChanged(60_000)).toEqual([]);
    await sql`update accounts set settings = settings || '{"private_cost": 90}' where username = ${named(3)}`.execute(
      kysely,
    );
    expect(await store.listChanged(60_000)).toHaveLength(1);
  });

  test('follows what fans gave, also when it is gone', async () => {
    const standings = new Map<number, Standing>();
    const { catalog: read } = await loaded({ standings });
    const liked = () =>
      read
        .find({ groups: [['is:liked']], hide: [], place: NOWHERE, order: 'likes' })
        .slice(0, 5)
        .map(({ username }) => username);
    const { rows } = await sql<{ id: number; username: string }>`
      select id, username from accounts where type = 'model' and settings->'blocked_countries' = '[]'
      order by id limit 2`.execute(kysely);
    const [first, second] = rows;
    standings.set(first!.id, { likes: 1, likesLately: 0, earnedTokens: 0, isLeader: false });
    standings.set(second!.id, { likes: 2, likesLately: 0, earnedTokens: 0, isLeader: false });
    await read.reload();
    expect(new Set(liked())).toEqual(new Set([first!.username, second!.username]));
    standings.delete(second!.id);
    await read.reload();
    expect(liked()).toEqual([first!.username]);
  });
});

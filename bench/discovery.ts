import MiniSearch from 'minisearch';
import { type AccountId, silentLog, systemClock } from '../packages/kernel/src/index.ts';
import { makeCatalog } from '../apps/site/src/features/discovery/catalog.ts';
import { makeDiscovery } from '../apps/site/src/features/discovery/discovery.ts';
import { makeSearchStore } from '../apps/site/src/features/discovery/search/search-store.ts';
import { noCardExtras } from '../apps/site/src/features/rooms/index.ts';
import { makeListedModelStore } from '../apps/site/src/features/rooms/cards/listed-model-store.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { COUNTRIES, LANGUAGES, seatPerformers, TAGS } from './discovery/people.ts';
import { type Asked, makeSqlLists } from './discovery/sql-lists.ts';
import { withDatabase } from './shows/with-database.ts';

/*
 * Lists, filters, suggestions and tags over 20,000 live performers and 500,000 who are away, from a node's memory, while
 * rooms open and close; beside the same answers by SQL, and beside MiniSearch for what somebody types.
 */

const LIVE = Number(process.env['DISCOVERY_LIVE'] ?? 20_000);
const TOTAL = LIVE + Number(process.env['DISCOVERY_AWAY'] ?? 500_000);
const ASKED = 2_000;
/** A page of all tags is counted once in a moment for all who ask. */
const ASKED_FOR_TAGS = 200;
const ASKED_BY_SQL = 24;
const ASKED_OF_OTHER = 200;
const WARM_UP = 200;
/** Totals that are compared with those of the database. */
const COMPARED = 5;

const below = (limit: number): number => Math.floor(Math.random() * limit);
const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
/** Topics are not equally liked. */
const pickTag = (): string => TAGS[Math.floor(Math.random() ** 2 * TAGS.length)]!;
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;

async function timed(times: number, run: () => unknown): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < times; at++) {
    const from = performance.now();
    await run();
    took.push(performance.now() - from);
    // As in a server, each question has a turn of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return took;
}

type StatusHandler = (news: { username: string; status: 'online' | 'offline'; userCount: number }) => void;

/** A catalog that is fed by the database and by rooms that open and close at random. */
function makeBusyCatalog(database: Parameters<typeof makeListedModelStore>[0]) {
  const handlers: StatusHandler[] = [];
  const catalog = makeCatalog({
    rooms: makeListedModelStore(database),
    cardParts: { empty: noCardExtras, read: async (asked) => asked.map(() => noCardExtras) },
    board: {
      of: () => undefined,
      onChange: (handler: StatusHandler) => void handlers.push(handler),
    } as never,
    readStandings: async () => new Map(),
    readFacets: async (asked) => asked.map(() => []),
    clock: systemClock,
    log: silentLog,
  });
  const change = (username: string, isOpen: boolean): void => {
    for (const handler of handlers)
      handler({ username, status: isOpen ? 'online' : 'offline', userCount: 0 });
  };
  return { catalog, change };
}

const askedAtRandom = (): Asked => ({
  ...(below(2) === 0 && { gender: pick(['f', 'm', 't', 'c']) }),
  tags: below(3) > 0 ? [pickTag()] : [],
  languages: below(3) === 0 ? [pick(LANGUAGES)] : [],
  isLive: below(2) === 0,
  place: pick(COUNTRIES),
});
const GENDER_SLUG = { f: 'girls', m: 'men', t: 'trans', c: 'couples' } as const;
type Slug = keyof typeof GENDER_SLUG;

type Measured = Parameters<typeof makeListedModelStore>[0] & Parameters<typeof seatPerformers>[0];
type Catalog = ReturnType<typeof makeBusyCatalog>['catalog'];
interface Person {
  readonly id: AccountId;
  readonly username: string;
  readonly display_name: string;
}

/** The questions of visitors, as pages and calls ask them. */
function makeAsking(catalog: Catalog, database: Measured, people: readonly Person[]) {
  const discovery = makeDiscovery({
    catalog,
    countLandings: async () => new Map(),
    search: makeSearchStore(database),
    own: { followed: async () => [], visited: async () => [], tipped: async () => [] },
    isRefused: () => false,
    terms: { approvedTags: new Set(TAGS), liveShowTags: new Set(), partnerStudio: '' },
  });
  const pathOf = ({ gender, tags, languages }: Asked): string => {
    const section = GENDER_SLUG[(gender ?? 'f') as Slug];
    if (tags[0]) return `/${section}/tag/${tags[0]}`;
    return languages[0] ? `/${section}/language/${languages[0]}` : `/${section}`;
  };
  const placeOf = ({ place }: Asked) => ({ country: place, state: null });
  return {
    term: () => pick(people).username.slice(0, 1 + below(6)),
    list: (asked: Asked) =>
      discovery.browse(pathOf(asked), { page: 1, perPage: 98, hide: [], place: placeOf(asked) }),
    filter: (asked: Asked) =>
      discovery.filtered(
        {
          p: 1,
          perPage: 60,
          lang: asked.languages,
          tag: [...asked.tags, ...(asked.isLive ? ['is-live'] : [])],
          region: [],
          rate: [],
          chRate: [],
          'gender-hide': asked.gender ? ['f', 'm', 't', 'c'].filter((one) => one !== asked.gender) : [],
          source: 'all',
          new_sort: false,
        } as never,
        { account: undefined, ...placeOf(asked) } as never,
      ),
    suggest: (term: string) => discovery.suggest(term, { country: pick(COUNTRIES), state: null }),
    tags: () => discovery.tags.index({ page: 1, sort: 'popular' }, { country: pick(COUNTRIES), state: null }),
  };
}
type Asking = ReturnType<typeof makeAsking>;

/** How long answers take from memory, while rooms open and close. */
async function measureOurs(asking: Asking, churn: () => void) {
  // What is compiled while it is asked for the first times is not what lists cost.
  for (let at = 0; at < WARM_UP; at++) {
    asking.list(askedAtRandom());
    await asking.filter(askedAtRandom());
    asking.suggest(asking.term());
  }
  return {
    list: await timed(ASKED, () => (churn(), asking.list(askedAtRandom()))),
    filter: await timed(ASKED, () => (churn(), asking.filter(askedAtRandom()))),
    suggest: await timed(ASKED, () => (churn(), asking.suggest(asking.term()))),
    tags: await timed(ASKED_FOR_TAGS, asking.tags),
  };
}

/** What everything else waits for while all that changed is read again. */
async function measureReload(catalog: Catalog) {
  const waits: number[] = [];
  let last = performance.now();
  const watch = setInterval(() => {
    waits.push(performance.now() - last - 1);
    last = performance.now();
  }, 1);
  const [tookMs] = await timed(1, catalog.reload);
  clearInterval(watch);
  return { waits, tookMs: tookMs! };
}

/** The same questions asked of the database, and what is typed of a library. */
async function measureOthers(asking: Asking, database: Measured, people: readonly Person[]) {
  const sql = makeSqlLists(database);
  for (let at = 0; at < COMPARED; at++) {
    const asked = { ...askedAtRandom(), languages: [], isLive: false, gender: pick(['f', 'm', 't', 'c']) };
    const [ours, theirs] = [asking.list(asked).totalCount, (await sql.page(asked)).rows[0]?.total ?? 0];
    if (ours !== Number(theirs)) throw new Error(`${ours} in memory, ${theirs} by SQL`);
  }
  const other = new MiniSearch({ fields: ['username', 'display_name'], storeFields: ['username'] });
  other.addAll(people);
  return {
    list: await timed(ASKED_BY_SQL, () => sql.page(askedAtRandom())),
    filter: await timed(ASKED_BY_SQL, async () => {
      const asked = askedAtRandom();
      await sql.page(asked);
      await sql.counts(asked);
    }),
    names: await timed(ASKED_BY_SQL, () => sql.named(asking.term())),
    suggest: await timed(ASKED_OF_OTHER, () =>
      other.search(asking.term().split('_').join(' '), { prefix: true }).slice(0, 6),
    ),
  };
}

async function measure(): Promise<BenchmarkResult> {
  return withDatabase(async ({ database }) => {
    await seatPerformers(database, { total: TOTAL, live: LIVE });
    const { catalog, change } = makeBusyCatalog(database);
    const before = process.memoryUsage().rss;
    const [readMs] = await timed(1, catalog.reload);
    const heldMiB = (process.memoryUsage().rss - before) / 2 ** 20;
    const { rows: people } = await database.pool.query<Person>(
      `select id, username, display_name from accounts where type = 'model'`,
    );
    const asking = makeAsking(catalog, database, people);
    // About as many open as close.
    const churn = () => change(pick(people).username, below(TOTAL) < LIVE);
    const ours = await measureOurs(asking, churn);
    const again = await measureReload(catalog);
    const others = await measureOthers(asking, database, people);
    catalog.close();
    const p = (values: readonly number[], part: number) => Number(quantile(values, part).toFixed(3));
    const timesFaster = (kind: 'list' | 'filter', part: number) =>
      quantile(others[kind], part) / quantile(ours[kind], part);
    const [listRatio, filterRatio] = [timesFaster('list', 0.99), timesFaster('filter', 0.99)];
    return {
      figures: {
        live: LIVE,
        away: TOTAL - LIVE,
        read_all_s: Number((readMs! / 1_000).toFixed(1)),
        memory_mib: Math.round(heldMiB),
        ...Object.fromEntries(
          Object.entries(ours).flatMap(([kind, took]) => [
            [`${kind}_p50_ms`, p(took, 0.5)],
            [`${kind}_p99_ms`, p(took, 0.99)],
          ]),
        ),
        read_again_s: Number((again.tookMs / 1_000).toFixed(1)),
        wait_while_reading_p99_ms: p(again.waits, 0.99),
        wait_while_reading_max_ms: p(again.waits, 1),
        list_and_filter_goal_p99_ms: 5,
        suggest_goal_p99_ms: 20,
        list_ratio_p50: Math.round(timesFaster('list', 0.5)),
        list_ratio_p99: Math.round(listRatio),
        filter_ratio_p50: Math.round(timesFaster('filter', 0.5)),
        filter_ratio_p99: Math.round(filterRatio),
      },
      reference: {
        'a page by SQL, p50 ms': p(others.list, 0.5),
        'a page by SQL, p99 ms': p(others.list, 0.99),
        'a page and its counts by SQL, p50 ms': p(others.filter, 0.5),
        'a page and its counts by SQL, p99 ms': p(others.filter, 0.99),
        'names by SQL, p50 ms': p(others.names, 0.5),
        'suggestions by MiniSearch, p50 ms': p(others.suggest, 0.5),
        'suggestions by MiniSearch, p99 ms': p(others.suggest, 0.99),
      },
      ratio: Math.min(listRatio, filterRatio),
    };
  });
}

export const benchmarks: readonly Benchmark[] = [{ name: 'discovery', goal: 100, run: measure }];

import MiniSearch from 'minisearch';
import { type AccountId, silentLog, systemClock } from '../packages/kernel/src/index.ts';
import { makeCatalog } from '../apps/site/src/features/discovery/catalog.ts';
import { makeDiscovery } from '../apps/site/src/features/discovery/discovery.ts';
import { makeSearchStore } from '../apps/site/src/features/discovery/search/search-store.ts';
import { noCardExtras } from '../apps/site/src/features/rooms/index.ts';
import { makeListedModelStore } from '../apps/site/src/features/rooms/listed-model-store.ts';
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
const ASKED_BY_SQL = 12;
/** Rooms that open or close for each list that is asked for. */
const CHANGES_EACH = 1;

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

async function measure(): Promise<BenchmarkResult> {
  return withDatabase(async ({ database }) => {
    await seatPerformers(database, { total: TOTAL, live: LIVE });
    const { catalog, change } = makeBusyCatalog(database);
    const before = process.memoryUsage().rss;
    const readFrom = performance.now();
    await catalog.reload();
    const readMs = performance.now() - readFrom;
    const heldMiB = (process.memoryUsage().rss - before) / 2 ** 20;
    const discovery = makeDiscovery({
      catalog,
      countLandings: async () => new Map(),
      search: makeSearchStore(database),
      own: { followed: async () => [], visited: async () => [] },
      isRefused: () => false,
      terms: { approvedTags: new Set(TAGS), partnerStudio: '' },
    });
    const { rows: people } = await database.pool.query<{
      id: AccountId;
      username: string;
      display_name: string;
    }>(`select id, username, display_name from accounts where type = 'model'`);
    const churn = () => {
      for (let at = 0; at < CHANGES_EACH; at++) change(pick(people).username, below(LIVE) < TOTAL / 40);
    };
    const query = (place: string) => ({
      page: 1,
      perPage: 98,
      hide: [],
      place: { country: place, state: null },
    });
    const pathOf = ({ gender, tags, languages }: Asked): string => {
      const section = GENDER_SLUG[(gender ?? 'f') as keyof typeof GENDER_SLUG];
      if (tags[0]) return `/${section}/tag/${tags[0]}`;
      return languages[0] ? `/${section}/language/${languages[0]}` : `/${section}`;
    };
    const caller = (country: string) => ({ account: undefined, country, state: null }) as never;
    const filter = (asked: Asked) =>
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
        caller(asked.place),
      );
    const term = () => pick(people).username.slice(0, 1 + below(6));

    // What is compiled while it is asked for the first times is not what lists cost.
    for (let at = 0; at < 200; at++) {
      discovery.browse(pathOf(askedAtRandom()), query('DE'));
      await filter(askedAtRandom());
      discovery.suggest(term(), { country: 'DE', state: null });
    }
    const lists = await timed(ASKED, () => {
      churn();
      return discovery.browse(pathOf(askedAtRandom()), query(pick(COUNTRIES)));
    });
    const filters = await timed(ASKED, () => (churn(), filter(askedAtRandom())));
    const suggestions = await timed(ASKED, () => {
      churn();
      return discovery.suggest(term(), { country: pick(COUNTRIES), state: null });
    });
    const tags = await timed(40, () =>
      discovery.tags.index({ page: 1, sort: 'popular' }, { country: pick(COUNTRIES), state: null }),
    );
    // What the event loop waits for while everything that changed is read again.
    const waits: number[] = [];
    let last = performance.now();
    const watch = setInterval(() => {
      waits.push(performance.now() - last - 1);
      last = performance.now();
    }, 1);
    const againFrom = performance.now();
    await catalog.reload();
    const againMs = performance.now() - againFrom;
    clearInterval(watch);

    const sql = makeSqlLists(database);
    await sql.page(askedAtRandom());
    const listsBySql = await timed(ASKED_BY_SQL, () => sql.page(askedAtRandom()));
    const filtersBySql = await timed(ASKED_BY_SQL, async () => {
      const asked = askedAtRandom();
      await sql.page(asked);
      await sql.counts(asked);
    });
    const namesBySql = await timed(ASKED_BY_SQL, () => sql.named(term()));

    const other = new MiniSearch({ fields: ['username', 'display_name'], storeFields: ['username'] });
    other.addAll(people);
    const suggestionsByOther = await timed(200, () =>
      other.search(term().split('_').join(' '), { prefix: true }).slice(0, 6),
    );
    catalog.close();
    const p = (values: readonly number[], part: number) => Number(quantile(values, part).toFixed(3));
    const ratio = quantile(listsBySql, 0.5) / quantile(lists, 0.5);
    return {
      figures: {
        live: LIVE,
        away: TOTAL - LIVE,
        read_all_s: Number((readMs / 1_000).toFixed(1)),
        memory_mib: Math.round(heldMiB),
        list_p50_ms: p(lists, 0.5),
        list_p99_ms: p(lists, 0.99),
        filter_p50_ms: p(filters, 0.5),
        filter_p99_ms: p(filters, 0.99),
        suggest_p50_ms: p(suggestions, 0.5),
        suggest_p99_ms: p(suggestions, 0.99),
        tags_p50_ms: p(tags, 0.5),
        tags_p99_ms: p(tags, 0.99),
        read_again_s: Number((againMs / 1_000).toFixed(1)),
        wait_while_reading_p99_ms: p(waits, 0.99),
        wait_while_reading_max_ms: p(waits, 1),
        list_goal_p99_ms: 5,
        suggest_goal_p99_ms: 20,
        filter_ratio: Number((quantile(filtersBySql, 0.5) / quantile(filters, 0.5)).toFixed(0)),
      },
      reference: {
        'a page by SQL, p50 ms': p(listsBySql, 0.5),
        'a page and its counts by SQL, p50 ms': p(filtersBySql, 0.5),
        'names by SQL, p50 ms': p(namesBySql, 0.5),
        'suggestions by MiniSearch, p50 ms': p(suggestionsByOther, 0.5),
        'suggestions by MiniSearch, p99 ms': p(suggestionsByOther, 0.99),
      },
      ratio,
    };
  });
}

export const benchmarks: readonly Benchmark[] = [{ name: 'discovery', goal: 100, run: measure }];

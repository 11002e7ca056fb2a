import type { Gender, UserCard } from '@klieg/contract';
import type { AccountId, Clock, Log } from '@klieg/kernel';
import { type CardParts, isBlockedPlace, type ListedModel, type StatusBoard } from '../rooms/index.ts';
import type { Place } from '../../platform/visitors/index.ts';
import { type ListedSource, makeCatalogReload, type ReadFacets } from './catalog-reload.ts';
import { comparerBy, INDEXED_LETTERS, type ListOrder, makeNameTest, type Row } from './catalog-row.ts';
import { makeCatalogRows } from './catalog-rows.ts';
import { type Bits, eachBit, hasBit, keepCommon, makeBits, setBit } from './index/bits.ts';
import type { Facet } from './index/facet-index.ts';
import { blockedAt } from './index/facets-of.ts';
import { type RankPoints, rankPointsOf } from './index/ranking.ts';
import type { ReadStandings } from './standings.ts';

const RELOAD_MS = 30_000;
/** Tags are recounted at most this often. */
const TAGS_MS = 1_000;
/** Up to this many are sorted directly if the wanted number is unknown; more are picked from the full order. */
const SORTED_MAX = 2_000;
/** Comparing two costs this many times as much as skipping one. */
const COMPARED = 10;

/** Whether to sort all that were found is quicker than to look for the first ones in the order of everybody. */
const isSorted = (total: number, wanted: number, slotCount: number): boolean =>
  wanted >= total ? total <= SORTED_MAX : COMPARED * total * Math.log2(total) < slotCount * (wanted / total);

/** Whom a list is about. */
export interface Wanted {
  /** They have at least one facet of each group. */
  readonly groups: readonly (readonly Facet[])[];
  /** Genders that the reader does not want to see. */
  readonly hide: readonly Gender[];
  /** Where the reader is: who blocks that place is absent. */
  readonly place: Place;
  readonly order?: ListOrder | undefined;
  /** Only these; absent: everybody. */
  readonly among?: readonly string[] | undefined;
}

/** How many names are wanted, and whose. */
export interface Named {
  readonly limit: number;
  readonly isLive?: boolean;
  /** Where the reader is; absent: includes performers who block that place. */
  readonly place?: Place;
}

export interface Found {
  readonly total: number;
  /** Cards in order, this many from one on (counted from 0); past the end none. */
  slice(from: number, count: number): UserCard[];
  /** The same, only names, faster. */
  names(from: number, count: number): string[];
  /** How many of them have a facet. */
  count(facet: Facet): number;
  /** The same for several at once, faster. */
  countAll(facets: readonly Facet[]): number[];
  /** The position of one, counted from 1; undefined if not among them. */
  positionOf(username: string): number | undefined;
}

/** Performers in this node's memory; fed by room events and a periodic reload. */
export interface Catalog {
  find(wanted: Wanted): Found;
  /** Cards of all live performers, in list order, wherever the reader is. */
  listLive(): readonly UserCard[];
  byName(username: string): UserCard | undefined;
  byId(id: AccountId): UserCard | undefined;
  /** What the performer's place in the lists' own order is made of, now. */
  pointsOf(username: string): RankPoints | undefined;
  /** Names of performers with a word that begins with the prefix, in list order; an exact match comes first. */
  named(prefix: string, its: Named): string[];
  /** Facets of a kind that somebody has. */
  facetsOf(kind: string): readonly Facet[];
  has(facet: Facet): boolean;
  /** Live tags with counts, most used first. */
  readonly liveTags: readonly { readonly slug: string; readonly count: number }[];
  /** Performers by id, starting at one: up to this many. */
  listFrom(id: number, count: number): readonly ListedModel[];
  /** How many performers there are. */
  readonly size: number;
  /** Whether the model blocks that country or state. */
  isBlockedFor(username: string, place: Place): boolean;
  reload(): Promise<void>;
  close(): void;
}

export interface CatalogUses {
  readonly rooms: ListedSource;
  readonly cardParts: CardParts;
  readonly board: Pick<StatusBoard, 'of' | 'onChange'>;
  readonly readStandings: ReadStandings;
  readonly readFacets: ReadFacets;
  readonly clock: Clock;
  readonly log: Log;
}

export function makeCatalog(deps: CatalogUses): Catalog {
  const rows = makeCatalogRows(deps);
  const { index, orders, byName, cardOf } = rows;
  const reload = makeCatalogReload({ ...deps, rows, source: deps.rooms });

  /** Those of a set in an order, until the visitor says `false`. */
  const visit = (
    found: Bits,
    { total, wanted = total }: { readonly total: number; readonly wanted?: number },
    order: ListOrder,
    each: (row: Row) => boolean | void,
  ): void => {
    if (!isSorted(total, wanted, index.slotCount))
      return orders[order].each((slot) => (hasBit(found, slot) ? each(rows.at(slot)) : undefined));
    const few: Row[] = [];
    eachBit(found, (slot) => void few.push(rows.at(slot)));
    for (const row of few.sort(comparerBy(order))) if (each(row) === false) return;
  };
  const rowsOf = (found: Bits, total: number, order: ListOrder, from: number, count: number): Row[] => {
    const some: Row[] = [];
    if (from >= total || count <= 0) return some;
    let skip = from;
    visit(found, { total, wanted: from + count }, order, (row) => {
      if (skip-- > 0) return;
      some.push(row);
      return some.length < count;
    });
    return some;
  };

  const positionOf = (found: Bits, total: number, order: ListOrder, username: string): number | undefined => {
    const wanted = byName.get(username);
    if (!wanted || !hasBit(found, wanted.slot)) return undefined;
    let position = 0;
    visit(found, { total }, order, (row) => {
      position += 1;
      return row !== wanted;
    });
    return position;
  };

  const bitsOf = (names: readonly string[]): Bits => {
    const these = makeBits(index.slotCount);
    for (const name of names) {
      const row = byName.get(name);
      if (row) setBit(these, row.slot);
    }
    return these;
  };
  const find = ({ groups, hide, place, order = 'best', among }: Wanted): Found => {
    const unwanted = [...hide.map((gender): Facet => `gender:${gender}`), ...blockedAt(place)];
    const select = () => {
      const found = index.select(groups, unwanted);
      if (among) keepCommon(found, bitsOf(among));
      const count = index.counterOf(found, among ? undefined : { groups, unwanted });
      return { found, turn: index.turn, total: index.sizeOf(found), count };
    };
    let at = select();
    // Somebody who asks later, after waiting for something, gets the state of then.
    const now = () => (at.turn === index.turn ? at : (at = select()));
    const { total } = at;
    return {
      total,
      count: (facet) => now().count([facet])[0]!,
      countAll: (facets) => now().count(facets),
      slice: (from, count) => rowsOf(now().found, now().total, order, from, count).map(cardOf),
      names: (from, count) =>
        rowsOf(now().found, now().total, order, from, count).map(({ model }) => model.username),
      positionOf: (username) => positionOf(now().found, now().total, order, username),
    };
  };

  const named: Catalog['named'] = (prefix, { limit, isLive, place }) => {
    const start: Facet = `name:${prefix.slice(0, INDEXED_LETTERS)}`;
    const found = index.select(isLive ? [[start], ['is:live']] : [[start]], place && blockedAt(place));
    const exact = byName.get(prefix);
    const names = exact && hasBit(found, exact.slot) ? [prefix] : [];
    const isNamedSo = makeNameTest(prefix);
    visit(found, { total: index.sizeOf(found) }, 'best', (row) => {
      if (row !== exact && isNamedSo(row)) names.push(row.model.username);
      return names.length < limit;
    });
    return names;
  };

  let tags: { readonly at: number; readonly list: Catalog['liveTags'] } | undefined;
  const countLiveTags = (): Catalog['liveTags'] => {
    const facets = index.listOf('tag');
    const counts = index.counterOf(index.select([['is:live']]))(facets);
    return facets
      .map((facet, at) => ({ slug: facet.slice('tag:'.length), count: counts[at]! }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || a.slug.localeCompare(b.slug));
  };

  deps.board.onChange(({ username, status }) => {
    const row = byName.get(username);
    if (!row || row.model.status === status) return;
    const now = new Date(deps.clock.now());
    rows.changeRoom(row, {
      ...row.model,
      status,
      ...(status === 'offline' && { lastOnlineAt: now, startedAt: null }),
      ...(status === 'online' && { startedAt: row.model.startedAt ?? now }),
    });
  });

  const timer = setInterval(() => {
    reload().catch((error: unknown) => deps.log.error({ err: error }, 'the catalog could not be reloaded'));
  }, RELOAD_MS).unref();

  return {
    find,
    listLive() {
      const live = index.select([['is:live']]);
      const total = index.sizeOf(live);
      return rowsOf(live, total, 'best', 0, total).map(cardOf);
    },
    byName(username) {
      const row = byName.get(username);
      return row && cardOf(row);
    },
    byId(id) {
      const row = rows.byId.get(id);
      return row && cardOf(row);
    },
    pointsOf(username) {
      const row = byName.get(username);
      return row && rankPointsOf(cardOf(row), row.model.approvedAt?.getTime() ?? 0, deps.clock.now());
    },
    named,
    facetsOf: index.listOf,
    has: index.has,
    get liveTags() {
      const now = deps.clock.now();
      if (!tags || now - tags.at >= TAGS_MS || now < tags.at) tags = { at: now, list: countLiveTags() };
      return tags.list;
    },
    listFrom(id, count) {
      return rows.idsFrom(id, count).map((one) => rows.byId.get(one)!.model);
    },
    get size() {
      return rows.byId.size;
    },
    isBlockedFor(username, place) {
      const model = byName.get(username)?.model;
      if (!model) return false;
      return isBlockedPlace({ countries: model.blockedCountries, states: model.blockedStates }, place);
    },
    async reload() {
      await reload();
      tags = undefined;
    },
    close: () => clearInterval(timer),
  };
}

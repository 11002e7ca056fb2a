import type { Gender, UserCard } from '@klieg/contract';
import type { Clock, Log } from '@klieg/kernel';
import {
  type CardParts,
  isBlockedPlace,
  type ListedModel,
  presentCard,
  type RoomStore,
  type StatusBoard,
} from '../rooms/index.ts';
import type { Place } from '../../platform/visitors/index.ts';
import { comparerBy, isNamedSo, type ListOrder, type Row, standingFacets } from './catalog-row.ts';
import { countBits, hasBit, keepCommon, makeBits, setBit } from './index/bits.ts';
import { type Facet, makeFacetIndex } from './index/facet-index.ts';
import { firstAt } from './index/first-at.ts';
import { blockedAt, facetsOf } from './index/facets-of.ts';
import { rankPointsOf, sumOf } from './index/ranking.ts';
import { STAR_LIKES } from './like-store.ts';
import { NO_STANDING, type ReadStandings } from './standings.ts';

const RELOAD_MS = 30_000;
/** A room keeps its place among others for this long, so that cards do not jump under the pointer. */
const RANK_MS = 60_000;
/** Cards are drawn anew no more often than this. */
const CARD_MS = 2_000;

/** Whom a list is about. */
export interface Wanted {
  /** Of each group they have one facet. */
  readonly groups: readonly (readonly Facet[])[];
  /** Genders that the reader does not want to see. */
  readonly hide: readonly Gender[];
  /** Where the reader is: who blocks that place is absent. */
  readonly place: Place;
  readonly order?: ListOrder | undefined;
  /** Only these; absent: everybody. */
  readonly among?: readonly string[] | undefined;
}

export interface Found {
  readonly total: number;
  /** Cards in their order, so many from one on (counted from 0); past the end none. */
  slice(from: number, count: number): UserCard[];
  /** How many of them have a facet. */
  count(facet: Facet): number;
}

/** Performers of this node's memory; fed by room events and a periodic reload. */
export interface Catalog {
  find(wanted: Wanted): Found;
  /** Ordered cards of the given genders, wherever the reader is. */
  list(genders: ReadonlySet<Gender>): readonly UserCard[];
  byName(username: string): UserCard | undefined;
  /** Names of live performers of whose name a word begins so, in the order of lists. */
  liveNamed(prefix: string): string[];
  /** Facets of a kind that somebody has. */
  facetsOf(kind: string): readonly Facet[];
  /** Live tags with counts, most used first. */
  readonly liveTags: readonly { readonly slug: string; readonly count: number }[];
  /** Performers by their ids, from one on: so many of them, or fewer at the end. */
  listFrom(id: number, count: number): readonly ListedModel[];
  /** Whether the model blocks that country or state. */
  isBlockedFor(username: string, place: Place): boolean;
  reload(): Promise<void>;
  close(): void;
}

/** Facets that other features know of performers, in the order of the performers. */
export type ReadFacets = (models: readonly ListedModel[]) => Promise<readonly (readonly Facet[])[]>;

export interface CatalogUses {
  readonly rooms: Pick<RoomStore, 'listModels'>;
  readonly cardParts: CardParts;
  readonly board: Pick<StatusBoard, 'of' | 'onChange'>;
  readonly readStandings: ReadStandings;
  readonly readFacets: ReadFacets;
  readonly clock: Clock;
  readonly log: Log;
}

export function makeCatalog(deps: CatalogUses): Catalog {
  const index = makeFacetIndex();
  const rows = new Map<string, Row>();
  const bySlot: (Row | undefined)[] = [];
  const freeSlots: number[] = [];
  let byId: readonly Row[] | undefined;
  let orders = new Map<ListOrder, { readonly at: number; readonly slots: readonly number[] }>();

  const draw = (row: Row, now: number): void => {
    const viewers = deps.board.of(row.model.username)?.userCount ?? 0;
    const card = presentCard(row.model, row.extras, viewers, now);
    const isStar = row.standing.likes >= STAR_LIKES;
    row.card = isStar ? { ...card, flagList: [...card.flagList, 'sodastar'] } : card;
    row.cardAt = now;
  };
  /** What lists find the performer by has changed. */
  const file = (row: Row): void => {
    draw(row, deps.clock.now());
    index.put(row.slot, facetsOf(row.model, row.card, [...row.more, ...standingFacets(row.standing)]));
    orders = new Map();
  };
  const cardOf = (row: Row): UserCard => {
    const now = deps.clock.now();
    if (now - row.cardAt > CARD_MS) draw(row, now);
    return row.card;
  };
  const rank = (row: Row, now: number): void => {
    if (now - row.rankedAt < RANK_MS) return;
    row.points = sumOf(rankPointsOf(cardOf(row), row.model.createdAt.getTime(), now));
    row.rankedAt = now;
  };
  const slotsBy = (order: ListOrder): readonly number[] => {
    const now = deps.clock.now();
    const known = orders.get(order);
    if (known && now - known.at < RANK_MS) return known.slots;
    const ranked = [...rows.values()];
    for (const row of ranked) rank(row, now);
    const slots = ranked.toSorted(comparerBy(order)).map(({ slot }) => slot);
    orders.set(order, { at: now, slots });
    return slots;
  };

  const find = ({ groups, hide, place, order = 'best', among }: Wanted): Found => {
    const unwanted = [...hide.map((gender): Facet => `gender:${gender}`), ...blockedAt(place)];
    const found = index.select(groups, unwanted);
    if (among) {
      const these = makeBits(index.slotCount);
      for (const name of among) {
        const row = rows.get(name);
        if (row) setBit(these, row.slot);
      }
      keepCommon(found, these);
    }
    return {
      total: countBits(found),
      count: (facet) => index.countIn(found, facet),
      slice(from, count) {
        let skip = from;
        const cards: UserCard[] = [];
        for (const slot of slotsBy(order)) {
          if (cards.length >= count) break;
          if (hasBit(found, slot) && skip-- <= 0) cards.push(cardOf(bySlot[slot]!));
        }
        return cards;
      },
    };
  };

  const add = (model: ListedModel): Row => {
    const slot = freeSlots.pop() ?? bySlot.length;
    const extras = deps.cardParts.empty;
    const card = presentCard(model, extras, 0, deps.clock.now());
    const row: Row = {
      slot,
      model,
      extras,
      card,
      standing: NO_STANDING,
      more: [],
      cardAt: 0,
      points: 0,
      rankedAt: 0,
    };
    bySlot[slot] = row;
    rows.set(model.username, row);
    byId = undefined;
    return row;
  };
  const drop = (row: Row): void => {
    rows.delete(row.model.username);
    bySlot[row.slot] = undefined;
    index.put(row.slot, []);
    freeSlots.push(row.slot);
    byId = undefined;
    orders = new Map();
  };

  const reload = async (): Promise<void> => {
    const listed = await deps.rooms.listModels();
    const [extras, more, standings] = await Promise.all([
      deps.cardParts.read(listed),
      deps.readFacets(listed),
      deps.readStandings(),
    ]);
    const present = new Set(listed.map(({ username }) => username));
    for (const row of rows.values()) if (!present.has(row.model.username)) drop(row);
    for (const [at, model] of listed.entries()) {
      const row = rows.get(model.username) ?? add(model);
      row.model = model;
      row.extras = extras[at]!;
      row.more = more[at]!;
      row.standing = standings.get(model.id) ?? NO_STANDING;
      file(row);
    }
  };

  deps.board.onChange(({ username, status }) => {
    const row = rows.get(username);
    if (!row || row.model.status === status) return;
    const now = new Date(deps.clock.now());
    row.model = {
      ...row.model,
      status,
      ...(status === 'offline' && { lastOnlineAt: now, startedAt: null }),
      ...(status === 'online' && { startedAt: row.model.startedAt ?? now }),
    };
    row.rankedAt = 0;
    file(row);
  });

  const timer = setInterval(() => {
    reload().catch((error: unknown) => deps.log.error({ err: error }, 'the catalog could not be reloaded'));
  }, RELOAD_MS).unref();

  return {
    find,
    list: (genders) =>
      slotsBy('best')
        .map((slot) => bySlot[slot]!)
        .filter(({ model }) => genders.has(model.gender))
        .map(cardOf),
    byName(username) {
      const row = rows.get(username);
      return row && cardOf(row);
    },
    liveNamed(prefix) {
      const live = index.select([['is:live']]);
      return slotsBy('best')
        .filter((slot) => hasBit(live, slot) && isNamedSo(bySlot[slot]!, prefix))
        .map((slot) => bySlot[slot]!.model.username);
    },
    facetsOf: index.listOf,
    get liveTags() {
      const live = index.select([['is:live']]);
      return index
        .listOf('tag')
        .map((facet) => ({ slug: facet.slice('tag:'.length), count: index.countIn(live, facet) }))
        .filter(({ count }) => count > 0)
        .toSorted((a, b) => b.count - a.count || a.slug.localeCompare(b.slug));
    },
    listFrom(id, count) {
      byId ??= [...rows.values()].toSorted((a, b) => a.model.id - b.model.id);
      const from = firstAt(byId, ({ model }) => model.id >= id);
      return byId.slice(from, from + count).map(({ model }) => model);
    },
    isBlockedFor(username, place) {
      const model = rows.get(username)?.model;
      if (!model) return false;
      return isBlockedPlace({ countries: model.blockedCountries, states: model.blockedStates }, place);
    },
    reload,
    close: () => clearInterval(timer),
  };
}

import type { UserCard } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import { type CardParts, type ListedModel, presentCard, type StatusBoard } from '../rooms/index.ts';
import {
  comparerBy,
  joinNames,
  LIST_ORDERS,
  type ListOrder,
  movedOrders,
  nameFacetsOf,
  NO_PLACE,
  placeOf,
  type Row,
  standingFacets,
} from './catalog-row.ts';
import { type Facet, type FacetIndex, makeFacetIndex } from './index/facet-index.ts';
import { facetsOf } from './index/facets-of.ts';
import { firstAt } from './index/first-at.ts';
import { type KeptOrder, makeKeptOrder } from './index/kept-order.ts';
import { rankPointsOf, sumOf } from './index/ranking.ts';
import { SlotList } from './index/slot-list.ts';
import { STAR_LIKES } from './like-store.ts';
import { NO_STANDING, type Standing } from './standings.ts';

/** A room keeps its place among others for this long, so that cards do not jump under the pointer. */
const RANK_MS = 60_000;
/** Cards are rebuilt at most this often. */
const CARD_MS = 2_000;

/** What is known of a performer. */
export interface Known {
  readonly model: ListedModel;
  readonly extras: Row['extras'];
  readonly more: readonly Facet[];
}

/** Performers in this node's memory, with their facets and positions. */
export interface CatalogRows {
  readonly index: FacetIndex;
  readonly orders: Readonly<Record<ListOrder, KeptOrder>>;
  readonly byName: ReadonlyMap<string, Row>;
  readonly byId: ReadonlyMap<AccountId, Row>;
  /** Up to this many ids, ascending, starting at one. */
  idsFrom(id: number, count: number): AccountId[];
  at(slot: number): Row;
  cardOf(row: Row): UserCard;
  /** Everything read about somebody, who may be new. */
  put(known: Known, standing: Standing): void;
  /** Something of the room is another now. */
  changeRoom(row: Row, model: ListedModel): void;
  changeStanding(row: Row, standing: Standing): void;
  drop(row: Row): void;
}

export function makeCatalogRows(deps: {
  readonly cardParts: Pick<CardParts, 'empty'>;
  readonly board: Pick<StatusBoard, 'of'>;
  readonly clock: Clock;
}): CatalogRows {
  const index = makeFacetIndex();
  const byName = new Map<string, Row>();
  const byId = new Map<AccountId, Row>();
  const ids = new SlotList();
  const bySlot: (Row | undefined)[] = [];
  const freeSlots: number[] = [];
  const orders = Object.fromEntries(
    LIST_ORDERS.map((order) => {
      const compare = comparerBy(order);
      const compareSlots = (a: number, b: number) => compare(bySlot[a]!, bySlot[b]!);
      return [order, makeKeptOrder(compareSlots, (slot) => bySlot[slot] !== undefined)];
    }),
  ) as Record<ListOrder, KeptOrder>;

  const draw = (row: Row, now: number): UserCard => {
    const viewers = deps.board.of(row.model.username)?.userCount ?? 0;
    const card = presentCard(row.model, row.extras, viewers, now);
    const own = [
      ...(row.standing.likes >= STAR_LIKES ? (['sodastar'] as const) : []),
      ...(row.standing.isLeader ? (['leader'] as const) : []),
    ];
    return own.length > 0 ? { ...card, flagList: [...card.flagList, ...own] } : card;
  };
  const cardOf = (row: Row): UserCard => {
    const now = deps.clock.now();
    if (row.card && now - row.cardAt <= CARD_MS) return row.card;
    const card = draw(row, now);
    // Cards of offline performers would take most of the memory, and are seldom requested.
    row.card = row.model.status === 'offline' ? undefined : card;
    row.cardAt = now;
    return card;
  };
  /** What lists find the performer by, and the place in them, may be another one now. */
  const file = (row: Row): void => {
    const now = deps.clock.now();
    row.card = undefined;
    const card = cardOf(row);
    const isDue = now - row.rankedAt >= RANK_MS;
    if (isDue) row.rankedAt = now;
    const best = isDue
      ? sumOf(rankPointsOf(card, row.model.approvedAt?.getTime() ?? 0, now))
      : row.place.best;
    const before = row.place;
    row.place = placeOf(row, card, best);
    for (const order of movedOrders(before, row.place)) orders[order].touch(row.slot);
    const facets = facetsOf(row.model, card, [...row.more, ...standingFacets(row.standing)]);
    index.put(row.slot, [...facets, ...nameFacetsOf(row.model)]);
  };
  const add = (model: ListedModel): Row => {
    const slot = freeSlots.pop() ?? bySlot.length;
    const row: Row = {
      slot,
      model,
      extras: deps.cardParts.empty,
      standing: NO_STANDING,
      more: [],
      card: undefined,
      cardAt: 0,
      rankedAt: -Infinity,
      place: NO_PLACE,
      names: '',
    };
    bySlot[slot] = row;
    byId.set(model.id, row);
    ids.add(model.id);
    for (const order of LIST_ORDERS) orders[order].touch(slot);
    return row;
  };

  return {
    index,
    orders,
    byName,
    byId,
    at: (slot) => bySlot[slot]!,
    idsFrom(id, count) {
      const from = firstAt(ids.values, (one) => one >= id);
      return Array.from(ids.values.subarray(from, from + count), (one) => one as AccountId);
    },
    cardOf,
    put({ model, extras, more }, standing) {
      const row = byId.get(model.id) ?? add(model);
      if (byName.get(row.model.username) === row) byName.delete(row.model.username);
      byName.set(model.username, row);
      if (row.model.status !== model.status) row.rankedAt = -Infinity;
      Object.assign(row, { model, extras, more, standing, names: joinNames(model) });
      file(row);
    },
    changeRoom(row, model) {
      row.model = model;
      row.rankedAt = -Infinity;
      file(row);
    },
    changeStanding(row, standing) {
      row.standing = standing;
      file(row);
    },
    drop(row) {
      if (byName.get(row.model.username) === row) byName.delete(row.model.username);
      byId.delete(row.model.id);
      ids.drop(row.model.id);
      bySlot[row.slot] = undefined;
      index.put(row.slot, []);
      for (const order of LIST_ORDERS) orders[order].touch(row.slot);
      freeSlots.push(row.slot);
    },
  };
}

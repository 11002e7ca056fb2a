import type { AccountId } from '@klieg/kernel';
import type { CardParts, ListedModel, RoomStore } from '../rooms/index.ts';
import type { CatalogRows } from './catalog-rows.ts';
import { eachBit } from './index/bits.ts';
import type { Facet } from './index/facet-index.ts';
import { NO_STANDING, type ReadStandings, type Standing } from './standings.ts';

/** Facets that other features know of performers, in the order of the performers. */
export type ReadFacets = (models: readonly ListedModel[]) => Promise<readonly (readonly Facet[])[]>;

/** The facets that several features know, each asked once. */
export const joinFacets =
  (all: readonly ReadFacets[]): ReadFacets =>
  async (models) => {
    const known = await Promise.all(all.map((read) => read(models)));
    return models.map((_model, at) => known.flatMap((facets) => facets[at]!));
  };

/** Where performers are read from. */
export type ListedSource = Pick<RoomStore, 'listModels' | 'listChanged' | 'listOpenIds' | 'listModelIds'>;

/** Read at once: while these few are filed nobody else is served. */
const CHUNK = 250;
/**
 * How many unchanged offline performers are also read per run, in rotation: data about them from others changes, too.
 */
const IN_TURN = 10_000;
/** Changes of this long ago are read again: one may have been written later than its time says. */
const CHANGED_MS = 5 * 60_000;

const isSame = (a: Standing, b: Standing): boolean =>
  a.likes === b.likes &&
  a.likesLately === b.likesLately &&
  a.earnedTokens === b.earnedTokens &&
  a.isLeader === b.isLeader;

/**
 * Updates the memory of performers: the first time all of them, then live ones, changed ones, and some of the others in
 * rotation.
 */
export function makeCatalogReload(deps: {
  readonly rows: CatalogRows;
  readonly source: ListedSource;
  readonly cardParts: Pick<CardParts, 'read'>;
  readonly readStandings: ReadStandings;
  readonly readFacets: ReadFacets;
}): () => Promise<void> {
  const { rows, source } = deps;
  let standings: ReadonlyMap<AccountId, Standing> = new Map();
  let isFirst = true;
  let turn = 0;

  const read = async (ids: readonly AccountId[]): Promise<void> => {
    const models = await source.listModels(ids);
    const [extras, more] = await Promise.all([deps.cardParts.read(models), deps.readFacets(models)]);
    const listed = new Set(models.map(({ id }) => id));
    for (const id of ids) {
      const row = listed.has(id) ? undefined : rows.byId.get(id);
      if (row) rows.drop(row);
    }
    for (const [at, model] of models.entries())
      rows.put({ model, extras: extras[at]!, more: more[at]! }, standings.get(model.id) ?? NO_STANDING);
  };
  const readAll = async (ids: readonly AccountId[]): Promise<void> => {
    for (let from = 0; from < ids.length; from += CHUNK) await read(ids.slice(from, from + CHUNK));
  };

  /** The next in the rotation; after the last it starts over. */
  const nextInTurn = async (): Promise<AccountId[]> => {
    const from = turn;
    const ids = await source.listModelIds(from, IN_TURN);
    const isLast = ids.length < IN_TURN;
    turn = isLast ? 0 : ids.at(-1)!;
    const until = isLast ? Infinity : turn;
    // Some of this range may no longer be shown.
    const known = rows.idsFrom(from + 1, rows.byId.size).filter((id) => id <= until);
    return [...new Set([...ids, ...known])];
  };
  const readStandings = async (): Promise<void> => {
    const before = standings;
    standings = await deps.readStandings();
    for (const id of new Set([...before.keys(), ...standings.keys()])) {
      const row = rows.byId.get(id);
      const standing = standings.get(id) ?? NO_STANDING;
      if (row && !isSame(row.standing, standing)) rows.changeStanding(row, standing);
    }
  };

  const once = async (): Promise<void> => {
    await readStandings();
    if (isFirst) {
      do await readAll(await nextInTurn());
      while (turn > 0);
      isFirst = false;
      return;
    }
    const live: AccountId[] = [];
    eachBit(rows.index.select([['is:live']]), (slot) => void live.push(rows.at(slot).model.id));
    const [changed, open, inTurn] = await Promise.all([
      source.listChanged(CHANGED_MS),
      source.listOpenIds(),
      nextInTurn(),
    ]);
    await readAll([...new Set([...live, ...open, ...changed, ...inTurn])]);
  };

  let running = Promise.resolve();
  // One after the other: an older answer must not replace a newer one.
  return () => (running = running.catch(() => undefined).then(once));
}

import type { Gender, UserCard } from '@klieg/contract';
import type { Clock, Log } from '@klieg/kernel';
import {
  type CardExtras,
  type CardParts,
  isBlockedPlace,
  isOnAir,
  type ListedModel,
  presentCard,
  type RoomStore,
  type StatusBoard,
} from '../rooms/index.ts';
import type { Place } from '../../platform/visitors/index.ts';

const RELOAD_MS = 30_000;
/** Lists keep their order for this long, so that cards do not jump under the pointer. */
const ORDER_MS = 2_000;

/** Models of this node's memory, live first; fed by room events and a periodic reload. */
export interface Catalog {
  /** Ordered cards of the given genders. */
  list(genders: ReadonlySet<Gender>): readonly UserCard[];
  byName(username: string): UserCard | undefined;
  /** Live tags with counts, most used first. */
  readonly liveTags: readonly { readonly slug: string; readonly count: number }[];
  /** Whether the model blocks that country or state. */
  isBlockedFor(username: string, place: Place): boolean;
  reload(): Promise<void>;
  close(): void;
}

const compare = (a: UserCard, b: UserCard): number =>
  Number(b.status !== 'offline') - Number(a.status !== 'offline') ||
  Number(isOnAir(b.status)) - Number(isOnAir(a.status)) ||
  b.viewer_count - a.viewer_count ||
  (b.started_at ?? b.last_online_at ?? '').localeCompare(a.started_at ?? a.last_online_at ?? '') ||
  a.id - b.id;

export function makeCatalog(deps: {
  readonly rooms: RoomStore;
  readonly cardParts: CardParts;
  readonly board: StatusBoard;
  readonly clock: Clock;
  readonly log: Log;
}): Catalog {
  let models = new Map<string, ListedModel>();
  let extras = new Map<string, CardExtras>();
  let ordered: readonly UserCard[] = [];
  let orderedAt = 0;
  let isDirty = true;

  const cards = (): readonly UserCard[] => {
    const now = deps.clock.now();
    if (isDirty || now - orderedAt > ORDER_MS) {
      ordered = [...models.values()]
        .map((model) =>
          presentCard(
            model,
            extras.get(model.username) ?? deps.cardParts.empty,
            deps.board.of(model.username)?.userCount ?? 0,
            now,
          ),
        )
        .toSorted(compare);
      orderedAt = now;
      isDirty = false;
    }
    return ordered;
  };

  const reload = async () => {
    const listed = await deps.rooms.listModels();
    const added = await deps.cardParts.read(listed);
    models = new Map(listed.map((model) => [model.username, model]));
    extras = new Map(listed.map(({ username }, index) => [username, added[index]!]));
    isDirty = true;
  };

  deps.board.onChange((status) => {
    const model = models.get(status.username);
    if (!model) return;
    if (model.status !== status.status) {
      const now = new Date(deps.clock.now());
      models.set(status.username, {
        ...model,
        status: status.status,
        ...(status.status === 'offline' && { lastOnlineAt: now, startedAt: null }),
        ...(status.status === 'online' && { startedAt: model.startedAt ?? now }),
      });
      isDirty = true;
    }
  });

  const timer = setInterval(() => {
    reload().catch((error: unknown) => deps.log.error({ err: error }, 'the catalog could not be reloaded'));
  }, RELOAD_MS).unref();

  return {
    list: (genders) => cards().filter((card) => genders.has(card.gender)),
    byName: (username) => cards().find((card) => card.username === username),
    get liveTags() {
      const counts = new Map<string, number>();
      for (const card of cards())
        if (card.status !== 'offline')
          for (const tag of card.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      return [...counts].map(([slug, count]) => ({ slug, count })).toSorted((a, b) => b.count - a.count);
    },
    isBlockedFor(username, place) {
      const model = models.get(username);
      if (!model) return false;
      return isBlockedPlace({ countries: model.blockedCountries, states: model.blockedStates }, place);
    },
    reload,
    close: () => clearInterval(timer),
  };
}

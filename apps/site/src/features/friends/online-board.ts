import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import { type AccountId, type Clock, randomToken } from '@klieg/kernel';

/** Somebody without a page stays online this long, so that a reload does not show. */
export const AWAY_AFTER_MS = 5_000;
const SNAPSHOT_MS = 10_000;
/** A node silent for this long is gone, with its people. */
const NODE_LOST_MS = 35_000;
const SUBJECT = 'online';

interface Snapshot {
  readonly node: string;
  readonly ids: readonly AccountId[];
}
interface Change {
  readonly node: string;
  readonly id: AccountId;
  readonly isHere: boolean;
}

/** Who has a page open, on any node. */
export interface OnlineBoard {
  /** This node's pages of a person: the first came or the last went. */
  set(id: AccountId, hasPages: boolean): void;
  isOnline(id: AccountId): boolean;
  /** Called by the node where the person came or went, once. */
  onChange(handler: (id: AccountId, isOnline: boolean) => void): void;
  close(): void;
}

export function makeOnlineBoard(bus: Bus, clock: Clock): OnlineBoard {
  const node = randomToken(9);
  const here = new Set<AccountId>();
  const leaving = new Map<AccountId, NodeJS.Timeout>();
  const others = new Map<string, { ids: Set<AccountId>; heardAt: number }>();
  let tell: (id: AccountId, isOnline: boolean) => void = () => undefined;

  const isElsewhere = (id: AccountId): boolean => [...others.values()].some(({ ids }) => ids.has(id));
  const change = (id: AccountId, isHere: boolean) => {
    if (isHere) here.add(id);
    else here.delete(id);
    bus.publish(`${SUBJECT}.change`, { node, id, isHere } satisfies Change);
    if (!isElsewhere(id)) tell(id, isHere);
  };
  const nodeOf = (name: string) => {
    const known = others.get(name) ?? { ids: new Set<AccountId>(), heardAt: 0 };
    known.heardAt = clock.now();
    others.set(name, known);
    return known;
  };
  const snapshot = () => {
    bus.publish(`${SUBJECT}.snapshot`, { node, ids: [...here] } satisfies Snapshot);
    for (const [name, { heardAt }] of others) if (clock.now() - heardAt > NODE_LOST_MS) others.delete(name);
  };

  const stops: Unsubscribe[] = [
    bus.subscribe(`${SUBJECT}.change`, (message) => {
      const { node: from, id, isHere } = message as Change;
      if (from === node) return;
      const { ids } = nodeOf(from);
      if (isHere) ids.add(id);
      else ids.delete(id);
    }),
    bus.subscribe(`${SUBJECT}.snapshot`, (message) => {
      const { node: from, ids } = message as Snapshot;
      if (from !== node) nodeOf(from).ids = new Set(ids);
    }),
  ];
  const timer = setInterval(snapshot, SNAPSHOT_MS).unref();

  return {
    set(id, hasPages) {
      clearTimeout(leaving.get(id));
      leaving.delete(id);
      if (hasPages) {
        if (!here.has(id)) change(id, true);
        return;
      }
      const leave = () => {
        leaving.delete(id);
        change(id, false);
      };
      leaving.set(id, setTimeout(leave, AWAY_AFTER_MS).unref());
    },
    isOnline: (id) => here.has(id) || isElsewhere(id),
    onChange(handler) {
      tell = handler;
    },
    close() {
      clearInterval(timer);
      for (const stop of stops) stop();
      for (const wait of leaving.values()) clearTimeout(wait);
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Payload } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import { type Account, accountKey } from '../../identity/index.ts';
import type { RoomHub } from '../../rooms/index.ts';

/** A model as far as their room and its pages are concerned. */
export type Model = Pick<Account, 'id' | 'username'>;

/** The pages that a model has open in their own room, and whether they are still there. */
export interface ModelPages {
  /** True while a page is open, on whichever node. */
  isOpen(model: Model): boolean;
  /** Tells the pages of this node the state of the ingest. */
  tell(model: Model, news: Payload<'v3.stream.ingest_info'>): void;
  /** The model has just pressed Go live: a running page check no longer counts. */
  noteStart(model: Model): void;
  /**
   * Asks the pages of this node. After 2 s, or 15 s where none is open: true if none has answered or come back and the
   * model did not go live again.
   */
  areSilent(model: Model): Promise<boolean>;
  /** After the last page has left. 15 s later: true if none is open and the model did not go live again. */
  stayAway(model: Model): Promise<boolean>;
}

/** How long a page may take to answer. */
const ANSWER_MS = 2_000;
/** How long a page may take to come back after a reload, also on a slow line; less than a lost picture may (S205). */
const BACK_MS = 15_000;
/** Longer than anybody waits for a page. */
const STARTS_KEPT_MS = 60_000;

export function makeModelPages({
  hub,
  clock,
}: {
  readonly hub: Pick<RoomHub, 'find'>;
  readonly clock: Clock;
}): ModelPages {
  /** When models went live last. */
  const starts = new Map<AccountId, number>();
  const presenceOf = ({ username }: Model) => hub.find(username)?.presence;
  const keyOf = ({ id }: Model): string => accountKey(id);
  const socketsOf = (model: Model) => presenceOf(model)?.socketsOf(keyOf(model)) ?? [];
  const hasStartedSince = ({ id }: Model, at: number): boolean => (starts.get(id) ?? -Infinity) >= at;

  const isOpen = (model: Model): boolean =>
    socketsOf(model).length > 0 || (presenceOf(model)?.isElsewhere(keyOf(model)) ?? false);

  return {
    isOpen,
    tell(model, news) {
      for (const socket of socketsOf(model)) socket.send('v3.stream.ingest_info', news);
    },
    noteStart({ id }) {
      const now = clock.now();
      for (const [other, at] of starts) if (now - at > STARTS_KEPT_MS) starts.delete(other);
      starts.set(id, now);
    },
    async areSilent(model) {
      // A sleeping machine keeps its sockets open and says nothing, so they are asked.
      const sockets = socketsOf(model);
      const askedAt = clock.now();
      if (sockets.length === 0) {
        await wait(BACK_MS, undefined, { ref: false });
        return !isOpen(model) && !hasStartedSince(model, askedAt);
      }
      for (const socket of sockets) socket.send('v3.ping', { t: askedAt });
      await wait(ANSWER_MS, undefined, { ref: false });
      if (sockets.some((socket) => socket.isOpen && socket.heardAt >= askedAt)) return false;
      return !hasStartedSince(model, askedAt);
    },
    async stayAway(model) {
      const leftAt = clock.now();
      await wait(BACK_MS, undefined, { ref: false });
      return !isOpen(model) && !hasStartedSince(model, leftAt);
    },
  };
}

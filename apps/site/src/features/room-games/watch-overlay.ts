import { createHash } from 'node:crypto';
import type { GoalOverlay } from '@klieg/contract/features/room-games/goal-overlay';
import { type AccountId, AppError } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import type { AppRow, AppStore } from './app-store.ts';
import { overlayKeyOf, ownerOfKey } from './overlay-key.ts';
import type { OverlayStore } from './overlay-store.ts';
import { closingEventOf, findGoal, goalEventOf } from './present-app.ts';

/** What overlays in encoders ask for. */
export interface WatchOverlay {
  /**
   * The goal of a key. With the version of an answer it waits until there is another one, at most for some seconds.
   * @throws room_games.overlay_key_invalid, also when the key ends meanwhile
   */
  read(key: string, after?: string): Promise<GoalOverlay>;
  stop(): void;
}

/** A change is seen within this. One query serves all waiting callers on a node, however many. */
const EVERY_MS = 400;
/** Short, since a site that stops lets requests end. */
const WAIT_MS = 5_000;

interface Waiter {
  readonly owner: AccountId;
  readonly key: string;
  readonly after: string;
  readonly untilMs: number;
  readonly resolve: (answer: GoalOverlay) => void;
  readonly reject: (error: unknown) => void;
}

/** As many of the goals that were reached are answered, the newest. */
const REACHED_MAX = 20;

/** What was read of a performer: the version of her key, and her apps. */
interface Found {
  readonly version: number | undefined;
  readonly rows: readonly AppRow[];
}

function presentOverlay(rows: readonly AppRow[]): GoalOverlay {
  const row = findGoal(rows);
  const shown = {
    goal: row ? goalEventOf(row) : null,
    reached: row ? row.state.closings.slice(-REACHED_MAX).map((closing) => closingEventOf(row, closing)) : [],
  };
  const version = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
  return { version, ...shown };
}

/** Reads the goals of overlays; works on every node, since it only uses the database. */
export function makeWatchOverlay(deps: {
  readonly apps: Pick<AppStore, 'list'>;
  readonly overlays: Pick<OverlayStore, 'list'>;
  readonly secret: Uint8Array;
}): WatchOverlay {
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;

  const find = async (owners: readonly AccountId[]): Promise<(owner: AccountId) => Found> => {
    const [versions, rows] = await Promise.all([deps.overlays.list(owners), deps.apps.list(owners)]);
    const byRoom = Map.groupBy(rows, ({ roomId }) => roomId);
    return (owner) => ({ version: versions.get(owner), rows: byRoom.get(owner) ?? [] });
  };
  const answer = (owner: AccountId, key: string, { version, rows }: Found): GoalOverlay => {
    if (version === undefined || !isSameSecret(key, overlayKeyOf(deps.secret, owner, version)))
      throw new AppError('room_games.overlay_key_invalid');
    return presentOverlay(rows);
  };
  /** Answers a waiting caller if there is something new or the time is over. */
  const serve = (waiter: Waiter, found: Found): void => {
    const { owner, key, after, untilMs, resolve, reject } = waiter;
    try {
      const now = answer(owner, key, found);
      if (now.version === after && performance.now() < untilMs) return;
      resolve(now);
    } catch (error) {
      reject(error);
    }
    waiting.delete(waiter);
  };
  const refuse = (waiters: readonly Waiter[], error: unknown): void => {
    for (const waiter of waiters) {
      waiting.delete(waiter);
      waiter.reject(error);
    }
  };
  const look = async (): Promise<void> => {
    const asked = [...waiting];
    try {
      const foundOf = await find([...new Set(asked.map(({ owner }) => owner))]);
      for (const waiter of asked) serve(waiter, foundOf(waiter.owner));
    } catch (error) {
      refuse(asked, error);
    }
    timer = undefined;
    lookSoon();
  };
  const lookSoon = (): void => {
    if (waiting.size > 0) timer ??= setTimeout(() => void look(), EVERY_MS).unref();
  };

  return {
    async read(key, after) {
      const owner = ownerOfKey(key);
      if (owner === undefined) throw new AppError('room_games.overlay_key_invalid');
      const now = answer(owner, key, (await find([owner]))(owner));
      if (after === undefined || now.version !== after) return now;
      return new Promise((resolve, reject) => {
        waiting.add({ owner, key, after, untilMs: performance.now() + WAIT_MS, resolve, reject });
        lookSoon();
      });
    },
    stop() {
      clearTimeout(timer);
      refuse([...waiting], new AppError('common.unavailable'));
    },
  };
}

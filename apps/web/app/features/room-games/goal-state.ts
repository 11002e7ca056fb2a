import type { Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/*
 * The room's latest goal data in wire form, and which of it is valid. Loaded with every room, so it is small; the code
 * that computes figures loads with the first goal (read-goal.ts).
 */

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The goal in the lower third has had its time. */
    'page.goal-over': Record<string, never>;
  }
}

export type App = Room['apps'][number];
/** The fields of v3.app.goal as received, or of an app's state with its configuration. */
export type GoalTold = Readonly<Record<string, unknown>>;

export interface GoalPart {
  /** The installed goal; null for none. */
  readonly app: App | null;
  /** The newest data about it. */
  readonly goal: GoalTold | null;
  /** The newest of the room's states that is in this. */
  readonly epoch: string;
  readonly seq: number;
  /** Goals that were reached while the page was open and wait for the lower third, the oldest first. */
  readonly closings: readonly GoalTold[];
}

export const GOAL_READS = [
  'v3.app.goal',
  'v3.chat.app_changed_relayed',
  'v3.room.snapshot',
  'page.goal-over',
] as const;

/** The most closings that are kept; the oldest go first. */
const CLOSINGS_MAX = 20;

const number = (told: GoalTold | null, field: string): number => Number(told?.[field] ?? 0);
const roundOf = (told: GoalTold): number => number(told, 'round') || 1;
const isFull = (told: GoalTold): boolean => number(told, 'current') >= number(told, 'target');

/** Apps whose state has a target are goals. */
const isGoal = (app: { readonly state?: unknown }): app is App =>
  typeof app.state === 'object' && app.state !== null && 'target' in app.state;

const withApps = (part: GoalPart, apps: readonly { readonly state?: unknown }[]): GoalPart => {
  const app = apps.find(isGoal) ?? null;
  const goal = app && { ...app.state, app_id: app.type, current: app.state['raised'], config: app.config };
  return { ...part, app, goal };
};

/** The goal as the room's first answer gives it. */
export const startGoal = ({ apps, epoch, seq }: Room): GoalPart =>
  withApps({ app: null, goal: null, epoch, seq, closings: [] }, apps);

/** Applies the latest count. A closing counts once for its app and round, however often it is sent. */
function withGoal(part: GoalPart, told: GoalTold): GoalPart {
  const { goal, closings } = part;
  if (number(told, 'feed_seq') < number(goal, 'feed_seq')) return part;
  const isReached = told['status'] === 'reached';
  const known = isReached && goal?.['app_id'] === told['app_id'] ? goal : null;
  if (known && roundOf(told) < roundOf(known)) return part;
  const isNew = isReached && !(known && roundOf(told) === roundOf(known) && isFull(known));
  return { ...part, goal: told, closings: isNew ? [...closings, told].slice(-CLOSINGS_MAX) : closings };
}

/** The change made by one event; older ones undo nothing. */
export function reduceGoal(part: GoalPart, event: RoomEvent<(typeof GOAL_READS)[number]>): GoalPart {
  if (event.name === 'page.goal-over') return { ...part, closings: part.closings.slice(1) };
  const { payload } = event;
  const { seq } = payload;
  const epoch = 'epoch' in payload ? payload.epoch : part.epoch;
  if (epoch === part.epoch && seq < part.seq) return part;
  const now = { ...part, epoch, seq };
  switch (event.name) {
    case 'v3.app.goal':
      return withGoal(now, event.payload);
    case 'v3.chat.app_changed_relayed':
      return withApps(now, event.payload.app ? [event.payload.app] : []);
    case 'v3.room.snapshot': {
      // The list is complete: a goal it does not name does not exist.
      const read = withApps({ ...now, goal: null }, event.payload.apps ?? []);
      return event.payload.goal ? { ...read, goal: event.payload.goal } : read;
    }
  }
}

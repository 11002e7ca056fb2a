import type { GoalOverlay } from '@klieg/contract/features/room-games/goal-overlay';
import type { GoalTold } from './goal-state.ts';

/** The state of an overlay. A lost connection changes nothing. */
export interface OverlayState {
  /** The latest goal; null for none, and before the first answer. */
  readonly goal: GoalTold | null;
  /** Goals that were reached while the page was open and wait to be shown, the oldest first. */
  readonly closings: readonly GoalTold[];
  /** The newest tip that reached a goal which the page knows of; undefined before the first answer. */
  readonly knownNumber: number | undefined;
  /** The key has ended, for good. */
  readonly isRevoked: boolean;
}

export type OverlayEvent =
  | { readonly kind: 'answered'; readonly answer: GoalOverlay }
  | { readonly kind: 'revoked' }
  /** This many of the oldest have been shown long enough. */
  | { readonly kind: 'shown'; readonly count: number };

export const NOTHING_TOLD: OverlayState = {
  goal: null,
  closings: [],
  knownNumber: undefined,
  isRevoked: false,
};

/** What one event changes. Goals that were reached before the page was opened are not celebrated again. */
export function reduceOverlay(state: OverlayState, event: OverlayEvent): OverlayState {
  switch (event.kind) {
    case 'answered': {
      const { goal, reached } = event.answer;
      const { knownNumber } = state;
      const isNew = ({ feed_seq: number }: { readonly feed_seq: number }) =>
        knownNumber !== undefined && number > knownNumber;
      // Closings are identified by the tip's number, as by the message's number in a room.
      const added = reached.filter(isNew).map((told) => ({ ...told, seq: told.feed_seq }));
      return {
        ...state,
        goal,
        closings: [...state.closings, ...added],
        knownNumber: Math.max(knownNumber ?? 0, ...reached.map(({ feed_seq: number }) => number)),
      };
    }
    case 'revoked':
      return { ...state, isRevoked: true };
    case 'shown':
      return { ...state, closings: state.closings.slice(event.count) };
  }
}

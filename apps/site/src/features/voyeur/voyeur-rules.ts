import { VOYEUR_CAMERAS, VOYEUR_LIMITS, type VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { INTERVAL_SECONDS, type Meter } from '../shows/index.ts';

/* A house (machine 31): which camera everybody sees, somebody's remaining time, and when turns end. Pure. */

/** How long a camera stays open without its picture; longer for one that never had any. */
export const MISSING_MS = 60_000;
export const WAITING_MS = 5 * 60_000;
/** A buyer of time without a page of the room for this long has left. */
export const AWAY_MS = 15_000;
/** Time without a picture for this long ends, and is refunded. */
export const SILENT_MS = 60_000;
/** A free look whose last token is older has ended: the next one begins with what is left of the day. */
export const LOOK_IDLE_MS = 90_000;
/** How long an absent person is waited for when their turn comes. */
export const CALLED_MS = 20_000;

export interface HouseCamera {
  readonly name: VoyeurCamera;
  /** As media knows it; null: switched off. */
  readonly id: Uuid | null;
  readonly state: 'off' | 'waiting' | 'live' | 'missing';
  readonly streamName: string | null;
  /** Unix milliseconds. */
  readonly openedAt: number;
  readonly goneAt: number | null;
  /** End of its key; null: it has none. */
  readonly tail: string | null;
}

export interface Turn {
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly viewerId: AccountId;
  readonly camera: VoyeurCamera;
  readonly tokens: number;
  readonly state: 'queued' | 'running' | 'settling' | 'ended';
  readonly wasAbsent: boolean;
  readonly beganAt: number | null;
  readonly endsAt: number | null;
  readonly tokensCharged: number | null;
}

export type TurnEnd = 'time_over' | 'user_stopped' | 'model_stopped' | 'removed' | 'absent' | 'unpaid';

const isLive = ({ state }: HouseCamera): boolean => state === 'live';

/**
 * The camera that everybody sees: the controlled one, else the performer's choice, else the first with a picture.
 * Undefined: none.
 */
export function shownOf(
  cameras: readonly HouseCamera[],
  home: VoyeurCamera | null,
  controlled: VoyeurCamera | undefined,
): HouseCamera | undefined {
  const live = cameras.filter(isLive);
  const named = (name: VoyeurCamera | null | undefined) => live.find((camera) => camera.name === name);
  return (
    named(controlled) ??
    named(home) ??
    live.toSorted((a, b) => VOYEUR_CAMERAS.indexOf(a.name) - VOYEUR_CAMERAS.indexOf(b.name))[0]
  );
}

/** The room is open while a camera has a picture, or had one a moment ago. */
export const isOpen = (cameras: readonly HouseCamera[]): boolean =>
  cameras.some(({ state }) => state === 'live' || state === 'missing');

/** Cameras whose picture did not come, or not again. */
export const lapsedOf = (cameras: readonly HouseCamera[], now: number): readonly HouseCamera[] =>
  cameras.filter(
    ({ state, openedAt, goneAt }) =>
      (state === 'missing' && now - (goneAt ?? now) >= MISSING_MS) ||
      (state === 'waiting' && now - openedAt >= WAITING_MS),
  );

/** Whole seconds left of today's free look after this many delivered milliseconds. */
export const freeSecondsLeft = (usedMs: number): number =>
  Math.max(0, VOYEUR_LIMITS.free_seconds - Math.ceil(usedMs / 1_000));

/** What is left of a running look. */
export const lookSecondsLeft = (seconds: number, usedMs: number): number =>
  Math.max(0, seconds - Math.ceil(usedMs / 1_000));

/** Bought time has a meter with its own id, which holds exactly what was bought. */
export const meterOfTime = (time: {
  readonly id: Uuid;
  readonly viewerId: AccountId;
  readonly roomId: AccountId;
}): Meter => ({
  id: time.id,
  showId: time.id,
  kind: 'voyeur',
  payerId: time.viewerId,
  receiverId: time.roomId,
  price: VOYEUR_LIMITS.cost_per_minute,
  aheadSeconds: 0,
  startupTokens: 0,
});

export const paidSecondsLeft = (seconds: number, deliveredMs: number): number =>
  Math.max(0, seconds - Math.floor(deliveredMs / 1_000));

export type TimeEnd = 'out_of_time' | 'user_ended' | 'removed' | 'unpublish';

/** Why bought time ends now; undefined: it continues. */
export function timeEndOf(sight: {
  readonly isAllowed: boolean;
  readonly isRoomOpen: boolean;
  readonly awayMs: number;
  readonly silentMs: number;
  readonly isUsedUp: boolean;
}): TimeEnd | undefined {
  if (!sight.isAllowed) return 'removed';
  if (!sight.isRoomOpen) return 'unpublish';
  if (sight.isUsedUp) return 'out_of_time';
  if (sight.awayMs >= AWAY_MS) return 'user_ended';
  return sight.silentMs >= SILENT_MS ? 'unpublish' : undefined;
}

/** The viewer is told at each whole interval, and when something else has changed. */
export const intervalOf = (secondsLeft: number): number => Math.ceil(secondsLeft / INTERVAL_SECONDS);

/**
 * The charge for a turn that ends now (S1907): all of it if its time is over or its owner ends it, else the used part.
 */
export function chargeOfTurn(turn: Turn, reason: TurnEnd, now: number): number {
  if (turn.state === 'queued' || turn.beganAt === null) return 0;
  if (reason === 'time_over' || reason === 'user_stopped') return turn.tokens;
  const seconds = Math.min(VOYEUR_LIMITS.control_seconds, Math.max(0, (now - turn.beganAt) / 1_000));
  return Math.floor((turn.tokens * seconds) / VOYEUR_LIMITS.control_seconds);
}

/** Why a turn ends now; undefined: it continues. */
export function turnEndOf(
  turn: Turn,
  sight: {
    readonly now: number;
    readonly isAllowed: boolean;
    readonly isRoomOpen: boolean;
    readonly isCameraThere: boolean;
    readonly isHeld: boolean;
  },
): TurnEnd | undefined {
  if (!sight.isAllowed) return 'removed';
  if (!sight.isRoomOpen) return 'model_stopped';
  if (!sight.isHeld) return 'unpaid';
  if (turn.state !== 'running') return undefined;
  if (sight.now >= turn.endsAt!) return 'time_over';
  return sight.isCameraThere ? undefined : 'model_stopped';
}

/** What becomes of the first in the queue. */
export function callNext(
  turn: Turn,
  sight: { readonly isCameraThere: boolean; readonly awayMs: number },
): 'begin' | 'wait' | 'to_the_end' | 'end' {
  if (!sight.isCameraThere) return 'end';
  if (sight.awayMs === 0) return 'begin';
  if (sight.awayMs < CALLED_MS) return 'wait';
  return turn.wasAbsent ? 'end' : 'to_the_end';
}

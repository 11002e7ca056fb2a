import { GROUP_FEW_SECONDS, GROUP_HELD_SECONDS } from '@klieg/contract/features/group-shows/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Meter } from '../shows/index.ts';

/* A group show (machine 34): transitions of the show and of each person in it. Pure. */

/** Between the moment when enough are there and the start. */
export const COUNTDOWN_MS = 10_000;
/** A start that is not done within this is undone. */
export const STARTING_MS = 15_000;
/** Somebody without a page of the room for this long has left. */
export const AWAY_MS = 15_000;
/** Somebody not seen for this long is not counted on for a start; each node checks every two seconds. */
export const PRESENT_MS = 6_000;
/** Somebody inside without delivery for this long loses the seat. */
const NO_PICTURE_MS = 60_000;
/** A room without a picture for this long ends its show, and one closed for this long its offer. */
const SILENT_MS = 60_000;
/** The longest show. */
const RUNNING_MAX_MS = 4 * HOUR_MS;
/** After this long inside, somebody may rate it. */
const RATED_SECONDS = 120;

export type GroupShowState = 'open' | 'counting' | 'starting' | 'running' | 'settling' | 'ended' | 'canceled';

export type GroupShowEnd =
  | 'model_ended'
  | 'unpublish'
  | 'too_few'
  | 'time_over'
  | 'removed'
  | 'canceled'
  | 'closed';

/** Times are Unix milliseconds of the database. */
export interface GroupShow {
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly state: GroupShowState;
  /** Tokens a minute, for each. */
  readonly price: number;
  readonly minPeople: number;
  readonly maxPeople: number | null;
  readonly lateJoiners: boolean;
  readonly ifFew: 'goes_on' | 'ends';
  readonly waitsUntil: number;
  readonly startsAt: number | null;
  readonly startingUntil: number | null;
  readonly startedAt: number | null;
  readonly fewSince: number | null;
  readonly endedAt: number | null;
  readonly reason: GroupShowEnd | null;
}

/** Why somebody is no longer in the show, other than its end. */
export type MemberEnd = 'left' | 'no_tokens' | 'no_picture' | 'removed';

export interface Member {
  readonly id: Uuid;
  readonly showId: Uuid;
  readonly accountId: AccountId;
  readonly state: 'waiting' | 'seated' | 'settling' | 'left';
  readonly meterId: Uuid | null;
  readonly seenAt: number;
  readonly reason: MemberEnd | GroupShowEnd | null;
  readonly durationSeconds: number;
  readonly tokensCharged: number;
}

export const isIn = ({ state }: Pick<Member, 'state'>): boolean => state === 'waiting' || state === 'seated';

/** Everybody pays separately, from the first delivered second on (GS7). */
export const meterOfMember = (
  show: Pick<GroupShow, 'id' | 'roomId' | 'price'>,
  { accountId, meterId }: Pick<Member, 'accountId'> & { readonly meterId: Uuid },
): Meter => ({
  id: meterId,
  showId: show.id,
  kind: 'group',
  payerId: accountId,
  receiverId: show.roomId,
  price: show.price,
  aheadSeconds: GROUP_HELD_SECONDS,
  startupTokens: 0,
});

/** Why nobody can join now; undefined: one can. */
export function joinRefusalOf(
  show: GroupShow | undefined,
  joined: number,
): 'shows.no_group_show' | 'shows.group_full' | 'common.unavailable' | undefined {
  // The start takes a moment; after it one joins as a latecomer.
  if (show?.state === 'starting') return 'common.unavailable';
  const isOpen = show?.state === 'open' || show?.state === 'counting';
  if (!show || !(isOpen || (show.state === 'running' && show.lateJoiners))) return 'shows.no_group_show';
  return show.maxPeople !== null && joined >= show.maxPeople ? 'shows.group_full' : undefined;
}

/** How the room of a show is. */
export interface RoomSight {
  readonly isShowOn: boolean;
  /** Milliseconds without a picture; 0 with one. */
  readonly silentMs: number;
  /** Milliseconds since the room closed; 0 while open. */
  readonly closedMs: number;
  readonly isOwnerSuspended: boolean;
}

/** When a show with too few people ends; null: there are enough, or it continues anyway (GS10). */
export const fewUntil = (
  { fewSince, ifFew }: Pick<GroupShow, 'fewSince' | 'ifFew'>,
  people: number,
): number | null =>
  fewSince !== null && (ifFew === 'ends' || people === 0) ? fewSince + GROUP_FEW_SECONDS * 1_000 : null;

/** Why a show ends now (GS6, GS11); undefined: it continues. @param people waiting or inside */
export function endOf(
  show: GroupShow,
  now: number,
  sight: { readonly room: RoomSight; readonly people: number },
): GroupShowEnd | undefined {
  const { room, people } = sight;
  const isWaiting = show.state === 'open' || show.state === 'counting';
  if (!isWaiting && show.state !== 'running') return undefined;
  if (room.isOwnerSuspended) return 'removed';
  if (isWaiting) {
    if (room.closedMs >= SILENT_MS) return 'closed';
    return show.state === 'open' && now >= show.waitsUntil ? 'time_over' : undefined;
  }
  if (!room.isShowOn || room.silentMs >= SILENT_MS) return 'unpublish';
  if (now >= (fewUntil(show, people) ?? Infinity)) return 'too_few';
  return now - (show.startedAt ?? now) >= RUNNING_MAX_MS ? 'time_over' : undefined;
}

/** The next step of a waiting show (GS4, GS5); undefined: nothing. @param present those who wait and are there */
export function stepOf(
  show: GroupShow,
  now: number,
  at: { readonly present: number; readonly hasPicture: boolean },
): 'count' | 'wait' | 'start' | 'undo' | undefined {
  const isEnough = at.present >= show.minPeople && at.hasPicture;
  if (show.state === 'open') return isEnough ? 'count' : undefined;
  if (show.state === 'starting') return now >= (show.startingUntil ?? 0) ? 'undo' : undefined;
  if (show.state !== 'counting') return undefined;
  if (!isEnough) return 'wait';
  return now >= (show.startsAt ?? 0) ? 'start' : undefined;
}

/** How somebody is. */
export interface MemberSight {
  readonly isAllowed: boolean;
  /** How long no node has seen a page of theirs in the room. */
  readonly awayMs: number;
  /** How long nothing was delivered to them while the room had a picture. */
  readonly silentMs: number;
  /** Nothing is held for the interval that runs. */
  readonly isUsedUp: boolean;
}

/** Why somebody loses the place or the seat now (GS3, GS9); undefined: they stay. */
export function memberEndOf(member: Pick<Member, 'state'>, sight: MemberSight): MemberEnd | undefined {
  if (!sight.isAllowed) return 'removed';
  if (member.state === 'seated' && sight.isUsedUp) return 'no_tokens';
  if (sight.awayMs >= AWAY_MS) return 'left';
  return member.state === 'seated' && sight.silentMs >= NO_PICTURE_MS ? 'no_picture' : undefined;
}

/** Whether somebody may rate the show that they were in (GS12). */
export const mayRateAfter = (seconds: number): boolean => seconds >= RATED_SECONDS;

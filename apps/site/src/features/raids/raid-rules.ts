import { RAID_PAUSE_MINUTES } from '@klieg/contract/features/raids/limits';
import type { AccountId, Uuid } from '@klieg/kernel';

/* Raids: which rooms take one, when one may begin, and how it ends. Pure. */

export type RaidEnd = 'done' | 'canceled' | 'room_closed';

/** Times are Unix milliseconds of the database. */
export interface Raid {
  readonly id: Uuid;
  readonly fromId: AccountId;
  readonly toId: AccountId;
  readonly state: 'asking' | RaidEnd;
  readonly endsAt: number;
  readonly endedAt: number | null;
  /** Viewers who went along, as last told to rooms. */
  readonly moved: number;
}

/** The other room, as seen by the performer who wants to raid it. */
export interface RaidSight {
  readonly isSelf: boolean;
  /** Public and on the air. */
  readonly isLive: boolean;
  readonly hasPassword: boolean;
  /** The setting of its performer. */
  readonly isWelcome: boolean;
  /** Its performer wants no raids from this room. */
  readonly isRefused: boolean;
  /** One ignores the other, or the room does not let the performer in. */
  readonly isApart: boolean;
}

/** Whether a room takes a raid. */
export const takesRaid = (room: RaidSight): boolean =>
  !room.isSelf && room.isLive && !room.hasPassword && room.isWelcome && !room.isRefused && !room.isApart;

/** From when on the next raid may begin; null: now. */
export function freeAt(last: Raid | undefined, now: number): number | null {
  if (last?.endedAt === null || last === undefined) return null;
  const at = last.endedAt + RAID_PAUSE_MINUTES * 60_000;
  return at > now ? at : null;
}

/** How a raid ends now; undefined: viewers are still asked. */
export function endOf(raid: Raid, now: number, isOpen: boolean): RaidEnd | undefined {
  if (raid.state !== 'asking') return undefined;
  if (now >= raid.endsAt) return 'done';
  return isOpen ? undefined : 'room_closed';
}

/** The line of the other room; pages that know the code may say it in their own words. */
export const sayRaid = (name: string, viewers: number): string =>
  `${name} raids with ${viewers} viewer${viewers === 1 ? '' : 's'}`;

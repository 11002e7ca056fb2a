import { type Account, chosenInvisibleLevel, type InvisibleLevel } from '../../identity/index.ts';

/** What somebody is in a room. */
export type Role = 'viewer' | 'moderator' | 'streamer' | 'model_admin' | 'site_mod';

/** Kinds of readers of a room's people; decides which variant of an event somebody gets (F2, F4). */
export type Eyes = 'viewers' | 'streamer' | 'staff';

export function eyesOf(role: Role): Eyes {
  switch (role) {
    case 'viewer':
    case 'moderator':
      return 'viewers';
    case 'streamer':
      return 'streamer';
    case 'model_admin':
    case 'site_mod':
      return 'staff';
  }
}

/** The level in effect: staff in somebody's room are on duty, the performer is on stage (F2). */
export function invisibleLevelFor(chosen: 0 | 1 | 2, role: Role): InvisibleLevel {
  if (eyesOf(role) === 'staff') return 3;
  return role === 'streamer' ? 0 : chosen;
}

/** The level in effect of an account, or of a guest. */
export const invisibleLevelOf = (
  account: Pick<Account, 'membership' | 'settings'> | null,
  role: Role,
): InvisibleLevel => invisibleLevelFor(account ? chosenInvisibleLevel(account) : 0, role);

/** Levels that these eyes still find in lists. */
const LISTED_MAX = { viewers: 0, streamer: 2, staff: 3 } as const;
/** Levels that are counted and whose coming and going is announced. */
const NOTICED_MAX = { viewers: 1, streamer: 2, staff: 3 } as const;

export const isListedFor = (level: InvisibleLevel, eyes: Eyes): boolean => level <= LISTED_MAX[eyes];
export const isNoticedBy = (level: InvisibleLevel, eyes: Eyes): boolean => level <= NOTICED_MAX[eyes];

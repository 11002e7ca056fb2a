import type { Banner, CurrentUser } from '@klieg/contract';
import { isAgeUnverified } from '../../shared/me/must-verify-age.ts';

/** Why somebody sees no banner, apart from members with a membership and models, whom the server leaves out. */
export interface BannerPlace {
  readonly current: Pick<CurrentUser, 'user'>;
  /** Gender of the performer whose room it is; undefined outside of rooms. */
  readonly performerGender?: string | undefined;
}

/**
 * Whether this person is shown no banner here: with a membership, as a model, while an age check is asked for, and as
 * a man in the room of a man.
 */
export function isWithoutBanner({ current: { user }, performerGender }: BannerPlace): boolean {
  if (user.membership !== null || user.type === 'model') return true;
  if (isAgeUnverified({ user })) return true;
  return user.gender === 'm' && performerGender === 'm';
}

/** The first banner that was not closed in this browser. */
export const nextBanner = (list: readonly Banner[], closed: readonly string[]): Banner | undefined =>
  list.find(({ id }) => !closed.includes(id));

/** Closed banners that are remembered: the newest, so that the list never grows without end. */
const CLOSED_MAX = 50;

/** The list of closed banners with one more. */
export const withClosed = (closed: readonly string[], id: string): readonly string[] =>
  [...closed.filter((one) => one !== id), id].slice(-CLOSED_MAX);

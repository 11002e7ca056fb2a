import { readCookie, writeCookie } from '../../shared/cookie.ts';

/** Tokens of the last hour that let somebody rate (CONSTANTS-049). */
export const RATING_TIPS_MIN = 25;
/** The reminder comes once in this time (CONSTANTS-050). */
const REMIND_SECONDS = 24 * 60 * 60;
const COOKIE = 'rating_reminder';

export interface RatingFacts {
  /** Own tokens to this performer in the last hour. */
  readonly recentTips: number;
  /** Own stars of today. */
  readonly ratedToday: number | null;
}

/** Whether the page offers to rate. */
export const mayRate = ({ recentTips }: RatingFacts): boolean => recentTips >= RATING_TIPS_MIN;

/** Whether to remind: enough was given, nothing rated today, no reminder in the last 24 h (SHOWS-043). */
export const wantsReminder = (facts: RatingFacts, cookies: string): boolean =>
  mayRate(facts) && facts.ratedToday === null && readCookie(cookies, COOKIE) === undefined;

/** The reminder was shown. */
export const rememberReminder = (): void => writeCookie(COOKIE, '1', REMIND_SECONDS);

import type { CurrentUser } from '@klieg/contract';
import type { Me } from './me-store.ts';

/** Whether the law of the place asks for a check of age that somebody has not passed yet. */
export const isAgeUnverified = ({ user }: Pick<CurrentUser, 'user'>): boolean =>
  user.ageVerification.required && user.ageVerification.state !== 'passed';

/** The same for the visitor; false while unknown. */
export const mustVerifyAge = (me: Me): boolean => me.kind !== 'unknown' && isAgeUnverified(me.current);

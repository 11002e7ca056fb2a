import { type FactHandler, when } from '../../platform/events/index.ts';
import { membershipEnded, renewalRefused } from '../memberships/index.ts';
import type { MoneyMailer } from './money-mailer.ts';

/** Members are told that a renewal was refused, and that their membership has ended. */
export const makeOnMembershipNews = ({ later }: Pick<MoneyMailer, 'later'>): readonly FactHandler[] => [
  when(renewalRefused, ({ accountId, level, cents, nextTryAt: at }, transaction) =>
    later(accountId, { code: 'renewal_refused', params: { level, cents, at } }, transaction),
  ),
  when(membershipEnded, ({ accountId, level, reason }, transaction) =>
    later(accountId, { code: `membership_${reason}`, params: { level } }, transaction),
  ),
];

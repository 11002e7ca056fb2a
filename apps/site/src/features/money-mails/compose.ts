import type { FactReader } from '../../platform/events/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Sites } from '../brand/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makeMoneyMailer } from './money-mailer.ts';
import { makeOnLinePastDue } from './on-line-past-due.ts';
import { makeOnMembershipNews } from './on-membership-news.ts';
import { makeOnReUpEnded } from './on-re-up-ended.ts';

/** Mails about automatic money events: debts, automatic purchases, memberships. */
export function composeMoneyMails(
  _kit: Kit,
  uses: {
    readonly identity: IdentityFeature;
    readonly sites: Sites;
    readonly jobs: JobQueue;
    readonly mailer: Mailer;
  },
) {
  const mailer = makeMoneyMailer({ ...uses, ...uses.identity, siteOfAccount: uses.sites.siteOfAccount });
  const facts: FactReader = {
    name: 'money-mails',
    on: [makeOnLinePastDue(mailer), makeOnReUpEnded(mailer), ...makeOnMembershipNews(mailer)],
  };
  return { factReaders: [facts], work: mailer.work };
}

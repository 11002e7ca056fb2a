import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { Sites } from '../brand/index.ts';
import type { ContentTexts } from '../content-pages/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { OnboardingFeature } from '../onboarding/index.ts';
import { makeAnswerConsent, makeKeepConsentDocument } from './answer-consent.ts';
import { makeAskConsent } from './ask-consent.ts';
import { makeCoPerformers } from './co-performers.ts';
import { makeConsentMailer } from './consent-mailer.ts';
import { makeDecideConsent, makeListConsents, makeOpenConsent } from './consent-reviews.ts';
import { makeConsentStore } from './consent-store.ts';
import { makeConsentsHandlers } from './consents.http.ts';
import { makeRevokeConsent } from './revoke-consent.ts';
import { makeTellModel } from './tell-model.ts';

export type ConsentsFeature = ReturnType<typeof composeConsents>;

/** Consents of people shown beside a model: requested, signed by themselves, checked, withdrawn at any time. */
export function composeConsents(
  { database, clock, outbox }: Pick<Kit, 'database' | 'clock' | 'outbox'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly sites: Sites;
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly contentPages: { readonly texts: ContentTexts };
    readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
    readonly onboarding: Pick<OnboardingFeature, 'safe'>;
    readonly jobs: JobQueue;
    readonly mailer: Mailer;
    readonly identityReviewers: 1 | 2;
  },
) {
  const { accounts } = uses.identity;
  const { safe } = uses.onboarding;
  const consents = makeConsentStore(database);
  const mails = makeConsentMailer({ ...uses, consents, accounts, clock });
  const tellModel = makeTellModel(uses.notifications.notifyWithin);
  const release = () => uses.contentPages.texts.getContent('performer-release');
  const shared = { database, consents, clock, mails, tellModel, safe, release, ...uses.audit };
  return {
    coPerformers: makeCoPerformers(shared),
    /** What the review desk shows and decides. */
    reviews: {
      kinds: ['consent'] as const,
      list: makeListConsents({ ...shared, accounts }),
      decide: makeDecideConsent({ ...shared, accounts, reviewers: uses.identityReviewers }),
    },
    handlers: makeConsentsHandlers({
      ...shared,
      accounts,
      ask: makeAskConsent(shared),
      keepDocument: makeKeepConsentDocument(shared),
      answer: makeAnswerConsent(shared),
      revoke: makeRevokeConsent({ ...shared, outbox }),
      open: makeOpenConsent(shared),
    }),
    work: mails.work,
  };
}

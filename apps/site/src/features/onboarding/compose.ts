import { HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { Sites } from '../brand/index.ts';
import type { ContentTexts } from '../content-pages/index.ts';
import { type IdentityFeature, isModel, type MePart } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import { makeCaseStore } from './case-store.ts';
import { makeDecideCase } from './decide-case.ts';
import { makeExpireDocuments } from './expire-documents.ts';
import { makeOnboardingHandlers, readSent, rejectReasonOf } from './onboarding.http.ts';
import { makeOnboardingMailer } from './onboarding-mailer.ts';
import { VAULT_PURPOSE } from './onboarding-settings.ts';
import { makeOpenVault, makeShowDocuments } from './open-vault.ts';
import { makeListCases } from './present-cases.ts';
import { makeReadDocument } from './read-document.ts';
import { makeKeepDocument, makeSavePerson, makeSubmit, type SendDeps } from './send-application.ts';
import { applicationOf } from './step-rules.ts';
import { makeSendStanding, makeTellStanding } from './tell-standing.ts';
import { makeEnvelope } from './vault/envelope.ts';
import { serveViews } from './vault/serve-views.ts';
import { makeVault } from './vault/vault.ts';
import { makeVaultStore } from './vault/vault-store.ts';
import { makeViewKeys } from './vault/view-keys.ts';
import { makeVerifyViewer } from './verify-viewer.ts';

export type OnboardingFeature = ReturnType<typeof composeOnboarding>;

type Needs = Pick<Kit, 'database' | 'clock' | 'feed' | 'outbox' | 'secretOf'>;
interface Uses {
  readonly identity: IdentityFeature;
  readonly sessions: Pick<SessionsFeature, 'resolveCaller'>;
  readonly sites: Sites;
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly contentPages: { readonly texts: ContentTexts };
  readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly blobs: BlobStore;
  readonly newPictures: () => Pictures;
  /** How many of staff have to agree before somebody is approved. */
  readonly identityReviewers: 1 | 2;
  /** Keys of the vault before the one of now. */
  readonly formerVaultKeys: readonly Uint8Array[];
}

const composeVault = ({ database, clock, secretOf }: Needs, { blobs, formerVaultKeys }: Uses) => {
  const records = makeVaultStore(database);
  const envelope = makeEnvelope(secretOf(VAULT_PURPOSE), formerVaultKeys);
  return {
    records,
    vault: makeVault({ envelope, store: records, blobs, clock }),
    keys: makeViewKeys(secretOf('vault views')),
  };
};

type Stores = Pick<SendDeps, 'cases' | 'records'>;

/** The part of the answer about oneself; costs no query for people who have sent nothing. */
const makeMePart = (deps: Stores): MePart<'user.compliance_reject_reason' | 'user.identity_application'> => {
  const nothing = { 'user.compliance_reject_reason': null, 'user.identity_application': null };
  return {
    empty: nothing,
    read: (asks) =>
      Promise.all(
        asks.map(async ({ account }) => {
          const isAsked =
            account.complianceStatus !== 'approved' &&
            (isModel(account) || account.complianceStatus === 'rejected');
          if (!isAsked) return nothing;
          const sent = await readSent(deps, account);
          return {
            'user.compliance_reject_reason': rejectReasonOf(sent),
            'user.identity_application': isModel(account) ? applicationOf(sent) : null,
          };
        }),
      ),
  };
};

/** People show who they are, models before their first broadcast; what they send lies sealed in the vault. */
export function composeOnboarding(kit: Needs, uses: Uses) {
  const { clock, database, outbox } = kit;
  const { accounts } = uses.identity;
  const { auditLog } = uses.audit;
  const { vault, records, keys } = composeVault(kit, uses);
  const cases = makeCaseStore(database);
  const mails = makeOnboardingMailer({ ...uses, accounts, siteOfAccount: uses.sites.siteOfAccount });
  const sendStanding = makeSendStanding(kit);
  const tellStanding = makeTellStanding({ ...uses.notifications, mails, sendStanding });
  const deps: SendDeps = {
    database,
    cases,
    records,
    vault,
    readDocument: makeReadDocument(uses.newPictures()),
    agreement: () => uses.contentPages.texts.getContent('model-agreement'),
    sendStanding,
    clock,
  };
  const keepDocument = makeKeepDocument(deps);
  const showDocuments = makeShowDocuments({ vault, keys, clock });
  const chores: readonly Chore[] = [
    {
      failure: 'expired documents could not be looked for',
      everyMs: HOUR_MS,
      on: 'one',
      run: makeExpireDocuments({ ...deps, auditLog, outbox, tellStanding }),
    },
    { failure: 'the vault could not be cleared', everyMs: MINUTE_MS, on: 'one', run: vault.removeLoose },
    {
      failure: 'keys of the vault could not be sealed anew',
      everyMs: HOUR_MS,
      on: 'one',
      run: vault.renewKeys,
    },
  ];
  return {
    mePart: makeMePart(deps),
    chores,
    work: mails.work,
    /** Where others lay what people show of themselves, and show it to staff. */
    safe: { vault, records, readDocument: deps.readDocument, showDocuments },
    /** What the review desk shows and decides. */
    cases: {
      kinds: ['application', 'identity'] as const,
      list: makeListCases({ accounts, cases, records }),
      decide: makeDecideCase({
        database,
        cases,
        auditLog,
        tellStanding,
        reviewers: uses.identityReviewers,
        clock,
      }),
    },
    routes: (app: FastifyInstance) =>
      serveViews(app, {
        store: records,
        vault,
        keys,
        clock,
        resolveCaller: uses.sessions.resolveCaller,
      }),
    handlers: makeOnboardingHandlers({
      cases,
      records,
      savePerson: makeSavePerson(deps),
      keepDocument,
      submit: makeSubmit(deps),
      verifyViewer: makeVerifyViewer({ ...deps, keepDocument }),
      openVault: makeOpenVault({ database, accounts, records, vault, showDocuments, auditLog }),
    }),
  };
}

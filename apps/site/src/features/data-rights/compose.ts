import type { AccountId } from '@klieg/kernel';
import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { Sites } from '../brand/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { type LedgerFeature, makeReadAbouts, sumOfEarned } from '../ledger/index.ts';
import type { MediaLibraryFeature } from '../media-library/index.ts';
import { announceSessionEnded, type SessionsFeature } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeArchiveSigner, makeLinkSigner } from './archive/signing.ts';
import { listArchiveSteps } from './archive-steps.ts';
import { makeDataMailer } from './data-mailer.ts';
import { makeDataRequests } from './data-requests.ts';
import { makeDataRightsHandlers } from './data-rights.http.ts';
import { makeDeleteAccounts } from './delete-account.ts';
import { makeDeleteRows } from './delete-rows-store.ts';
import type { DeletionSight } from './deletion-rules.ts';
import { type DeletionsStore, makeDeletionsStore } from './deletions-store.ts';
import { makeExportsStore } from './exports-store.ts';
import { makeArchives } from './make-archive.ts';
import { makeRowsOf } from './rows-of-store.ts';
import { serveArchives } from './serve-archives.ts';
import { makeStatementLines } from './statement-lines.ts';

interface Uses {
  readonly identity: Pick<IdentityFeature, 'accounts'>;
  readonly sessions: Pick<SessionsFeature, 'sessions' | 'resolveCaller'>;
  readonly sites: Sites;
  readonly ledger: Pick<LedgerFeature, 'ledger'>;
  readonly mediaLibrary: Pick<MediaLibraryFeature, 'mediaNamesOf'>;
  readonly wallet: WalletFeature;
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly blobs: BlobStore;
}

const soon = (failure: string, run: () => Promise<unknown>): Chore => ({
  failure,
  everyMs: 5 * MINUTE_MS,
  on: 'one',
  run,
});

const listChores = (of: {
  readonly deleteAccounts: ReturnType<typeof makeDeleteAccounts>;
  readonly requests: ReturnType<typeof makeDataRequests>;
  readonly deletions: Pick<DeletionsStore, 'dropReservedNames'>;
}): readonly Chore[] => [
  soon('accounts could not be deleted', of.deleteAccounts.runDue),
  soon('lost archives could not be looked for', of.requests.findLost),
  soon('old archives could not be removed', of.requests.removeExpired),
  soon('late requests could not be looked for', of.requests.tellLate),
  {
    failure: 'reserved names could not be dropped',
    everyMs: DAY_MS,
    on: 'one',
    run: of.deletions.dropReservedNames,
  },
];

const statementOf = (
  { ledger: { ledger }, mediaLibrary: { mediaNamesOf } }: Pick<Uses, 'ledger' | 'mediaLibrary'>,
  rowsOf: ReturnType<typeof makeRowsOf>,
) =>
  makeStatementLines({
    ledger,
    rowsOf,
    readAbouts: makeReadAbouts({ aboutOf: ledger.aboutOf, mediaNamesOf }),
  });

/** A copy of everything that the site holds about somebody, and its end. */
export function composeDataRights(kit: Kit, uses: Uses) {
  const { database, clock, log, metrics, bus } = kit;
  const { accounts } = uses.identity;
  const { ledger } = uses.ledger;
  const { wallet } = uses.wallet;
  const exports = makeExportsStore(database);
  const deletions = makeDeletionsStore(database);
  const rowsOf = makeRowsOf(database);
  const signer = makeArchiveSigner(kit.secretOf('data export signature'));
  const links = makeLinkSigner(kit.secretOf('data export links'));
  const mails = makeDataMailer({ ...uses, accounts, siteOfAccount: uses.sites.siteOfAccount });
  const sightOf = async (accountId: AccountId): Promise<DeletionSight> => {
    const [open, earned] = await Promise.all([deletions.readSight(accountId), ledger.pursesOf(accountId)]);
    const { tokens, held } = sumOfEarned(earned);
    return { ...open, earnedTokens: tokens + held };
  };
  const archives = makeArchives({
    database,
    store: exports,
    rowsOf,
    steps: listArchiveSteps({ rowsOf, blobs: uses.blobs, statement: statementOf(uses, rowsOf) }),
    blobs: uses.blobs,
    signer,
    siteNameFor: async (id) => {
      const account = await accounts.findById(id);
      const site = account ? uses.sites.siteOfAccount(account) : uses.sites.mainSite('en');
      return uses.sites.brandOf(site).display_name;
    },
    onReady: (id, within) => mails.later(id, { code: 'export_ready' }, within),
    clock,
  });
  const requests = makeDataRequests({
    database,
    exports,
    deletions,
    archives,
    jobs: uses.jobs,
    mails,
    sightOf,
    clock,
    log,
    metrics,
  });
  const deleteAccounts = makeDeleteAccounts({
    database,
    store: deletions,
    exports,
    archives,
    rows: makeDeleteRows(database),
    rowsOf,
    blobs: uses.blobs,
    sessions: uses.sessions.sessions,
    announce: (ended) => announceSessionEnded(bus, ended),
    wallet,
    sightOf,
    mails,
    clock,
  });
  return {
    chores: listChores({ deleteAccounts, requests, deletions }),
    work: async () => {
      await mails.work();
      await requests.work();
    },
    routes: (app: FastifyInstance) =>
      serveArchives(app, {
        store: exports,
        blobs: uses.blobs,
        links,
        clock,
        resolveCaller: uses.sessions.resolveCaller,
      }),
    handlers: makeDataRightsHandlers({
      database,
      exports,
      deletions,
      requests,
      stepsCount: archives.stepsCount,
      publicKey: signer.publicKey,
      links,
      sightOf,
      wallet,
      accounts,
      auditLog: uses.audit.auditLog,
      clock,
    }),
  };
}

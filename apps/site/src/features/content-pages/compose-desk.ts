import { DAY_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mail, Mailer } from '../../platform/mail/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makeDocumentKeys } from './legal-documents/document-keys.ts';
import { makeDocumentStore } from './legal-documents/document-store.ts';
import { makeLegalDocumentHandlers } from './legal-documents/legal-documents.http.ts';
import { serveDocuments } from './legal-documents/serve-documents.ts';
import { makeOutsideLinkStore } from './outside-links/outside-link-store.ts';
import { makeOutsideLinkHandlers } from './outside-links/outside-links.http.ts';
import type { ContentTexts } from './present-texts.ts';
import { makePressHandlers, makeReadPress } from './press/press.http.ts';
import { makePressStore } from './press/press-store.ts';

const JOB = 'legal-mail';

/** Pages whose content staff edits in the back office: press, outside links, documents to sign. */
export function composeContentDesk(
  { clock, database, feed, secretOf }: Pick<Kit, 'clock' | 'database' | 'feed' | 'secretOf'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly contentPages: { readonly texts: ContentTexts };
    readonly jobs: JobQueue;
    readonly mailer: Mailer;
  },
) {
  const { jobs, mailer } = uses;
  const { auditLog } = uses.audit;
  const press = makePressStore(database);
  const links = makeOutsideLinkStore(database);
  const documents = makeDocumentStore(database);
  const keys = makeDocumentKeys(secretOf('legal documents'));
  const readPress = makeReadPress({ store: press, clock });
  const chores: readonly Chore[] = [
    { failure: 'links that have ended could not be dropped', everyMs: DAY_MS, on: 'one', run: links.prune },
  ];
  jobs.expect(JOB);
  return {
    readPress,
    /** Whether a key of a link is known and holds, without counting a use. */
    hasLink: (key: string) => links.has(key, new Date(clock.now())),
    chores,
    work: () => jobs.work<Mail>(JOB, (mail) => mailer.send(mail)),
    routes: (app: FastifyInstance) => serveDocuments(app, { store: documents, keys, clock }),
    handlers: {
      ...makePressHandlers({ store: press, readPress, database, auditLog, clock }),
      ...makeOutsideLinkHandlers({ store: links, database, auditLog, clock }),
      ...makeLegalDocumentHandlers({
        store: documents,
        keys,
        texts: uses.contentPages.texts,
        findAccount: uses.identity.accounts.findByUsername,
        sendMail: (mail, within) => jobs.enqueue(JOB, mail, { within }),
        feed,
        database,
        auditLog,
        clock,
      }),
    },
  };
}

import type { callsByFeature, DeskDocument } from '@klieg/contract';
import { type AccountId, AppError, type Clock, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { type Handlers, uuidCursor } from '#site/platform/http/index.ts';
import type { Kit } from '#site/platform/kit.ts';
import type { Mail } from '#site/platform/mail/index.ts';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { ContentTexts } from '../present-texts.ts';
import { type DocumentKeys, newDocumentKey } from './document-keys.ts';
import { writeDocumentMail } from './document-mails.ts';
import { isShown, LINK_MS, PDF_MS, plainTextOf, SECRET_MS, statusOf } from './document-rules.ts';
import type { DocumentStore, KeptDocument } from './document-store.ts';
import { pdfUrlOf } from './serve-documents.ts';

type Calls = 'getLegalDocument' | 'signLegalDocument' | 'listDeskDocuments' | 'sendDeskDocument';

interface LegalDocumentDeps {
  readonly store: DocumentStore;
  readonly keys: DocumentKeys;
  readonly texts: Pick<ContentTexts, 'getContent' | 'listTemplates'>;
  readonly findAccount: (
    username: string,
  ) => Promise<{ readonly id: AccountId; readonly email: string } | undefined>;
  readonly sendMail: (mail: Mail, within: Transaction) => Promise<void>;
  readonly feed: Kit['feed'];
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
}

const instantOrNull = (at: Date | null) => at && toInstant(at);

/** Documents as their signers meet them. */
function makeSignerHandlers(
  deps: LegalDocumentDeps,
  pdfOf: (document: KeptDocument) => string | null,
): Pick<
  Handlers<(typeof callsByFeature)['content-pages'], SiteCaller>,
  'getLegalDocument' | 'signLegalDocument'
> {
  const { store, keys, clock } = deps;
  return {
    async getLegalDocument({ params }) {
      const now = clock.now();
      const found = await store.findByKey(sha256(params.id));
      if (!found || !isShown(found, now)) throw new AppError('content_pages.legal_not_found');
      const status = statusOf(found, now);
      return {
        document_text: found.document_text,
        secret: status === 'open' ? keys.seal('sign', found.number, now + SECRET_MS) : '',
        expired: status === 'expired',
        status,
        title: found.title,
        version: found.version,
        signer_name: found.signer_name,
        document_html: found.document_html,
        expires_at: toInstant(found.expires_at),
        signed_at: instantOrNull(found.signed_at),
        pdf_url: pdfOf(found),
      };
    },
    async signLegalDocument({ body: { secret, signature } }, { caller }) {
      const now = clock.now();
      const number = keys.open('sign', secret, now);
      if (number === undefined) throw new AppError('content_pages.sign_failed');
      const at = new Date(now);
      const signed = await deps.database.kysely.transaction().execute(async (transaction) => {
        const document = await store.lock(transaction, number);
        if (!document || statusOf(document, now) !== 'open') throw new AppError('content_pages.sign_failed');
        await store.sign(transaction, number, { at, signature, address: caller.address });
        const { id, template, version } = document;
        await deps.auditLog.note(transaction, caller, {
          action: 'legal.signed',
          target: `legal:${id}`,
          detail: { template, version, signature },
        });
        return { ...document, signed_at: at, signature };
      });
      if (signed.account_id !== null)
        deps.feed.send(signed.account_id, 'v3.account.update', {
          seq: now,
          part: 'compliance',
          status: 'document_signed',
          at: now,
        });
      return { status: 1, signed_at: toInstant(at), pdf_url: pdfOf(signed)! };
    },
  };
}

/** A legal text as a document for one signer. @throws content_pages.not_found for a text that is not a legal one */
function draftDocument(
  texts: LegalDocumentDeps['texts'],
  template: string,
): Pick<KeptDocument, 'template' | 'title' | 'version' | 'document_html' | 'document_text'> {
  if (!texts.listTemplates().some(({ slug }) => slug === template))
    throw new AppError('content_pages.not_found');
  const { title, version, body_html: html } = texts.getContent(template);
  return { template, title, version, document_html: html, document_text: plainTextOf(html) };
}

/** Texts of the law that somebody is asked to sign, and where staff issues them. */
export function makeLegalDocumentHandlers(
  deps: LegalDocumentDeps,
): Pick<Handlers<(typeof callsByFeature)['content-pages'], SiteCaller>, Calls> {
  const { store, keys, clock } = deps;
  const pdfOf = ({ number, signed_at: signedAt }: KeptDocument): string | null =>
    signedAt && pdfUrlOf(keys.seal('pdf', number, clock.now() + PDF_MS));
  const lineOf = (one: KeptDocument): DeskDocument => ({
    id: one.id,
    template: one.template,
    title: one.title,
    version: one.version,
    status: statusOf(one, clock.now()),
    signer_name: one.signer_name,
    username: one.username,
    email: one.email,
    issued_by: one.issued_by,
    issued_at: toInstant(one.issued_at),
    expires_at: toInstant(one.expires_at),
    signed_at: instantOrNull(one.signed_at),
    signature: one.signature,
    pdf_url: pdfOf(one),
  });
  return {
    ...makeSignerHandlers(deps, pdfOf),
    async listDeskDocuments({ query }) {
      const found = await store.list(uuidCursor(query.cursor), query.limit + 1);
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map(lineOf),
        next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
        templates: [...deps.texts.listTemplates()],
      };
    },
    async sendDeskDocument({ body }, { caller }) {
      const draft = draftDocument(deps.texts, body.template);
      const account = body.username === undefined ? undefined : await deps.findAccount(body.username);
      const email = account?.email ?? body.email;
      if (email === undefined) throw new AppError('common.not_found');
      const key = newDocumentKey();
      const link = `${caller.site.publicUrl}/legal/${key}`;
      const now = clock.now();
      const document = {
        ...draft,
        id: uuidv7() as Uuid,
        keyDigest: sha256(key),
        signer_name: body.signer_name ?? null,
        account_id: account?.id ?? null,
        email,
        issued_by: caller.account!.username,
        issued_at: new Date(now),
        expires_at: new Date(now + LINK_MS),
      };
      await deps.database.kysely.transaction().execute(async (transaction) => {
        await store.add(transaction, document);
        await deps.sendMail(writeDocumentMail(document, link), transaction);
        await deps.auditLog.note(transaction, caller, {
          action: 'legal.sent',
          target: `legal:${document.id}`,
          detail: { template: draft.template, version: draft.version, to: body.username ?? email },
        });
      });
      return { status: 1, link };
    },
  };
}

import { z } from 'zod';
import { calls, cursorList, instant, ok, page, shape, username, uuid } from '../call.ts';
import { legalDocumentRoutes, legalDocumentStaffRoutes } from './routes.ts';
import { slug } from './shapes.ts';
import { written } from '../event-fields.ts';

/** 256 bits as base64url. */
const key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** State of a document. */
const legalStatus = z.enum(['open', 'signed', 'expired']);

const fullName = written().min(2).max(80);

const deskDocument = shape({
  id: uuid,
  template: slug,
  title: z.string(),
  version: z.string(),
  status: legalStatus,
  signer_name: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string(),
  issued_by: z.string(),
  issued_at: instant,
  expires_at: instant,
  signed_at: instant.nullable(),
  /** The typed name. */
  signature: z.string().nullable(),
  /** Valid for 15 minutes; null while unsigned. */
  pdf_url: z.string().nullable(),
});
export type DeskDocument = z.infer<typeof deskDocument>;

export const legalDocumentCalls = {
  ...calls(legalDocumentRoutes, {
    getLegalDocument: {
      who: 'guest',
      openToSuspended: true,
      rate: 'read',
      params: shape({ id: key }),
      response: shape({
        document_text: z.string(),
        /** Signs this document once within 30 minutes; empty when it cannot be signed any more. */
        secret: z.union([key, z.literal('')]),
        expired: z.boolean(),
        status: legalStatus,
        title: z.string(),
        version: z.string(),
        signer_name: z.string().nullable(),
        /** Made from the site's own text files; never contains what visitors write. */
        document_html: z.string(),
        expires_at: instant,
        signed_at: instant.nullable(),
        pdf_url: z.string().nullable(),
      }),
      errors: ['content_pages.legal_not_found'],
      ids: ['CONTENT-PAGES-018', 'CONTENT-PAGES-025', 'ERRORS-070'],
    },
    signLegalDocument: {
      who: 'guest',
      openToSuspended: true,
      rate: 'write',
      body: shape({ secret: key, signature: fullName }),
      response: ok({ signed_at: instant, pdf_url: z.string() }),
      errors: ['content_pages.sign_failed'],
      ids: ['CONTENT-PAGES-019', 'CONTENT-PAGES-026', 'ERRORS-071'],
    },
  }),
  ...calls(legalDocumentStaffRoutes, {
    listDeskDocuments: {
      who: 'admin',
      conditions: ['sudo'],
      rate: 'read',
      query: shape(page('id')),
      response: cursorList(deskDocument, {
        templates: z.array(shape({ slug, title: z.string(), version: z.string() })),
      }),
      errors: [],
      ids: ['CONTENT-PAGES-018'],
    },
    sendDeskDocument: {
      who: 'admin',
      rate: 'write',
      body: shape({
        template: slug,
        /** Exactly one of the two says whose it is. */
        username: username.optional(),
        email: z.email().max(254).optional(),
        /** The signer, as named in the document. */
        signer_name: fullName.optional(),
      }).refine(({ username: name, email }) => (name === undefined) !== (email === undefined)),
      response: ok({ link: z.string() }),
      errors: ['content_pages.not_found', 'common.not_found'],
      ids: ['CONTENT-PAGES-018'],
    },
  }),
};

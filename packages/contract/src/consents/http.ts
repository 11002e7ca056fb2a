import { z } from 'zod';
import { birthDay, calls, day, instant, ok, shape, username, uuid } from '../call.ts';
import { written } from '../event-fields.ts';
import { DOCUMENT_BYTES_MAX, SIGNATURE_MAX } from '../onboarding/limits.ts';
import { CONSENT_DOCUMENTS } from './limits.ts';
import { consentsRoutes, consentsStaffRoutes } from './routes.ts';
import { consentScope, consentState } from './shapes.ts';

const name = written().min(2).max(80);
const key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const scopes = z
  .array(consentScope)
  .min(1)
  .max(consentScope.options.length)
  .refine((list) => new Set(list).size === list.length, 'duplicate');

const consent = shape({
  id: uuid,
  /** As the model named them. */
  name: z.string(),
  /** Stage name; null until the person has given it. */
  alias: z.string().nullable(),
  state: consentState,
  scopes: z.array(consentScope),
  valid_from: day.nullable(),
  valid_until: day.nullable(),
  asked_at: instant,
});
export type Consent = z.infer<typeof consent>;

const document = z.enum(CONSENT_DOCUMENTS);

const invite = shape({
  id: uuid,
  state: consentState,
  /** The link no longer works: it was used, or is too old. */
  expired: z.boolean(),
  model_display_name: z.string(),
  name: z.string(),
  scopes: z.array(consentScope),
  valid_from: day.nullable(),
  valid_until: day.nullable(),
  /** The text to sign as HTML, and its version. */
  text: z.string(),
  text_version: z.string(),
  /** Kinds of documents received; nothing more about them is revealed. */
  documents: z.array(document),
  /** What staff said about an earlier submission. */
  note: z.string().nullable(),
});
export type ConsentInvite = z.infer<typeof invite>;

const ownCalls = calls(consentsRoutes, {
  listConsents: {
    who: 'model',
    rate: 'read',
    response: shape({ items: z.array(consent) }),
    errors: [],
    ids: [],
  },
  /** The answer does not reveal whether the name or address exists. */
  askConsent: {
    who: 'model',
    rate: 'write',
    body: shape({
      name,
      email: z.email().max(254).optional(),
      username: username.optional(),
      scopes,
      from: day.optional(),
      until: day.optional(),
    })
      .refine((given) => (given.email === undefined) !== (given.username === undefined), {
        path: ['email'],
        message: 'required',
      })
      .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
        path: ['until'],
        message: 'range',
      }),
    response: ok({ id: uuid }),
    errors: ['compliance.consent_limit', 'common.not_self'],
    ids: [],
  },
  getConsentInvite: {
    who: 'guest',
    rate: 'read',
    params: shape({ key }),
    response: invite,
    errors: ['common.not_found'],
    ids: [],
  },
  sendConsentDocument: {
    who: 'guest',
    rate: 'upload',
    params: shape({ key }),
    form: {
      fileBytesMax: DOCUMENT_BYTES_MAX,
      fields: shape({ kind: document, expires_on: day.optional() }),
    },
    response: ok({ documents: z.array(document) }),
    errors: ['common.not_found', 'compliance.consent_closed', 'compliance.document_refused'],
    ids: [],
  },
  answerConsent: {
    who: 'guest',
    rate: 'write',
    params: shape({ key }),
    body: z.discriminatedUnion('accept', [
      shape({ accept: z.literal(false) }),
      shape({
        accept: z.literal(true),
        text_version: z.string().min(1).max(20),
        signature: written().min(2).max(SIGNATURE_MAX),
        legal_name: name,
        birth_date: birthDay,
        /** Stage name. */
        alias: written().max(80).optional(),
      }),
    ]),
    response: ok({ state: consentState }),
    errors: [
      'common.not_found',
      'compliance.consent_closed',
      'compliance.under_age',
      'compliance.steps_missing',
    ],
    ids: [],
  },
  revokeConsent: {
    who: 'guest',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({ key: key.optional(), reason: written().max(500).optional() }),
    /** Recorded broadcasts with that person that were removed. */
    response: ok({ removed: z.int().nonnegative() }),
    errors: ['common.not_found'],
    ids: [],
  },
});

const reason = written().min(10).max(200);

const staffCalls = calls(consentsStaffRoutes, {
  /** Each look is logged with its reason before anything is answered. */
  openConsent: {
    who: 'model_admin',
    conditions: ['sudo'],
    rate: 'read',
    guarded: true,
    params: shape({ id: uuid }),
    query: shape({ reason }),
    response: shape({
      person: shape({ legal_name: z.string(), birth_date: day, alias: z.string() }).nullable(),
      documents: z.array(
        shape({
          id: uuid,
          kind: z.string(),
          is_picture: z.boolean(),
          expires_on: day.nullable(),
          sent_at: instant,
          url: z.string(),
        }),
      ),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
});

export const consentsCalls = { ...ownCalls, ...staffCalls };

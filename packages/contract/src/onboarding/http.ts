import { z } from 'zod';
import { birthDay, calls, day, instant, ok, shape, username, uuid } from '../call.ts';
import { complianceStatus } from '../enums.ts';
import { COUNTRY_CODES } from '../profile/places.ts';
import { modelDocument, onboardingStep, verifyReason, viewerDocument } from './cases.ts';
import { ALIASES_MAX, DOCUMENT_BYTES_MAX, SIGNATURE_MAX } from './limits.ts';
import { onboardingRoutes, onboardingStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const text = (max: number) => written().min(1).max(max);
const country = z.enum(COUNTRY_CODES as [string, ...string[]]);

/** The legal person, shown only to staff who look after models. */
const person = shape({
  legal_first_name: text(80),
  legal_last_name: text(80),
  birth_date: birthDay,
  birth_country: country,
  address: text(200),
  city: text(80),
  state: written().max(80),
  zip: text(20),
  country,
  /** Every other name, also of the stage. */
  aliases: z.array(text(80)).max(ALIASES_MAX),
});
export type Person = z.infer<typeof person>;

const onboarding = shape({
  compliance_status: complianceStatus,
  compliance_reject_reason: z.string().nullable(),
  steps: z.array(
    shape({
      key: onboardingStep,
      state: z.enum(['todo', 'pending', 'done', 'rejected']),
      reason: z.string().nullable(),
    }),
  ),
  /** Kinds of documents received; nothing more about them is revealed. */
  documents: z.array(modelDocument),
  identity_application: shape({
    state: complianceStatus,
    step: z.string(),
    missing: z.array(z.string()),
  }).nullable(),
});
export type Onboarding = z.infer<typeof onboarding>;

const locked = ['compliance.under_review', 'compliance.already_approved'];

const ownCalls = calls(onboardingRoutes, {
  getOnboarding: { who: 'model', rate: 'read', response: onboarding, errors: [], ids: ['IDENTITY-024'] },
  savePerson: {
    who: 'model',
    rate: 'write',
    body: person,
    response: ok({ onboarding }),
    errors: ['compliance.under_age', ...locked],
    ids: ['IDENTITY-003'],
  },
  sendDocument: {
    who: 'model',
    rate: 'upload',
    form: {
      fileBytesMax: DOCUMENT_BYTES_MAX,
      fields: shape({ kind: modelDocument, expires_on: day.optional() }),
    },
    response: ok({ document_id: uuid, state: z.literal('pending') }),
    errors: ['compliance.document_refused', ...locked],
    ids: ['IDENTITY-005'],
  },
  submitOnboarding: {
    who: 'model',
    rate: 'write',
    body: shape({
      agreement_version: z.string().min(1).max(20),
      signature: written().min(2).max(SIGNATURE_MAX),
    }),
    response: ok({ compliance_status: z.literal('pending') }),
    errors: ['compliance.steps_missing', 'compliance.already_approved', 'compliance.tries_used'],
    ids: ['IDENTITY-024'],
  },
  verifyIdentity: {
    who: 'user',
    rate: 'upload',
    form: {
      fileBytesMax: DOCUMENT_BYTES_MAX,
      fields: shape({ kind: viewerDocument, reason: verifyReason }),
    },
    /** What must still be sent before the review. */
    response: ok({ state: z.literal('pending'), missing: z.array(viewerDocument) }),
    errors: ['compliance.document_refused', 'compliance.tries_used', ...locked],
    ids: ['IDENTITY-005', 'IDENTITY-022', 'BILLING-063'],
  },
});

const staffCalls = calls(onboardingStaffRoutes, {
  /** Each look is written down with its reason before anything is answered. */
  openVault: {
    who: 'model_admin',
    conditions: ['sudo'],
    rate: 'read',
    guarded: true,
    params: shape({ username }),
    query: shape({ reason: written().min(10).max(200) }),
    response: shape({
      person: person.nullable(),
      documents: z.array(
        shape({
          id: uuid,
          kind: z.string(),
          is_picture: z.boolean(),
          expires_on: day.nullable(),
          sent_at: instant,
          /** Valid for a minute, and only for the person who asked. */
          url: z.string(),
        }),
      ),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
});

export const onboardingCalls = { ...ownCalls, ...staffCalls };

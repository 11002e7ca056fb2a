import { z } from 'zod';
import { calls, day, instant, ok, okOnly, shape, uuid } from '../call.ts';
import { ageAction, ageMethod, ageCheckState, personKind } from '../enums.ts';
import { AGE_CARD_LENGTHS } from './limits.ts';
import { ageCheckRoutes, ageCheckStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const text = written().max(AGE_CARD_LENGTHS.text);
/** The vendor's page, and until when it can be used. */
const vendorPage = shape({ url: z.string(), expires_at: instant });
const vendorErrors = [
  'compliance.method_not_allowed',
  'compliance.vendor_unavailable',
  'compliance.too_many_attempts',
];
/** Methods whose result can be an unlinkable proof. */
const proofMethod = ageMethod.extract(['id_check', 'digital_id']);
const desk = { who: 'admin', conditions: ['sudo'] } as const;

const offer = shape({ amount: z.int(), currency: z.string(), tokens: z.int(), text: z.string() });

/** What a place asks for, by which rule, and how it differs from the release before. */
const ageRule = shape({
  id: z.string(),
  /** `FR`, or `US-FL`. */
  place: z.string(),
  law: z.string(),
  since: day,
  methods: z.array(ageMethod),
  actions: z.array(ageAction),
  exempt: z.array(personKind),
  scope: z.enum(['account', 'session']),
});
export type AgeRuleLine = z.infer<typeof ageRule>;
const release = shape({
  number: z.int(),
  published: day,
  used_since: instant,
  rules: z.array(ageRule),
});
export type AgeRelease = z.infer<typeof release>;

const liveCheck = shape({
  id: uuid,
  thread_id: uuid.nullable(),
  /** Null: a guest. */
  username: z.string().nullable(),
  jurisdiction: z.string(),
  begun_at: instant,
});
export type LiveCheck = z.infer<typeof liveCheck>;

export const ageCheckCalls = {
  ...calls(ageCheckRoutes, {
    getAgeCheck: {
      who: 'guest',
      rate: 'read',
      response: shape({
        required: z.boolean(),
        state: ageCheckState,
        attempts: z.int(),
        jurisdiction: z.string().nullable(),
        allowed: z.array(ageMethod),
        offer: offer.nullable(),
        /** The header shows that a try has failed. */
        failed: z.boolean(),
        valid_until: instant.nullable(),
        /** Until when only the live check is offered. */
        locked_until: instant.nullable(),
        /** The conversation of a pending live check. */
        thread_id: uuid.nullable(),
        /** `id_check` and `digital_id` can be shown by an unlinkable proof here. */
        has_proof: z.boolean(),
      }),
      errors: [],
      ids: ['AGE-VERIFICATION-013', 'AGE-VERIFICATION-016', 'AGE-VERIFICATION-026', 'AGE-VERIFICATION-031'],
    },
    getAgeOffer: {
      who: 'guest',
      rate: 'read',
      response: shape({
        biller_link: z.string(),
        amount: z.int(),
        tokens: z.int(),
        currency: z.string(),
      }),
      errors: ['billing.biller_unavailable'],
      ids: ['AGE-VERIFICATION-005'],
    },
    openCardFields: {
      who: 'guest',
      rate: 'auth',
      body: shape({}),
      response: shape({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int(),
        client_accnum: z.string(),
        client_subacc: z.string(),
        script_url: z.string(),
      }),
      errors: vendorErrors,
      ids: ['AGE-VERIFICATION-006', 'AGE-VERIFICATION-015'],
    },
    checkAgeByCard: {
      who: 'guest',
      rate: 'spend',
      spends: true,
      body: shape({
        address: text,
        birth_date: z.string().max(10),
        city: text,
        country: text,
        email: text,
        first_name: text,
        last_name: text,
        /** `CA` of `US-CA` in the United States and Canada, else as typed. */
        state: text,
        zip: text,
        payment_token: z.string().min(1).max(200),
        card: shape({
          exp_month: z.string().regex(/^(?:0[1-9]|1[0-2])$/),
          exp_year: z.string().regex(/^20\d{2}$/),
          first6: z.string().regex(/^\d{6}$/),
          last4: z.string().regex(/^\d{4}$/),
        }),
        /** 1 buys the offer, 0 charges nothing. */
        do_purchase: z.union([z.literal(0), z.literal(1)]).default(0),
      }),
      response: ok({
        state: ageCheckState,
        message: z.string(),
        tokens: z.int(),
        tokens_added: z.int(),
      }),
      errors: [
        'compliance.verification_failed',
        'compliance.under_age',
        'compliance.method_not_allowed',
        'compliance.card_data_refused',
        'compliance.too_many_attempts',
        'compliance.vendor_unavailable',
        'billing.declined',
        'billing.biller_unavailable',
        'billing.model_cannot_buy',
        'billing.compliance_pending',
        'billing.tip_blocked_country',
        'billing.product_unknown',
        'billing.daily_limit',
      ],
      ids: [
        'AGE-VERIFICATION-007',
        'AGE-VERIFICATION-012',
        'AGE-VERIFICATION-018',
        'AGE-VERIFICATION-019',
        'AGE-VERIFICATION-020',
        'AGE-VERIFICATION-021',
        'AGE-VERIFICATION-025',
        'ERRORS-072',
      ],
    },
    openAgeEstimation: {
      who: 'guest',
      rate: 'auth',
      guarded: true,
      response: vendorPage,
      errors: vendorErrors,
      ids: ['AGE-VERIFICATION-008', 'AGE-VERIFICATION-027'],
    },
    openAgeVerification: {
      who: 'guest',
      rate: 'auth',
      guarded: true,
      response: vendorPage,
      errors: vendorErrors,
      ids: ['AGE-VERIFICATION-009', 'AGE-VERIFICATION-028'],
    },
    openYoti: {
      who: 'guest',
      rate: 'auth',
      guarded: true,
      query: shape({ type: z.enum(['TYPE_DOC_SCAN', 'TYPE_DIGITAL_ID']) }),
      response: vendorPage,
      errors: vendorErrors,
      ids: ['AGE-VERIFICATION-010', 'AGE-VERIFICATION-029', 'AGE-VERIFICATION-030'],
    },
    openAgeProof: {
      who: 'guest',
      rate: 'auth',
      body: shape({ method: proofMethod }),
      response: shape({
        /** Valid for this visit only; becomes part of the token, which the issuer does not see. */
        challenge: z.string(),
        expires_at: instant,
        issuer: shape({ name: z.string(), page_url: z.string(), api_url: z.string() }),
      }),
      errors: vendorErrors,
      ids: ['AGE-VERIFICATION-029', 'AGE-VERIFICATION-030'],
    },
    checkAgeByProof: {
      who: 'guest',
      rate: 'auth',
      body: shape({
        method: proofMethod,
        challenge: z.string().min(1).max(200),
        key_id: z.string().min(1).max(80),
        /** The 32 random bytes before the message (RFC 9474), base64url. */
        prefix: z.string().regex(/^[\w-]{43}$/),
        /** Base64url. */
        signature: z.string().regex(/^[\w-]{300,1400}$/),
      }),
      response: shape({ state: ageCheckState, message: z.string() }),
      errors: [
        'compliance.method_not_allowed',
        'compliance.too_many_attempts',
        'compliance.vendor_unavailable',
        'compliance.session_unknown',
        'compliance.verification_failed',
        'compliance.proof_closed',
      ],
      ids: ['AGE-VERIFICATION-029', 'AGE-VERIFICATION-030'],
    },
    openLiveCheck: {
      who: 'guest',
      rate: 'auth',
      body: shape({}),
      response: ok({ thread_id: uuid, state: z.literal('pending') }),
      errors: ['compliance.method_not_allowed'],
      ids: ['AGE-VERIFICATION-031'],
    },
    returnFromAgeCheck: {
      who: 'guest',
      rate: 'auth',
      body: shape({ session: z.string().min(1).max(200) }),
      response: shape({ state: ageCheckState, message: z.string() }),
      errors: ['compliance.session_unknown'],
      ids: [],
    },
  }),
  ...calls(ageCheckStaffRoutes, {
    listJurisdictions: {
      ...desk,
      rate: 'read',
      response: shape({
        /** Newest first; the first is in use. */
        items: z.array(release),
        /** Methods whose vendors are set up. */
        served: z.array(ageMethod),
      }),
      errors: [],
      ids: ['AGE-VERIFICATION-014', 'AGE-VERIFICATION-045'],
    },
    listLiveChecks: {
      ...desk,
      rate: 'read',
      response: shape({ items: z.array(liveCheck) }),
      errors: [],
      ids: ['AGE-VERIFICATION-031'],
    },
    decideLiveCheck: {
      ...desk,
      rate: 'write',
      params: shape({ id: uuid }),
      body: shape({ is_adult: z.boolean() }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: ['AGE-VERIFICATION-031'],
    },
  }),
};

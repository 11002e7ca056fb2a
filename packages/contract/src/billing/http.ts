import { holdsCard } from '@klieg/kernel';
import { z } from 'zod';
import { calls, cursorList, instant, ok, page, shape, uuid } from '../call.ts';
import { biller, orderState } from '../enums.ts';
import { autoReUps } from '../re-up/settings.ts';
import { billingTopic, joinProduct, opens, products } from './product-shapes.ts';
import { billingRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

export const internalId = z.string().regex(/^(membership_)?[a-z0-9_]{1,40}$/);

const purchaseErrors = [
  'billing.product_unknown',
  'billing.daily_limit',
  'billing.model_cannot_buy',
  'billing.tip_blocked_country',
  'billing.biller_unavailable',
  'billing.compliance_pending',
  'billing.contact_support',
] as const;

/** Text of at most `most` characters without a card number: those are given to billers only. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !holdsCard(text), 'Numbers of cards are not taken');

export const billingCalls = calls(billingRoutes, {
  listProducts: {
    who: 'guest',
    rate: 'read',
    body: shape({
      advert_id: words(64).optional(),
      biller_pref: biller.optional(),
      cashtocode_country_code: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      crypto: z.boolean().optional(),
      custom_promo_test: words(32).optional(),
      iobb: words(4000).optional(),
      popup_requested: z.boolean().optional(),
      fp: words(64).optional(),
    }),
    response: products,
    errors: [],
    ids: [
      'BILLING-016',
      'BILLING-035',
      'BILLING-036',
      'BILLING-037',
      'BILLING-030',
      'BILLING-032',
      'BILLING-047',
      'BILLING-068',
    ],
  },
  openPurchase: {
    who: 'buyer',
    conditions: ['av'],
    rate: 'write',
    guarded: true,
    params: shape({ biller, internal_id: internalId }),
    query: shape({
      /** The same keys as JSON text. */
      autoReUpsSettings: words(400).optional(),
      cardId: uuid.optional(),
      fingerprint: words(64).optional(),
    }),
    response: shape({
      status: z.literal(0),
      link: z.string(),
      error: z.null(),
      biller,
      order_id: uuid,
      opens,
    }),
    errors: [...purchaseErrors, 'billing.card_unknown'],
    ids: ['BILLING-019', 'BILLING-051'],
  },
  purchase: {
    who: 'buyer',
    conditions: ['av'],
    rate: 'spend',
    spends: true,
    params: shape({ biller, internal_id: internalId }),
    body: shape({
      /** Keys of the setting auto_re_ups: consent to automatic purchases, given with this purchase. */
      autoReUpsSettings: autoReUps.optional(),
      cardId: uuid.optional(),
      fingerprint: words(64).optional(),
    }),
    response: z.union([
      shape({
        status: z.literal(1),
        link: z.null(),
        error: z.null(),
        order_id: uuid,
        tokens: z.int(),
        tokens_added: z.int(),
      }),
      shape({
        status: z.literal(0),
        link: z.string().nullable(),
        error: z.string().nullable(),
        order_id: uuid,
        biller,
        opens,
      }),
    ]),
    errors: [...purchaseErrors, 'billing.declined', 'billing.card_unknown'],
    ids: ['BILLING-019', 'BILLING-048', 'BILLING-049'],
  },
  getPurchaseLink: {
    who: 'buyer',
    conditions: ['av'],
    rate: 'write',
    guarded: true,
    params: shape({ internal_id: internalId }),
    query: shape({ biller: biller.optional(), return_to: z.string().max(500).optional() }),
    response: shape({
      purchase_link: z.string(),
      order_id: uuid,
      opens,
    }),
    errors: purchaseErrors,
    ids: ['BILLING-020'],
  },
  getOrder: {
    who: 'user',
    rate: 'read',
    params: shape({ order_id: uuid }),
    response: shape({
      order_id: uuid,
      state: orderState,
      internal_id: z.string(),
      amount: z.int(),
      currency: z.string(),
      tokens_added: z.int(),
      decline_code: z.string().nullable(),
      created_at: instant,
    }),
    errors: ['common.not_found'],
    ids: ['BILLING-026', 'BILLING-054'],
  },
  explainReturn: {
    who: 'guest',
    rate: 'read',
    body: shape({
      ans: words(64),
      email: words(254).optional(),
      epoch_digest: words(128).optional(),
      amount: words(32).optional(),
      pi_code: words(64).optional(),
      transaction_id: words(64).optional(),
    }),
    response: shape({
      result: z.enum(['success', 'failure']),
      decline_code: z.string().nullable(),
      message: z.string(),
      order_id: uuid.nullable(),
      state: orderState.nullable(),
    }),
    errors: [],
    ids: ['BILLING-034', 'BILLING-054', 'BILLING-055', 'ERRORS-029'],
  },
  listReceipts: {
    who: 'user',
    rate: 'read',
    query: shape(page('id')),
    response: cursorList(
      shape({
        order_id: uuid,
        amount: z.int(),
        currency: z.string(),
        tokens: z.int(),
        biller: z.string(),
        descriptor: z.string(),
        at: instant,
        state: orderState,
      }),
    ),
    errors: [],
    ids: ['BILLING-001'],
  },
  getLiveHelp: {
    who: 'guest',
    rate: 'read',
    response: shape({
      /** Whether help with payments is offered beside the purchase. */
      show: z.boolean(),
    }),
    errors: [],
    ids: ['BILLING-017'],
  },
  getBillingCompanies: {
    who: 'guest',
    rate: 'read',
    response: shape({
      /** What the card statement shows. */
      descriptor: z.string(),
      /** Companies that may charge: "Discreetly billed by {companies}". */
      companies: z.array(shape({ name: z.string(), url: z.string() })),
    }),
    errors: [],
    ids: ['BILLING-018'],
  },
  listJoinProducts: {
    who: 'guest',
    rate: 'read',
    response: shape({
      /** Whether there is anything to show beside the registration. */
      join_form: z.boolean(),
      /** Packages by card. */
      cc: z.array(joinProduct),
      /** Packages by PayPal. */
      pp: z.array(joinProduct),
      /** Packages by every other way to pay. */
      regular: z.array(joinProduct),
      promo: shape({ link: z.string() }).nullable(),
    }),
    errors: [],
    ids: ['BILLING-023', 'BILLING-002'],
  },
  setDailyLimit: {
    who: 'user',
    rate: 'write',
    body: shape({ daily_limit: z.int().min(0).max(1_000_000) }),
    response: ok({
      /** The limit now; a raise takes effect later. */
      daily_limit: z.int(),
      pending: shape({ daily_limit: z.int(), from: instant }).nullable(),
    }),
    errors: ['billing.verify_first'],
    ids: ['BILLING-009', 'BILLING-010'],
  },
  requestSupport: {
    who: 'user',
    rate: 'write',
    body: shape({
      topic: billingTopic,
      /** An order of somebody else is ignored. */
      order_id: uuid.optional(),
      text: written()
        .min(5)
        .max(2_000)
        .refine((text) => !holdsCard(text), 'Numbers of cards are not taken'),
    }),
    response: ok({
      case_id: uuid,
      /** The ticket number to quote in later messages. */
      number: z.int().positive(),
    }),
    errors: [],
    ids: ['BILLING-015', 'BILLING-063'],
  },
});

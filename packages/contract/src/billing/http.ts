import { z } from 'zod';
import { calls, cursorList, instant, page, shape, uuid } from '../call.ts';
import { biller, membership, orderState } from '../enums.ts';
import { billingRoutes } from './routes.ts';

export const internalId = z.string().regex(/^(membership_)?[a-z0-9_]{1,40}$/);

export const product = shape({
  internal_id: z.string(),
  tokens: z.int(),
  /** Cents. */
  amount: z.int(),
  currency: z.string(),
  discount: z.int(),
  membership: membership.nullable(),
  is_oneclick: z.boolean(),
  biller,
  biller_link: z.string(),
  label: z.string().nullable(),
  bonus_tokens: z.int(),
});
export type Product = z.infer<typeof product>;

const cardOnFile = shape({ id: uuid, has_affidavit: z.boolean(), brand: z.string(), last4: z.string() });

export const products = shape({
  products: shape({ credit: z.array(product), paypal: z.array(product), others: z.array(product) }),
  promo_products: shape({
    default: product.nullable(),
    wheel: z.array(product),
    free_tokens: product.nullable(),
  }),
  declined_reason: z.string().nullable(),
  /** Cents; null when nothing limits the person. */
  daily_purchase_remaining: z.int().nullable(),
  oneclick_suggestion: product.nullable(),
  cards: z.array(cardOnFile),
  productLinkEpoch: z.string().nullable(),
  productLinkRocketgate: z.string().nullable(),
  currency: z.string(),
  cashtocode: shape({ country_code: z.string(), amounts: z.array(z.int()) }).nullable(),
});
export type Products = z.infer<typeof products>;

const purchaseErrors = [
  'billing.product_unknown',
  'billing.daily_limit',
  'billing.model_cannot_buy',
  'billing.tip_blocked_country',
  'billing.biller_unavailable',
  'billing.compliance_pending',
] as const;

export const billingCalls = calls(billingRoutes, {
  listProducts: {
    who: 'guest',
    rate: 'read',
    body: shape({
      advert_id: z.string().max(64).optional(),
      biller_pref: biller.optional(),
      cashtocode_country_code: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      crypto: z.boolean().optional(),
      custom_promo_test: z.string().max(32).optional(),
      iobb: z.string().max(4000).optional(),
      popup_requested: z.boolean().optional(),
      fp: z.string().max(64).optional(),
    }),
    response: products,
    errors: [],
    ids: ['BILLING-016', 'BILLING-035', 'BILLING-036', 'BILLING-037'],
  },
  openPurchase: {
    who: 'buyer',
    conditions: ['av'],
    rate: 'write',
    guarded: true,
    params: shape({ biller, internal_id: internalId }),
    query: shape({
      autoReUpsSettings: z.string().max(400).optional(),
      cardId: uuid.optional(),
      fingerprint: z.string().max(64).optional(),
    }),
    response: shape({
      status: z.literal(0),
      link: z.string(),
      error: z.null(),
      biller,
      order_id: uuid,
    }),
    errors: purchaseErrors,
    ids: ['BILLING-019', 'BILLING-051'],
  },
  purchase: {
    who: 'buyer',
    conditions: ['av'],
    rate: 'spend',
    spends: true,
    params: shape({ biller, internal_id: internalId }),
    body: shape({ cardId: uuid.optional(), fingerprint: z.string().max(64).optional() }),
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
      opens: z.enum(['same_window', 'new_window', 'in_page']),
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
      ans: z.string().max(64),
      email: z.string().max(254).optional(),
      epoch_digest: z.string().max(128).optional(),
      amount: z.string().max(32).optional(),
      pi_code: z.string().max(64).optional(),
      transaction_id: z.string().max(64).optional(),
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
    query: shape(page),
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
});

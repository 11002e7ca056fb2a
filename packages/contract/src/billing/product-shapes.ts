import { z } from 'zod';
import { shape, uuid } from '../call.ts';
import { biller, membership } from '../enums.ts';

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
  /** Cents; null without a limit. */
  daily_purchase_remaining: z.int().nullable(),
  oneclick_suggestion: product.nullable(),
  cards: z.array(cardOnFile),
  productLinkEpoch: z.string().nullable(),
  productLinkRocketgate: z.string().nullable(),
  currency: z.string(),
  cashtocode: shape({ country_code: z.string(), amounts: z.array(z.int()) }).nullable(),
});
export type Products = z.infer<typeof products>;

/** A package beside the registration form: what it is and where to buy it. */
export const joinProduct = shape({
  internal_id: z.string(),
  tokens: z.int(),
  /** Cents. */
  amount: z.int(),
  currency: z.string(),
  biller_link: z.string(),
});
export type JoinProduct = z.infer<typeof joinProduct>;

/** What somebody needs help with about a payment. */
export const billingTopic = z.enum(['declined', 'missing_tokens', 'refund', 'verify', 'other']);
export type BillingTopic = z.infer<typeof billingTopic>;

/** Where a biller's page opens; `in_page` only where its host may be framed. */
export const opens = z.enum(['same_window', 'new_window', 'in_page']);
export type Opening = z.infer<typeof opens>;

import { z } from 'zod';
import { calls, instant, ok, shape } from '../call.ts';
import { biller } from '../enums.ts';
import { PROMO_CODE_LENGTH } from '../promo/limits.ts';
import { PRODUCT_LIMITS, PROMO_LIMITS, WHEEL_LIMITS } from './limits.ts';
import { backOfficeRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const between = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** How a product is sold: by card, by PayPal or by everything else. */
export const productKind = z.enum(['credit', 'paypal', 'others']);
export type ProductKind = z.infer<typeof productKind>;

const productFields = {
  internal_id: z.string().regex(/^(?!membership_)[a-z0-9_]{1,40}$/),
  tokens: between(PRODUCT_LIMITS.tokens),
  bonus_tokens: between({ min: 0, max: PRODUCT_LIMITS.tokens.max }),
  /** Cents. */
  amount: between(PRODUCT_LIMITS.amount),
  label: written().max(40).nullable(),
  is_oneclick: z.boolean(),
  /** Position in the list, lowest first. */
  position: between(PRODUCT_LIMITS.position),
  /** The only kind of billers that sells it; null: every kind. */
  kind: productKind.nullable(),
  /** The only biller that sells it; null: every one of its kind. */
  biller: biller.nullable(),
  enabled: z.boolean(),
};

const deskProduct = shape({
  ...productFields,
  internal_id: z.string(),
  tokens: z.int(),
  bonus_tokens: z.int(),
  amount: z.int(),
  position: z.int(),
  currency: z.string(),
  /** Paid orders of it. Their amounts are stored in them and no longer change. */
  sold: z.int(),
});
export type DeskProduct = z.infer<typeof deskProduct>;

const promoFields = {
  code: z
    .string()
    .trim()
    .transform((code) => code.toUpperCase())
    .pipe(z.string().regex(new RegExp(`^[A-Z0-9_-]{${PROMO_CODE_LENGTH.min},${PROMO_CODE_LENGTH.max}}$`))),
  tokens: between(PROMO_LIMITS.tokens),
  /** Title of its offer; null: not shown, only for those who know the code. */
  title: written().min(1).max(80).nullable(),
  text: written().max(300),
  image_url: z
    .string()
    .max(500)
    .regex(/^(?:https:\/\/|\/(?!\/))[^\s\\]+$/)
    .nullable(),
  /** The package that its offer leads to. */
  internal_id: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/)
    .nullable(),
  /** How many people may use it; null: any number. */
  limits: shape({ uses_max: between(PROMO_LIMITS.uses).nullable() }),
  starts_at: instant,
  ends_at: instant.nullable(),
  /** Only visitors from these adverts see its offer; empty: everybody. */
  advert_ids: z.array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)).max(50),
};

const deskPromo = shape({
  ...promoFields,
  code: z.string(),
  tokens: z.int(),
  image_url: z.string().nullable(),
  /** Percent by which the tokens of its package are cheaper than ten to the dollar. */
  discount: z.int(),
  /** How often it was used. */
  uses: z.int(),
  state: z.enum(['open', 'waits', 'over', 'used_up']),
});
export type DeskPromo = z.infer<typeof deskPromo>;

const wheelName = z.enum(['promo', 'vault']);

const deskWheel = shape({
  wheel: wheelName,
  /** Version of the prizes and odds now used for spins. */
  plan: z.int(),
  since: instant,
  prizes: z.array(shape({ id: z.string(), label: z.string(), tokens: z.int(), odds_percent: z.number() })),
  /** What a spin costs on average, in hundredths of a token. */
  mean_cost: z.int(),
  /** Unused spins, and how many of them keep earlier prizes and odds. */
  open_spins: z.int(),
  open_spins_of_before: z.int(),
});
export type DeskWheel = z.infer<typeof deskWheel>;

const isNew = z.boolean().optional();
const desk = { who: 'admin', conditions: ['sudo'] } as const;

export const backOfficeCalls = calls(backOfficeRoutes, {
  listDeskProducts: {
    ...desk,
    rate: 'read',
    response: shape({ items: z.array(deskProduct) }),
    errors: [],
    ids: ['BILLING-036'],
  },
  saveDeskProduct: {
    ...desk,
    rate: 'write',
    /** `is_new`: refused where this id exists. */
    body: shape({ ...productFields, is_new: isNew }),
    response: ok({ items: z.array(deskProduct) }),
    errors: ['back_office.name_taken', 'billing.product_unknown'],
    ids: ['BILLING-036'],
  },
  listDeskPromos: {
    ...desk,
    rate: 'read',
    response: shape({
      items: z.array(deskPromo),
      /** The most that may be promised in a day, and what is promised today. */
      budget_tokens: z.int(),
      promised_tokens: z.int(),
    }),
    errors: [],
    ids: ['PROMO-005'],
  },
  saveDeskPromo: {
    ...desk,
    rate: 'write',
    /** `is_new`: refused where this code exists. */
    body: shape({ ...promoFields, is_new: isNew }),
    response: ok({ items: z.array(deskPromo) }),
    errors: ['back_office.name_taken', 'back_office.dates_invalid', 'billing.product_unknown'],
    ids: ['PROMO-005'],
  },
  listDeskWheels: {
    ...desk,
    rate: 'read',
    response: shape({ items: z.array(deskWheel), budget_tokens: z.int() }),
    errors: [],
    ids: ['PROMO-012'],
  },
  saveDeskWheel: {
    ...desk,
    rate: 'write',
    body: shape({
      wheel: wheelName,
      prizes: z
        .array(shape({ tokens: between(WHEEL_LIMITS.tokens), odds_percent: z.number().positive().max(100) }))
        .min(WHEEL_LIMITS.fields.min)
        .max(WHEEL_LIMITS.fields.max),
    }),
    response: ok({ items: z.array(deskWheel) }),
    errors: ['back_office.odds_invalid', 'back_office.prize_twice', 'back_office.prize_over_budget'],
    ids: ['PROMO-012'],
  },
});

import { z } from 'zod';
import { calls, cursorList, instant, ok, okOnly, page, shape, uuid } from '../call.ts';
import { PROMO_CODE_LENGTH } from './limits.ts';
import { promoRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const wheelName = z.enum(['promo', 'vault']);
export type WheelName = z.infer<typeof wheelName>;

/** The hash of the seed for the next spin, published before the spin (rule S12). */
const lock = shape({
  instance: z.string(),
  commit: z.string().regex(/^[0-9a-f]{64}$/),
  /** Place of the next draw. */
  n: z.int(),
  /** Version of the prizes and odds used: those shown with it. */
  plan: z.int(),
  /** When the seed is opened and another one begins. */
  ends_at: instant,
});

const promoPrize = shape({ id: z.string(), label: z.string(), tokens: z.int() });

const spun = ok({
  prize: promoPrize,
  slot: z.int(),
  n: z.int(),
  commit: z.string(),
  /** Spins that are left. */
  spins: z.int(),
  /** What can be spent afterwards. */
  tokens: z.int(),
  /** Kept until the address is confirmed. */
  on_hold: z.boolean(),
  /** The draw, as GET /promo-wheel/draws names it. */
  draw_id: uuid,
});
export type Spun = z.infer<typeof spun>;

const draw = shape({
  id: uuid,
  wheel: wheelName,
  at: instant,
  instance: z.string(),
  n: z.int(),
  client_seed: z.string(),
  commit: z.string(),
  /** Null until the day of the seed has ended. */
  seed: z.string().nullable(),
  weights: z.array(z.int()),
  prizes: z.array(z.int()),
  slot: z.int(),
  tokens: z.int(),
  state: z.enum(['credited', 'on_hold', 'void']),
});
export type WheelDraw = z.infer<typeof draw>;

const spinBody = shape({
  client_seed: z.string().max(32).optional(),
  /** The lock that the page shows: a draw by another one is refused. */
  lock: shape({ commit: z.string().length(64), plan: z.int() }).optional(),
});

const promoOffer = shape({
  code: z.string(),
  title: z.string(),
  text: z.string(),
  image_url: z.string().nullable(),
  internal_id: z.string(),
  tokens: z.int(),
  amount: z.int(),
  currency: z.string(),
  discount: z.int(),
  ends_at: instant.nullable(),
});
export type PromoOffer = z.infer<typeof promoOffer>;

export const promoCalls = calls(promoRoutes, {
  getPromos: {
    who: 'guest',
    rate: 'read',
    query: shape({ advert_id: z.string().max(64).optional() }),
    response: shape({ default: promoOffer.nullable() }),
    errors: [],
    ids: ['PROMO-005'],
  },
  redeemPromo: {
    who: 'user',
    rate: 'spend',
    spends: true,
    body: shape({
      promo_code: written()
        .min(PROMO_CODE_LENGTH.min)
        .max(PROMO_CODE_LENGTH.max)
        .transform((code) => code.toUpperCase()),
      source: z.enum(['register', 'form', 'modal']).optional(),
    }),
    response: ok({ tokens: z.int(), tokens_added: z.int(), on_hold: z.boolean() }),
    errors: ['promo.code_invalid'],
    ids: ['PROMO-026', 'PROMO-027', 'PROMO-028'],
  },
  getPromoWheel: {
    who: 'user',
    rate: 'read',
    response: shape({
      spins: z.int(),
      prizes: z.array(promoPrize.extend({ odds_percent: z.number() })),
      /** Null while there is nothing to spin. */
      lock: lock.nullable(),
    }),
    errors: [],
    ids: ['PROMO-006', 'PROMO-012'],
  },
  spinPromoWheel: {
    who: 'user',
    rate: 'spend',
    spends: true,
    body: spinBody,
    response: spun,
    errors: ['promo.no_spins', 'promo.lock_changed'],
    ids: ['PROMO-012'],
  },
  getVaultWheel: {
    who: 'user',
    rate: 'read',
    response: shape({
      spins: z.int(),
      prizes: z.array(
        shape({
          id: z.string(),
          label: z.string(),
          kind: z.enum(['tokens', 'discount', 'spin']),
          value: z.int(),
          odds_percent: z.number(),
        }),
      ),
      /** Null: after the next purchase. */
      next_spin_at: instant.nullable(),
      lock: lock.nullable(),
    }),
    errors: [],
    ids: ['PROMO-013'],
  },
  spinVaultWheel: {
    who: 'user',
    rate: 'spend',
    spends: true,
    body: spinBody,
    response: spun,
    errors: ['promo.no_spins', 'promo.lock_changed'],
    ids: ['PROMO-013', 'PROMO-002'],
  },
  listDraws: {
    who: 'user',
    rate: 'read',
    query: shape(page('id')),
    response: cursorList(draw),
    errors: [],
    ids: [],
  },
  noteOffer: {
    who: 'guest',
    rate: 'log',
    body: shape({ offer: z.string().max(64), action: z.enum(['shown', 'closed', 'accepted']) }),
    response: okOnly,
    errors: [],
    ids: ['PROMO-003'],
  },
});

import { holdsCard } from '@klieg/kernel';
import { z } from 'zod';
import { calls, ok, okOnly, shape, uuid } from '../call.ts';
import { biller } from '../enums.ts';
import { opens } from '../billing/product-shapes.ts';
import { cardsRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

/** What is known of a card kept by a biller: never its number. */
const cardOnFile = shape({
  id: uuid,
  has_affidavit: z.boolean(),
  brand: z.string(),
  last4: z.string(),
  /** Null where its biller does not say. */
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  biller,
  is_default: z.boolean(),
});
export type CardOnFile = z.infer<typeof cardOnFile>;

const oneCard = shape({ id: uuid });
const all = z.array(cardOnFile);

export const cardsCalls = calls(cardsRoutes, {
  listCards: {
    who: 'user',
    rate: 'read',
    response: shape({ cards: all }),
    errors: [],
    ids: ['BILLING-011'],
  },
  // It sells tokens, so performers and blocked countries are refused; people in review are allowed, since their check
  // may need a card.
  startCard: {
    who: 'user',
    rate: 'write',
    body: shape({ biller: biller.optional() }),
    response: shape({ link: z.string(), order_id: uuid, opens }),
    errors: [
      'billing.biller_unavailable',
      'billing.daily_limit',
      'billing.contact_support',
      'billing.model_cannot_buy',
      'billing.tip_blocked_country',
    ],
    ids: ['BILLING-011'],
  },
  makeCardDefault: {
    who: 'user',
    rate: 'write',
    params: oneCard,
    response: ok({ cards: all }),
    errors: ['billing.card_unknown'],
    ids: [],
  },
  deleteCard: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'write',
    params: oneCard,
    response: ok({ cards: all }),
    errors: ['billing.card_unknown', 'billing.card_in_use'],
    ids: [],
  },
  signCard: {
    who: 'user',
    rate: 'write',
    params: oneCard,
    body: shape({
      signature: written()
        .min(2)
        .max(80)
        .refine((text) => !holdsCard(text), 'Numbers of cards are not taken'),
      accepted: z.literal(true),
    }),
    response: okOnly,
    errors: ['billing.card_unknown'],
    ids: ['BILLING-045'],
  },
});

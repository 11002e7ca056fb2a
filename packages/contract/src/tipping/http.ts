import { z } from 'zod';
import { text } from '../event-fields.ts';
import { accountIdText, calls, shape, uuid } from '../call.ts';
import { tipErrorType, tipType } from '../enums.ts';
import { TIP_TOKENS_MAX } from './limits.ts';
import { tippingRoutes } from './routes.ts';

/** Types a page may give a tip; the others are charged by shows and clubs. */
const givenTipType = tipType.extract(['tip', 'tip_menu', 'app', 'pm', 'feed', 'offline']);

const appData = shape({
  app_id: z.int(),
  item_id: z.string().max(64).optional(),
  radio_option: z.string().max(64).optional(),
  round: z.int().optional(),
  client_seed: z.string().max(32).optional(),
});

export const tippingCalls = calls(tippingRoutes, {
  sendTip: {
    who: 'user',
    conditions: ['av', 'room', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: shape({ id: accountIdText }),
    body: shape({
      amount: z.int().min(1).max(TIP_TOKENS_MAX),
      app_data: appData.nullable().default(null),
      comment: text(200).optional(),
      source_id: z.string().max(64).nullable().default(null),
      type: givenTipType.default('tip'),
    }),
    response: shape({
      status: z.literal(1),
      tip_id: uuid,
      amount: z.int(),
      /** The sender's balance after the tip. */
      tokens: z.int(),
      tip_effect: shape({ menu_item: z.string().nullable(), app_id: z.int().nullable() }).nullable(),
    }),
    errors: [
      'ledger.not_enough_tokens',
      'ledger.postpay_card_fail',
      'ledger.postpay_limit',
      'ledger.over_daily_limit',
      'ledger.user_daily_limit',
      'ledger.model_cannot_spend',
      'compliance.tip_geo_block_receiver',
      'compliance.tip_geo_block_sender',
      'tipping.target_closed',
      'tipping.item_gone',
      'tipping.comment_silenced',
      'compliance.text_refused',
      'rooms.not_found',
      'rooms.banned',
      'rooms.password_required',
      'common.not_self',
    ],
    ids: [
      'LEDGER-TIP-001',
      'LEDGER-TIP-008',
      'LEDGER-TIP-009',
      'LEDGER-TIP-012',
      'LEDGER-TIP-015',
      'LEDGER-TIP-016',
      'LEDGER-TIP-017',
      'ERRORS-002',
      'ERRORS-004',
      'ERRORS-005',
    ],
  },
  getTipOptions: {
    who: 'user',
    conditions: ['room'],
    rate: 'read',
    params: shape({ id: accountIdText }),
    response: shape({
      can_tip: z.boolean(),
      reason: tipErrorType.nullable(),
      last_amount: z.int(),
      presets: z.array(z.int()),
      menu: z.array(shape({ item_id: z.string(), label: z.string(), price: z.int() })),
    }),
    errors: ['rooms.not_found', 'rooms.banned'],
    ids: ['LEDGER-TIP-008'],
  },
});

import { z } from 'zod';
import { calls, ok, shape, username } from '../call.ts';
import { text } from '../event-fields.ts';
import { tipSplitRoutes } from './routes.ts';
import {
  SPLIT_COMMENT_MAX,
  SPLIT_TOTAL_MAX,
  SPLIT_TOTAL_MIN,
  SPLITTERS_MAX,
  SPLITTERS_MIN,
} from './split-limits.ts';
import { tipSplitState } from './split-state.ts';

const target = shape({ username });
/** What a tip of the same person would be refused with. */
const spendErrors = [
  'ledger.not_enough_tokens',
  'ledger.postpay_card_fail',
  'ledger.postpay_limit',
  'ledger.over_daily_limit',
  'ledger.user_daily_limit',
  'ledger.model_cannot_spend',
  'compliance.tip_geo_block_receiver',
  'compliance.tip_geo_block_sender',
  'tipping.target_closed',
  'rooms.not_found',
  'rooms.banned',
  'rooms.password_required',
  'common.not_self',
] as const;
const answer = ok({
  tipSplit: tipSplitState,
  /** What the caller can spend now. */
  tokens: z.int(),
});

export const tipSplitCalls = calls(tipSplitRoutes, {
  getTipSplit: {
    who: 'guest',
    conditions: ['room', 'password'],
    rate: 'read',
    params: target,
    response: tipSplitState,
    errors: ['rooms.not_found', 'rooms.banned', 'rooms.password_required'],
    ids: ['LEDGER-TIP-004', 'LEDGER-TIP-005'],
  },
  proposeTipSplit: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    body: shape({
      amount: z.int().min(SPLIT_TOTAL_MIN).max(SPLIT_TOTAL_MAX),
      target_splitters: z.int().min(SPLITTERS_MIN).max(SPLITTERS_MAX),
      comment: text(SPLIT_COMMENT_MAX).optional(),
    }),
    response: answer,
    errors: [
      'tipping.comment_silenced',
      'compliance.text_refused',
      'tipping.split_running',
      'tipping.split_in_private',
      'rooms.offline',
      ...spendErrors,
    ],
    ids: ['LEDGER-TIP-004', 'LEDGER-TIP-011'],
  },
  joinTipSplit: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    body: shape({ split_amount: z.int().min(1).max(SPLIT_TOTAL_MAX) }),
    response: answer,
    errors: ['tipping.split_gone', 'tipping.split_changed', ...spendErrors],
    ids: ['LEDGER-TIP-005'],
  },
  leaveTipSplit: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: answer,
    errors: ['tipping.split_gone', 'rooms.not_found'],
    ids: ['LEDGER-TIP-005'],
  },
  /** By the proposer, or by moderators of the room. */
  cancelTipSplit: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ tipSplit: tipSplitState }),
    errors: ['tipping.split_gone', 'rooms.not_found', 'common.forbidden'],
    ids: ['LEDGER-TIP-005', 'LEDGER-TIP-010'],
  },
});

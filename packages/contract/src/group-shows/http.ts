import { z } from 'zod';
import { calls, ok, okOnly, shape, username, uuid } from '../call.ts';
import {
  GROUP_LIMIT_MAX,
  GROUP_PEOPLE_MAX,
  GROUP_PEOPLE_MIN,
  GROUP_PRICE_MAX,
  GROUP_PRICE_MIN,
  GROUP_WAIT_MINUTES_DEFAULT,
  GROUP_WAIT_MINUTES_MAX,
  GROUP_WAIT_MINUTES_MIN,
} from './limits.ts';
import { groupShowsRoutes } from './routes.ts';
import { groupShow, ifFew } from './show-state.ts';

const target = shape({ username });

export const groupShowsCalls = calls(groupShowsRoutes, {
  /** `reason` is the code that joining would be refused with. */
  getGroupShow: {
    who: 'guest',
    conditions: ['room', 'password'],
    rate: 'read',
    params: target,
    response: shape({
      groupShow: groupShow.nullable(),
      can_join: z.boolean(),
      reason: z.string().nullable(),
    }),
    errors: ['rooms.not_found', 'rooms.banned', 'rooms.password_required'],
    ids: [],
  },
  /** Nothing is held before the start; in a running show two minutes are held at once. */
  joinGroupShow: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    /** The price that was shown; refused if it has changed. */
    body: shape({ cost_per_minute: z.int() }),
    response: ok({ groupShow, tokens: z.int() }),
    errors: [
      'shows.no_group_show',
      'shows.group_full',
      'shows.in_show',
      'common.price_changed',
      'common.unavailable',
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
    ],
    ids: [],
  },
  /** Leaves the list or the show; zeros for someone who was not in. */
  leaveGroupShow: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ tokens_charged: z.int(), duration_seconds: z.int() }),
    errors: ['rooms.not_found'],
    ids: [],
  },
  /** A repeat with the same id is the same offer. */
  offerGroupShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({
      /** Chosen by the page. */
      show_id: uuid,
      cost_per_minute: z.int().min(GROUP_PRICE_MIN).max(GROUP_PRICE_MAX),
      min_people: z.int().min(GROUP_PEOPLE_MIN).max(GROUP_PEOPLE_MAX),
      /** Not below `min_people`; absent: no limit. */
      max_people: z.int().min(GROUP_PEOPLE_MIN).max(GROUP_LIMIT_MAX).optional(),
      late_joiners: z.boolean().default(true),
      if_few: ifFew.default('ends'),
      wait_minutes: z
        .int()
        .min(GROUP_WAIT_MINUTES_MIN)
        .max(GROUP_WAIT_MINUTES_MAX)
        .default(GROUP_WAIT_MINUTES_DEFAULT),
    }),
    response: ok({ groupShow }),
    errors: ['shows.in_show', 'broadcast.not_live', 'common.invalid_input'],
    ids: [],
  },
  /** Before the start, including the countdown. A repeat does nothing. */
  cancelGroupShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    response: okOnly,
    errors: ['shows.in_show'],
    ids: [],
  },
  /** A repeat answers the same for some minutes. */
  endGroupShow: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({}),
    response: ok({
      /** Who was inside. */
      people: z.int(),
      duration_seconds: z.int(),
      /** What all of them paid. */
      tokens_charged: z.int(),
    }),
    errors: ['shows.not_running'],
    ids: [],
  },
});

import { z } from 'zod';
import { calls, cursorList, instant, ok, page, shape, username, uuid } from '../call.ts';
import { text } from '../event-fields.ts';
import { userSummary } from '../shapes.ts';
import { watchMediaId } from '../watch-together/watch-state.ts';
import { showsRoutes } from './routes.ts';
import {
  privateDiscount,
  privateEndReason,
  privateSource,
  privateState,
  privateStats,
  privateType,
} from './show-state.ts';

const target = shape({ username });
const addressee = shape({ id: uuid });
const tokens = z.int();
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

/** Longest word of a viewer with the request. */
export const PRIVATE_MESSAGE_MAX = 200;
/** Duration of a discount in seconds, and its size in percent. */
export const DISCOUNT_LIMITS = { secondsMin: 60, secondsMax: 3_600, rateMin: 5, rateMax: 50 } as const;

export const showsCalls = calls(showsRoutes, {
  /** Asks for a private. Checks that its first minutes can be paid, and holds nothing. */
  requestPrivate: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    body: shape({
      type: privateType.default('private'),
      source: privateSource.default('room'),
      /** The price that was shown; another one now is refused. */
      cost_per_minute: z.int().optional(),
      with_cam2cam: z.boolean().default(false),
      /** (added) The payer keeps a recording, where `private_recording` of the room allows it. */
      keep_recording: z.boolean().default(false),
      message: text(PRIVATE_MESSAGE_MAX).optional(),
      /** With source `watch`: is proposed as soon as the performer has accepted (S702). */
      watch_media_id: watchMediaId.optional(),
    }),
    response: ok({
      request_id: uuid,
      expires_at: instant,
      cost_per_minute: z.int(),
      min_minutes: z.int(),
      tokens,
    }),
    errors: [
      'shows.private_unavailable',
      'shows.already_requested',
      'shows.in_show',
      'shows.no_recording',
      'media_library.locked',
      'common.price_changed',
      ...spendErrors,
    ],
    ids: ['SHOWS-002', 'SHOWS-013', 'SHOWS-016', 'SHOWS-046', 'SHOWS-050', 'ERRORS-011', 'ERRORS-057'],
  },
  cancelPrivate: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ request_id: uuid }),
    response: ok({}),
    errors: ['shows.request_gone', 'rooms.not_found'],
    ids: ['SHOWS-030'],
  },
  /** By the performer who was asked. Holds the first minutes; the show starts with the first delivered picture. */
  acceptPrivate: {
    who: 'broadcaster',
    rate: 'write',
    params: addressee,
    body: shape({}),
    response: ok({ show_id: uuid }),
    errors: ['shows.request_gone', 'shows.viewer_cannot_pay'],
    ids: ['SHOWS-030'],
  },
  declinePrivate: {
    who: 'broadcaster',
    rate: 'write',
    params: addressee,
    body: shape({ reason: text(100).optional() }),
    response: ok({}),
    errors: ['shows.request_gone'],
    ids: ['SHOWS-008', 'ERRORS-073'],
  },
  listPrivateRequests: {
    who: 'broadcaster',
    rate: 'read',
    response: shape({
      items: z.array(
        shape({
          request_id: uuid,
          user: userSummary,
          type: privateType,
          /** (added) Where it was asked for; `watch`: to watch a video together. */
          source: z.string(),
          with_cam2cam: z.boolean(),
          /** (added) The viewer gets a recording of it. */
          keep_recording: z.boolean(),
          message: z.string(),
          expires_at: instant,
          cost_per_minute: z.int(),
          /** (added) What there was between the two before. */
          history: shape({ shows: z.int(), tokens: z.int(), last_at: instant.nullable() }),
        }),
      ),
      /** (added) How many wait in line. */
      line: z.int(),
    }),
    errors: [],
    ids: ['SHOWS-016'],
  },
  /** By the performer, or by the viewer who pays. A repeat answers the same. */
  endPrivate: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({
      reason_ended: privateEndReason,
      duration_seconds: z.int(),
      tokens_charged: z.int(),
      refunded_tokens: z.int(),
      fanclub_refund: z.int(),
      recording_id: uuid.nullable(),
    }),
    errors: ['shows.not_running', 'rooms.not_found'],
    ids: ['SHOWS-007', 'SHOWS-034', 'SHOWS-041', 'SHOWS-053'],
  },
  extendPrivate: {
    who: 'user',
    conditions: ['av', 'pay'],
    rate: 'spend',
    spends: true,
    params: target,
    body: shape({ minutes: z.int().min(1).max(60) }),
    response: ok({ prepaid_seconds: z.int(), tokens }),
    errors: ['shows.not_running', ...spendErrors],
    ids: ['SHOWS-020'],
  },
  /** A nudge without money; silently dropped between blocked accounts. */
  pingPrivate: {
    who: 'user',
    conditions: ['room'],
    rate: 'write',
    params: target,
    /** `viewer` is given by the performer, in their own room. */
    body: shape({ viewer: username.optional() }),
    response: ok({}),
    errors: ['shows.ping_limit', 'rooms.not_found', 'rooms.banned', 'common.not_found'],
    ids: ['SHOWS-014'],
  },
  /** (added) A place in the line for a private: no request, holds nothing. A repeat answers the same place. */
  joinPrivateLine: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ place: z.int().min(1), length: z.int().min(1) }),
    errors: [
      'shows.private_unavailable',
      'rooms.not_found',
      'rooms.banned',
      'rooms.password_required',
      'common.not_self',
    ],
    ids: ['SHOWS-014'],
  },
  leavePrivateLine: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({}),
    errors: ['rooms.not_found'],
    ids: ['SHOWS-014'],
  },
  setPrivateDiscount: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({
      /** Percent; 0 ends it. */
      discountRate: z.union([
        z.literal(0),
        z.int().min(DISCOUNT_LIMITS.rateMin).max(DISCOUNT_LIMITS.rateMax),
      ]),
      /** Required unless the rate is 0. */
      seconds: z.int().min(DISCOUNT_LIMITS.secondsMin).max(DISCOUNT_LIMITS.secondsMax).optional(),
    }).refine(({ discountRate, seconds }) => discountRate === 0 || seconds !== undefined, {
      path: ['seconds'],
      message: 'A discount needs its seconds',
    }),
    response: ok({ privateDiscount: privateDiscount.nullable() }),
    errors: ['shows.discount_running'],
    ids: ['SHOWS-009', 'SHOWS-021'],
  },
  /** What a page needs that was loaded again. */
  getPrivateState: {
    who: 'user',
    rate: 'read',
    params: target,
    response: shape({
      privateStats: privateStats.nullable(),
      request: shape({ request_id: uuid, state: privateState, expires_at: instant }).nullable(),
      low_time: z.boolean(),
      /** (added) The caller's place in the line for a private. */
      place: z.int().nullable(),
    }),
    errors: ['rooms.not_found'],
    ids: ['SHOWS-020', 'SHOWS-037', 'SHOWS-038'],
  },
  startSpy: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    body: shape({
      /** Starts with the free preview, which never becomes a paid look automatically. */
      preview: z.boolean().default(false),
      cost_per_minute: z.int().optional(),
    }),
    response: ok({
      message: z.string(),
      cost_per_minute: z.int(),
      free: z.boolean(),
      preview_seconds: z.int(),
      startup_tip: z.int(),
      tokens,
    }),
    errors: ['shows.spy_unavailable', 'shows.in_show', 'common.price_changed', ...spendErrors],
    ids: ['SHOWS-005', 'SHOWS-024', 'SHOWS-028', 'SHOWS-035', 'SHOWS-042', 'SHOWS-047', 'SHOWS-054'],
  },
  /** A repeat answers the same; zeros for somebody who is not spying. */
  endSpy: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ tokens_charged: z.int(), duration_seconds: z.int() }),
    errors: ['rooms.not_found'],
    ids: ['SHOWS-006', 'SHOWS-029'],
  },
  listShowHistory: {
    who: 'user',
    rate: 'read',
    query: shape(page('time_id')),
    response: cursorList(
      shape({
        show_id: uuid,
        kind: z.enum(['private', 'exclusive', 'spy', 'limited', 'group']),
        /** The other side. */
        username: z.string(),
        started_at: instant,
        duration_seconds: z.int(),
        /** Charged to the payer; for a performer, earned. */
        tokens: z.int(),
        recording_id: uuid.nullable(),
        rated: z.boolean(),
      }),
    ),
    errors: [],
    ids: [],
  },
});

import { z } from 'zod';
import { calls, ok, okOnly, shape, username } from '../call.ts';
import { written } from '../event-fields.ts';
import { ratings } from '../shapes.ts';
import { PLAYLIST_NAME_MAX } from './limits.ts';
import { mediaIdText } from './read-calls.ts';
import { mediaLibraryBuyRoutes } from './routes.ts';
import { mediaDetail, playlist } from './shapes.ts';

const byId = shape({ id: mediaIdText });
const mediaIds = z
  .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
  .max(100)
  .refine((list) => new Set(list).size === list.length, 'duplicate')
  .optional();

/** Refused like a tip of the same person, except that places that may not tip are allowed. */
const spendErrors = [
  'ledger.not_enough_tokens',
  'ledger.postpay_card_fail',
  'ledger.postpay_limit',
  'ledger.over_daily_limit',
  'ledger.user_daily_limit',
  'ledger.model_cannot_spend',
] as const;

export const mediaLibraryBuyCalls = calls(mediaLibraryBuyRoutes, {
  /** Owned, included or free media is answered with price 0, and nothing is charged. */
  purchaseMedia: {
    who: 'user',
    conditions: ['av'],
    rate: 'spend',
    spends: true,
    params: byId,
    body: shape({
      source: z
        .enum(['media_page', 'room', 'list', 'feed', 'pm', 'playlist', 'gallery'])
        .default('media_page'),
      /** The price that was shown; refused if it has changed. */
      price: z.int().optional(),
    }),
    response: ok({
      message: z.literal('Media Purchased'),
      price: z.int(),
      tokens: z.int(),
      media: mediaDetail,
    }),
    errors: [
      'media_library.not_found',
      'rooms.banned',
      'common.not_self',
      'common.price_changed',
      'media_library.need_credits',
      ...spendErrors,
    ],
    ids: [
      'MEDIA-LIBRARY-010',
      'MEDIA-LIBRARY-031',
      'MEDIA-LIBRARY-032',
      'MEDIA-LIBRARY-033',
      'MEDIA-LIBRARY-034',
      'MEDIA-LIBRARY-038',
      'ERRORS-022',
      'FANCLUB-017',
    ],
  },
  /** All of a performer's media that the caller could still buy, at a fifth off. */
  purchaseAllMedia: {
    who: 'user',
    conditions: ['av', 'room', 'not_self'],
    rate: 'spend',
    spends: true,
    params: shape({ username }),
    body: shape({ price: z.int(), type: z.enum(['pictures', 'videos']).optional() }),
    response: ok({
      message: z.literal('Media Purchased'),
      bought: z.int(),
      price: z.int(),
      tokens: z.int(),
      media_ids: z.array(z.int()),
    }),
    errors: [
      'rooms.not_found',
      'rooms.banned',
      'common.not_self',
      'media_library.too_few',
      'common.price_changed',
      'media_library.need_credits',
      ...spendErrors,
    ],
    ids: ['MEDIA-LIBRARY-036'],
  },
  /** Moves it to the hidden media; nothing is refunded. */
  hidePurchase: {
    who: 'user',
    rate: 'write',
    params: byId,
    response: okOnly,
    errors: ['media_library.not_found'],
    ids: ['MEDIA-LIBRARY-018'],
  },
  restorePurchase: {
    who: 'user',
    rate: 'write',
    params: byId,
    body: shape({}),
    response: okOnly,
    errors: ['media_library.not_found'],
    ids: ['MEDIA-LIBRARY-019'],
  },
  /** By anybody who may see it; the latest rating counts. */
  rateMedia: {
    who: 'user',
    rate: 'write',
    params: byId,
    body: shape({ stars: z.int().min(1).max(5) }),
    response: ok({ ratings }),
    errors: ['media_library.not_found', 'media_library.locked', 'common.not_self'],
    ids: [],
  },
  addPlaylist: {
    who: 'user',
    rate: 'write',
    body: shape({ name: written().min(1).max(PLAYLIST_NAME_MAX) }),
    response: ok({ playlist }),
    errors: ['media_library.playlist_limit', 'compliance.text_refused'],
    ids: ['MEDIA-LIBRARY-016'],
  },
  /** `order`: all of its media in the new order. */
  changePlaylist: {
    who: 'user',
    rate: 'write',
    params: byId,
    body: shape({
      name: written().min(1).max(PLAYLIST_NAME_MAX).optional(),
      add: mediaIds,
      remove: mediaIds,
      order: mediaIds,
    }),
    response: ok({ playlist }),
    errors: ['media_library.not_found', 'compliance.text_refused'],
    ids: [],
  },
  deletePlaylist: {
    who: 'user',
    rate: 'write',
    params: byId,
    body: shape({}),
    response: okOnly,
    errors: ['media_library.not_found'],
    ids: [],
  },
});

import { z } from 'zod';
import { calls, cursorList, instant, intText, ok, okOnly, page, shape, uuid } from '../call.ts';
import { fanLevel } from '../enums.ts';
import { written } from '../event-fields.ts';
import {
  MEDIA_ITEMS_MAX,
  MEDIA_NAME_MAX,
  MEDIA_PRICE_MAX,
  MEDIA_TAGS_MAX,
  MEDIA_TEXT_MAX,
  UPLOAD_BYTES_MAX,
  UPLOAD_PART_BYTES,
  UPLOAD_PARTS_MAX,
} from './limits.ts';
import { mediaIdText, tagSlug } from './read-calls.ts';
import { mediaLibraryChangeRoutes } from './routes.ts';
import { mediaEdit, mediaStatus, mediaTypeId, uploadedItem } from './shapes.ts';

const mediaId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const byId = shape({ id: mediaIdText });
const noRepeats = (list: readonly unknown[]) => new Set(list).size === list.length;

const fields = {
  name: written().min(1).max(MEDIA_NAME_MAX),
  description: written().max(MEDIA_TEXT_MAX),
  /** Own uploaded files in display order. */
  items: z.array(mediaId).min(1).max(MEDIA_ITEMS_MAX).refine(noRepeats, 'duplicate'),
  token_price: z.int().min(0).max(MEDIA_PRICE_MAX),
  fanclub_access_level: fanLevel.nullable(),
  tags: z.array(tagSlug).max(MEDIA_TAGS_MAX).refine(noRepeats, 'duplicate'),
  is_free_no_auth: z.boolean(),
  cover_item: mediaId.nullable(),
  cover_safe: z.boolean(),
  /** Consents of the other people shown, one each. */
  consent_ids: z.array(uuid).max(20).refine(noRepeats, 'duplicate'),
};

const changeErrors = [
  'compliance.consent_missing',
  'compliance.text_refused',
  'media_library.not_found',
  'media_library.file_refused',
  'media_library.item_not_ready',
  'media_library.item_used',
] as const;

export const mediaLibraryChangeCalls = calls(mediaLibraryChangeRoutes, {
  beginUpload: {
    who: 'broadcaster',
    rate: 'upload',
    body: shape({
      type_id: mediaTypeId,
      file_name: written().min(1).max(200),
      size_bytes: z.int().min(1).max(UPLOAD_BYTES_MAX),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    response: shape({ upload_id: uuid, part_size: z.int(), expires_at: instant }),
    errors: ['media_library.file_refused', 'media_library.quota'],
    ids: [],
  },
  /** Parts are counted from 1 and may come in any order; a repeated part replaces the earlier one. */
  sendUploadPart: {
    who: 'broadcaster',
    rate: 'media',
    params: shape({ upload_id: uuid, part: intText(1, UPLOAD_PARTS_MAX) }),
    bytes: { bytesMax: UPLOAD_PART_BYTES },
    /** Bytes received so far. */
    response: ok({ received: z.int() }),
    errors: ['media_library.upload_gone', 'media_library.file_refused'],
    ids: [],
  },
  /** The file is processed after the answer; `v3.media.encoded` says when it is ready. A repeat answers the same. */
  finishUpload: {
    who: 'broadcaster',
    rate: 'upload',
    params: shape({ upload_id: uuid }),
    body: shape({}),
    response: ok({ item: shape({ id: z.int(), state: z.enum(['encoding', 'ready', 'failed']) }) }),
    errors: ['media_library.file_refused', 'media_library.upload_gone'],
    ids: ['MEDIA-LIBRARY-021'],
  },
  /** Own files not yet used in any media, newest first. */
  listOwnItems: {
    who: 'model',
    rate: 'read',
    query: shape(page('number')),
    response: cursorList(uploadedItem),
    errors: [],
    ids: [],
  },
  /** Removes a file not used in any media, such as one that failed processing. */
  deleteItem: {
    who: 'model',
    rate: 'write',
    params: byId,
    body: shape({}),
    response: okOnly,
    errors: ['media_library.not_found', 'media_library.item_not_ready', 'media_library.item_used'],
    ids: [],
  },
  addMedia: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({
      ...fields,
      type_id: mediaTypeId,
      description: fields.description.default(''),
      fanclub_access_level: fields.fanclub_access_level.default(null),
      tags: fields.tags.default([]),
      is_free_no_auth: fields.is_free_no_auth.default(false),
      cover_item: fields.cover_item.default(null),
      cover_safe: fields.cover_safe.default(false),
    }),
    response: ok({ media: mediaEdit }),
    errors: changeErrors,
    ids: [],
  },
  /** New texts, files or consents are reviewed before they are shown; prices, levels and tags apply at once. */
  changeMedia: {
    who: 'model',
    rate: 'write',
    params: byId,
    body: shape(fields).partial(),
    response: ok({ media: mediaEdit }),
    errors: changeErrors,
    ids: [],
  },
  /** Buyers keep it. */
  deleteMedia: {
    who: 'model',
    rate: 'write',
    params: byId,
    body: shape({}),
    response: okOnly,
    errors: ['media_library.not_found'],
    ids: [],
  },
  listOwnMedia: {
    who: 'model',
    rate: 'read',
    query: shape({ ...page('number'), status: mediaStatus.optional() }),
    response: cursorList(mediaEdit),
    errors: [],
    ids: [],
  },
});

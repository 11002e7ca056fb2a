import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the media library. */
export const mediaLibraryErrors = {
  'media_library.not_found': { kind: 'not_found', message: 'This item does not exist' },
  'media_library.locked': { kind: 'forbidden', message: 'Please buy this item first' },
  'media_library.need_credits': {
    kind: 'payment_required',
    errorType: 'not_enough_tokens',
    message: 'You have to buy more credits to buy this media',
  },
  'media_library.too_few': { kind: 'wrong_state', message: 'Fewer than two items are left to buy' },
  'media_library.playlist_limit': {
    kind: 'conflict',
    message: 'You have the maximum number of playlists',
  },
  /**
   * `params.reason` says why: format, size, checksum, codec, too_long, broken, incomplete; for a file to be used in a
   * media: failed (processing failed), kind (a picture for a video, or the reverse).
   */
  'media_library.file_refused': { kind: 'invalid_input', message: 'This file cannot be used' },
  'media_library.quota': { kind: 'conflict', message: 'Your storage is full' },
  'media_library.upload_gone': { kind: 'closed', message: 'This upload has expired' },
  /** `params.item` of these names the file. */
  'media_library.item_used': { kind: 'conflict', message: 'A file stands in another media already' },
  'media_library.item_not_ready': { kind: 'wrong_state', message: 'A file is still being prepared' },
} as const satisfies ErrorTable;

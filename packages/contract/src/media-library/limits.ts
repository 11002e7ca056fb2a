import { DAY_MS } from '@klieg/kernel/time';

/** Media on a page of a list. */
export const MEDIA_PAGE_SIZE = 40;
/** Discount for buying everything that is not bought yet at once. */
export const BUY_ALL_DISCOUNT_PERCENT = 20;
/** The bulk offer needs at least this many. */
export const BUY_ALL_MIN = 2;
export const PLAYLISTS_MAX = 100;
export const PLAYLIST_MEDIA_MAX = 500;
export const PLAYLIST_NAME_MAX = 60;
/** Pictures or videos of one media. */
export const MEDIA_ITEMS_MAX = 200;
export const MEDIA_NAME_MAX = 80;
export const MEDIA_TEXT_MAX = 2_000;
export const MEDIA_TAGS_MAX = 10;
/** Tokens. */
export const MEDIA_PRICE_MAX = 20_000;
/** Bytes of each part but the last. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
export const UPLOAD_PARTS_MAX = 512;
/** Four gibibytes. */
export const UPLOAD_BYTES_MAX = UPLOAD_PART_BYTES * UPLOAD_PARTS_MAX;
/** Bytes of a picture. */
export const PICTURE_BYTES_MAX = 25 * 1024 * 1024;
/** Media is new for thirty days, and recently uploaded for a day. */
export const NEW_MS = 2_592_000_000;
export const RECENT_MS = DAY_MS;
/** Pages wait a random time in this range before they read a list again. */
export const LIST_DELAY_MS = { from: 2_000, to: 12_000 } as const;

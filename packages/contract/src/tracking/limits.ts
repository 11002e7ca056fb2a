/** Entries of the console that a batch holds: the newest (CONSTANTS-070). */
export const LOG_ENTRIES_MAX = 50;
/** How often a batch is sent, in milliseconds (CONSTANTS-071). */
export const LOG_EVERY_MS = 5_000;
/** Name of the consent cookie; consent.ts reads and writes its value. */
export const CONSENT_COOKIE = 'cookie_consent';
export const CONSENT_DAYS = 180;
/** What pages count, each by its name. */
export const PAGE_EVENTS = [
  'page_view',
  'signup_open',
  'signup_done',
  'login_done',
  'purchase_open',
  'purchase_link',
  'tip_open',
  'private_open',
  'promo_shown',
  'promo_accepted',
  'overlay_shown',
  'video_first_frame',
  'video_stall',
  'chunk_error',
  'ab_shown',
] as const;

import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';
import { chatStatus, fanLevel } from '../enums.ts';
import { ratings } from '../shapes.ts';

/** Why somebody may see a media: as its performer, its buyer, by the fan club, for free, as staff; or not at all. */
export const accessType = z.enum(['owned', 'purchased', 'fanclub', 'free', 'preview', 'locked']);
export type AccessType = z.infer<typeof accessType>;
export const mediaStatus = z.enum(['draft', 'encoding', 'review', 'live', 'rejected', 'removed']);
export type MediaStatus = z.infer<typeof mediaStatus>;
export const mediaSort = z.enum(['new', 'popular', 'price_low', 'price_high', 'top_rated']);
export type MediaSort = z.infer<typeof mediaSort>;
export const purchaseTab = z.enum([
  'fanclub',
  'hidden_media',
  'pictures',
  'playlists',
  'recording',
  'videos',
]);
export type PurchaseTab = z.infer<typeof purchaseTab>;
/** Pictures, or a video. */
export const mediaTypeId = z.union([z.literal(1), z.literal(2)]);
export const mediaTypeName = z.enum(['pictures', 'videos', 'recording']);
export type MediaTypeName = z.infer<typeof mediaTypeName>;

/** A media in lists. */
export const mediaCard = shape({
  id: z.int(),
  user_id: z.int(),
  username: z.string(),
  user_display_name: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Blurred without access, unless the performer has said that the cover shows nothing explicit. */
  thumbnail_url: z.string(),
  /** Tokens, before discounts. */
  token_price: z.int(),
  item_count: z.int(),
  type_id: mediaTypeId,
  type_name: mediaTypeName,
  /** Seconds; null of pictures. */
  duration: z.int().nullable(),
  /** The video has no sound. */
  muted: z.boolean(),
  /** Included for members of this level and above. */
  fanclub_access_level: fanLevel.nullable(),
  created_at: instant,
  user_status: chatStatus,
  is_free_no_auth: z.boolean(),
  /** Tokens the caller pays. */
  final_price: z.int(),
  /** The caller is its performer or has bought it. */
  owned: z.boolean(),
  access_type: accessType,
  /** Under thirty days old. */
  is_new: z.boolean(),
  /** Less than a day old. */
  is_recent: z.boolean(),
  /** The page of the media. */
  url: z.string(),
});
export type MediaCard = z.infer<typeof mediaCard>;

export const mediaItem = shape({
  ...mediaCard.shape,
  description: z.string(),
  tags: z.array(z.string()),
  ratings,
});
export type MediaItem = z.infer<typeof mediaItem>;

/** Preview pictures along a video, one each this many seconds from 0 on: in sheets, row by row from the left. */
export const mediaTimeline = shape({
  every_seconds: z.int().min(1),
  count: z.int().min(1),
  /** Size of each picture in pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
  columns: z.int().min(1),
  rows: z.int().min(1),
  /** Valid for at least an hour. */
  sheets: z.array(z.string()),
});
export type MediaTimeline = z.infer<typeof mediaTimeline>;

/** One picture or video of a media. */
export const mediaPart = shape({
  id: z.int(),
  is_video: z.boolean(),
  width: z.int(),
  height: z.int(),
  /** Seconds. */
  duration: z.int().nullable(),
  thumbnail_url: z.string(),
  /** Valid for a minute (picture) or a quarter of an hour (video); null without access. */
  url: z.string().nullable(),
  /** For a video that is unlocked and processed; null otherwise. */
  timeline: mediaTimeline.nullable(),
});
export type MediaPart = z.infer<typeof mediaPart>;

export const mediaDetail = shape({
  ...mediaItem.shape,
  is_video: z.boolean(),
  /** The performer's picture. */
  user_avatar: z.string().nullable(),
  /** All its videos in sequence as HLS; null without access, and where they play only as files. */
  stream_url: z.string().nullable(),
  /** Until when that address is valid. */
  stream_until: instant.nullable(),
  /** The same as `final_price`. */
  price: z.int(),
  items: z.array(mediaPart),
  /** The caller's playlists that contain it. */
  playlists: z.array(z.int()),
  /** Its neighbours among the performer's media, or in the requested playlist. */
  prev_id: z.int().nullable(),
  next_id: z.int().nullable(),
  /** Names of the others shown. */
  co_performers: z.array(z.string()),
  can_edit: z.boolean(),
});
export type MediaDetail = z.infer<typeof mediaDetail>;

/** A media as its performer and staff see it. */
export const mediaEdit = shape({
  ...mediaDetail.shape,
  status: mediaStatus,
  /** The reason staff gave. */
  reject_reason: z.string().nullable(),
  /** How often it was bought. */
  sales: z.int(),
  consent_ids: z.array(uuid),
  cover_item: z.int().nullable(),
  cover_safe: z.boolean(),
});
export type MediaEdit = z.infer<typeof mediaEdit>;

export const playlist = shape({
  id: z.int(),
  name: z.string(),
  count: z.int(),
  cover_url: z.string().nullable(),
  created_at: instant,
  media_ids: z.array(z.int()),
});
export type Playlist = z.infer<typeof playlist>;

/** An uploaded file: it waits for processing, or to be used in a media. */
export const uploadedItem = shape({
  id: z.int(),
  state: z.enum(['encoding', 'ready', 'failed']),
  type_id: mediaTypeId,
  file_name: z.string(),
  thumbnail_url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds. */
  duration: z.int().nullable(),
  /** Why it cannot be used, shown to the performer. */
  error: z.string().nullable(),
  created_at: instant,
});
export type UploadedItem = z.infer<typeof uploadedItem>;

import { z } from 'zod';
import { calls, instant, ok, okOnly, shape, uuid } from '../call.ts';
import { bannersRoutes, bannersStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const PICTURE_BYTES_MAX = 4 * 1_024 * 1_024;

/** Who is shown a banner; viewers are people with an account who are not models. */
export const bannerAudience = z.enum(['all', 'guest', 'viewer', 'model']);
export type BannerAudience = z.infer<typeof bannerAudience>;

const banner = {
  id: uuid,
  image_url: z.string(),
  image_mobile_url: z.string().nullable(),
  url: z.string(),
  alt: z.string(),
  starts_at: instant,
  /** Null: until somebody removes it. */
  ends_at: instant.nullable(),
  audience: bannerAudience,
};
const shownBanner = shape(banner);
export type Banner = z.infer<typeof shownBanner>;

const deskBanner = shape({ ...banner, position: z.int(), state: z.enum(['open', 'waits', 'over']) });
export type DeskBanner = z.infer<typeof deskBanner>;

/** A picture of this site: uploaded, or shipped with it. */
const picture = z
  .string()
  .max(200)
  .regex(/^\/(?:files\/banners|scenes)\/[\w-]+\.(?:jpg|png|svg|webp)$/);
const desk = { who: 'admin', conditions: ['sudo'] } as const;

export const bannersCalls = {
  ...calls(bannersRoutes, {
    listBanners: {
      who: 'guest',
      rate: 'read',
      response: shape({ data: z.array(shownBanner) }),
      errors: [],
      ids: ['SHELL-009', 'SHELL-034', 'SHELL-035'],
    },
  }),
  ...calls(bannersStaffRoutes, {
    listDeskBanners: {
      ...desk,
      rate: 'read',
      response: shape({ items: z.array(deskBanner) }),
      errors: [],
      ids: ['SHELL-009'],
    },
    saveDeskBanner: {
      ...desk,
      rate: 'write',
      body: shape({
        /** Absent: a new one. */
        id: uuid.optional(),
        image_url: picture,
        image_mobile_url: picture.nullable(),
        url: z.string().trim().min(1).max(500),
        alt: written().min(3).max(200),
        audience: bannerAudience,
        position: z.int().min(0).max(999),
        starts_at: instant,
        ends_at: instant.nullable(),
      }),
      response: ok({ items: z.array(deskBanner) }),
      errors: ['banners.link_refused', 'banners.dates_invalid', 'banners.full', 'common.not_found'],
      ids: ['SHELL-009'],
    },
    removeDeskBanner: {
      ...desk,
      rate: 'write',
      params: shape({ id: uuid }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: ['SHELL-009'],
    },
    uploadBannerPicture: {
      ...desk,
      rate: 'upload',
      form: { fileBytesMax: PICTURE_BYTES_MAX },
      response: ok({ image_url: z.string() }),
      errors: ['common.file_not_image', 'common.file_format', 'common.file_blocked', 'common.file_count'],
      ids: ['SHELL-009'],
    },
  }),
};

import { z } from 'zod';
import { calls, instant, intText, ok, okOnly, shape, uuid } from '../call.ts';
import { pressRoutes, pressStaffRoutes } from './routes.ts';
import { httpsAddress, slug } from './shapes.ts';
import { written } from '../event-fields.ts';

/** Entries of one page. */
export const PRESS_PAGE_SIZE = 20;
const PAGE_MAX = 1_000;

/** A picture shipped with the site. */
const picture = z
  .string()
  .max(200)
  .regex(/^\/scenes\/[\w-]+\.(?:jpg|png|svg|webp)$/);

const entry = {
  id: uuid,
  outlet: slug,
  outlet_name: z.string(),
  title: z.string(),
  excerpt: z.string(),
  /** A page of this site that names the target host before a visitor leaves. */
  url: z.string(),
  image_url: z.string().nullable(),
  published_at: instant,
};
const pressEntry = shape(entry);
export type PressEntry = z.infer<typeof pressEntry>;

const deskEntry = shape({
  ...entry,
  /** The real address of the article. */
  link: z.string(),
});
export type DeskPressEntry = z.infer<typeof deskEntry>;

const page = intText(1, PAGE_MAX).default(1);
const desk = { who: 'admin', conditions: ['sudo'] } as const;

export const pressCalls = {
  ...calls(pressRoutes, {
    listPress: {
      who: 'guest',
      rate: 'read',
      query: shape({ page, outlet: slug.optional() }),
      response: shape({
        data: z.array(pressEntry).max(PRESS_PAGE_SIZE),
        last_page: z.int().positive(),
        /** All outlets, whatever the filter. */
        outlets: z.array(shape({ slug, name: z.string(), count: z.int().positive() })),
      }),
      errors: [],
      ids: ['CONTENT-PAGES-020', 'CONTENT-PAGES-005'],
    },
  }),
  ...calls(pressStaffRoutes, {
    listDeskPress: {
      ...desk,
      rate: 'read',
      query: shape({ page }),
      response: shape({ items: z.array(deskEntry), last_page: z.int().positive() }),
      errors: [],
      ids: ['CONTENT-PAGES-005'],
    },
    saveDeskPress: {
      ...desk,
      rate: 'write',
      body: shape({
        /** Absent: a new one. */
        id: uuid.optional(),
        outlet_name: written().min(2).max(60),
        title: written().min(3).max(200),
        excerpt: written().max(600),
        link: httpsAddress,
        image_url: picture.nullable(),
        published_at: instant,
      }),
      response: ok({ entry: deskEntry }),
      errors: ['common.not_found', 'content_pages.full'],
      ids: ['CONTENT-PAGES-005'],
    },
    removeDeskPress: {
      ...desk,
      rate: 'write',
      params: shape({ id: uuid }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: ['CONTENT-PAGES-005'],
    },
  }),
};

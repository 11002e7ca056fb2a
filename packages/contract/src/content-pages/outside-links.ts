import { z } from 'zod';
import { calls, instant, ok, okOnly, shape } from '../call.ts';
import { outsideLinkRoutes, outsideLinkStaffRoutes } from './routes.ts';
import { httpsAddress } from './shapes.ts';

const USES_MAX = 1_000_000;

/** 128 bits or more as base64url. */
const key = z.string().regex(/^[A-Za-z0-9_-]{22,43}$/);

const deskLink = shape({
  key,
  url: z.string(),
  /** How many people may use it; null: everybody. */
  uses_max: z.int().nullable(),
  uses: z.int(),
  expires_at: instant.nullable(),
  state: z.enum(['open', 'used_up', 'expired']),
});
export type DeskLink = z.infer<typeof deskLink>;

export const outsideLinkCalls = {
  ...calls(outsideLinkRoutes, {
    verifyOutsideLink: {
      who: 'guest',
      openToSuspended: true,
      rate: 'read',
      params: shape({ key }),
      response: shape({
        /** False for an unknown, used-up or expired key. */
        verified: z.boolean(),
        url: z.string().nullable(),
        host: z.string().nullable(),
      }),
      errors: [],
      ids: ['CONTENT-PAGES-021', 'CONTENT-PAGES-012', 'CONTENT-PAGES-027'],
    },
  }),
  ...calls(outsideLinkStaffRoutes, {
    listDeskLinks: {
      who: 'admin',
      rate: 'read',
      /** Those made by staff, newest first. */
      response: shape({ items: z.array(deskLink) }),
      errors: [],
      ids: ['CONTENT-PAGES-021'],
    },
    addDeskLink: {
      who: 'admin',
      rate: 'write',
      body: shape({
        url: httpsAddress,
        uses: z.int().min(1).max(USES_MAX).optional(),
        expires_at: instant,
      }),
      response: ok({ key, items: z.array(deskLink) }),
      errors: ['content_pages.expiry_invalid', 'content_pages.full'],
      ids: ['CONTENT-PAGES-021'],
    },
    removeDeskLink: {
      who: 'admin',
      rate: 'write',
      params: shape({ key }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: ['CONTENT-PAGES-021'],
    },
  }),
};

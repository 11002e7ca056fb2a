import { z } from 'zod';
import { calls, cursorList, instant, ok, okOnly, page, shape, uuid } from '../call.ts';
import { written } from '../event-fields.ts';
import { announcementsRoutes, announcementsStaffRoutes } from './routes.ts';

/** Whom an announcement is for; viewers are members who are not models. */
export const announcementAudience = z.enum(['all', 'viewer', 'model']);
export type AnnouncementAudience = z.infer<typeof announcementAudience>;

const announcement = {
  id: uuid,
  title: z.string(),
  audience: announcementAudience,
  at: instant,
};
const shownAnnouncement = shape({ ...announcement, body_html: z.string() });
export type Announcement = z.infer<typeof shownAnnouncement>;

const deskAnnouncement = shape({ ...announcement, body: z.string() });
export type DeskAnnouncement = z.infer<typeof deskAnnouncement>;

const desk = { who: 'admin', conditions: ['sudo'] } as const;

export const announcementsCalls = {
  ...calls(announcementsRoutes, {
    listAnnouncements: {
      who: 'user',
      rate: 'read',
      query: shape(page('id')),
      response: cursorList(shownAnnouncement),
      errors: [],
      ids: ['SHELL-013'],
    },
  }),
  ...calls(announcementsStaffRoutes, {
    listDeskAnnouncements: {
      ...desk,
      rate: 'read',
      response: shape({ items: z.array(deskAnnouncement) }),
      errors: [],
      ids: ['SHELL-013'],
    },
    saveDeskAnnouncement: {
      ...desk,
      rate: 'write',
      body: shape({
        /** Absent: a new one. */
        id: uuid.optional(),
        title: written().min(3).max(120),
        /** As the texts of the house: paragraphs, lists, **strong words** and links to pages of this site. */
        body: written().min(3).max(4_000),
        audience: announcementAudience,
      }),
      response: ok({ items: z.array(deskAnnouncement) }),
      errors: ['announcements.link_refused', 'announcements.full', 'common.not_found'],
      ids: ['SHELL-013'],
    },
    removeDeskAnnouncement: {
      ...desk,
      rate: 'write',
      params: shape({ id: uuid }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: ['SHELL-013'],
    },
  }),
};

import { z } from 'zod';
import { calls, cursorList, ok, page, shape, uuid } from '../call.ts';
import { notice } from '../shapes.ts';
import { notificationsRoutes } from './routes.ts';

export const notificationsCalls = calls(notificationsRoutes, {
  listNotifications: {
    who: 'user',
    rate: 'read',
    query: shape(page('id')),
    response: cursorList(notice, { unread: z.int() }),
    errors: [],
    ids: ['REALTIME-002'],
  },
  markNotificationsRead: {
    who: 'user',
    rate: 'write',
    body: shape({ ids: z.array(uuid).max(100).optional() }),
    response: ok({ unread: z.int() }),
    errors: [],
    ids: ['REALTIME-002'],
  },
});

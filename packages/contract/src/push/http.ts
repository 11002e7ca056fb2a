import { z } from 'zod';
import { calls, ok, okOnly, shape, uuid } from '../call.ts';
import { pushRoutes } from './routes.ts';

const endpoint = z.url().max(500);
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+=*$/);

export const pushCalls = calls(pushRoutes, {
  getPushKey: {
    who: 'user',
    rate: 'read',
    response: shape({ key: z.string() }),
    errors: ['push.not_here'],
    ids: ['SHELL-036'],
  },
  subscribePush: {
    who: 'user',
    rate: 'write',
    body: shape({ endpoint, keys: shape({ p256dh: base64url(120), auth: base64url(40) }) }),
    response: ok({ id: uuid }),
    errors: ['push.not_here', 'push.service_refused'],
    ids: ['SHELL-036'],
  },
  unsubscribePush: {
    who: 'user',
    rate: 'write',
    body: shape({ endpoint }),
    response: okOnly,
    errors: [],
    ids: ['SHELL-036'],
  },
  reportPush: {
    who: 'user',
    rate: 'write',
    body: shape({ player_id: z.string().min(1).max(64) }),
    response: okOnly,
    errors: ['push.not_here'],
    ids: ['SHELL-008', 'SHELL-029', 'SHELL-036'],
  },
});

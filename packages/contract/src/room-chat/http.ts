import { z } from 'zod';
import { calls, ok, shape, username } from '../call.ts';
import { roomChatRoutes } from './routes.ts';

export const roomChatCalls = calls(roomChatRoutes, {
  setSubject: {
    who: 'owner',
    rate: 'write',
    params: shape({ username }),
    body: shape({
      subject: z.string().max(250),
      subject_color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/)
        .optional(),
    }),
    response: ok({ subjectText: z.string(), subject_color: z.string().nullable() }),
    errors: ['common.not_found'],
    ids: ['CHAT-012'],
  },
});

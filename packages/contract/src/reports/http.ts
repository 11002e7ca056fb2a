import { z } from 'zod';
import { calls, ok, shape, username, uuid } from '../call.ts';
import { reportReason } from '../enums.ts';
import { reportsRoutes } from './routes.ts';

/** A picture of half a MiB as base64. */
const STILL_CHARS = Math.ceil((512 * 1024 * 4) / 3) + 4;

export const reportsCalls = calls(reportsRoutes, {
  createReport: {
    who: 'guest',
    rate: 'write',
    bodyBytesMax: 768 * 1024,
    body: shape({
      kind: z.enum(['room', 'message', 'pm', 'media', 'profile', 'comment', 'stream']),
      /** Id of the thing; for a person or room the name. */
      target: z.string().min(1).max(64),
      /** The room of a message. */
      username: username.optional(),
      reason: reportReason,
      text: z.string().max(2_000).optional(),
      still: z
        .string()
        .max(STILL_CHARS)
        .regex(/^[A-Za-z0-9+/]+=*$/)
        .optional(),
    }),
    response: ok({ report_id: uuid }),
    errors: ['common.not_found', 'common.file_not_image', 'common.file_format'],
    ids: [],
  },
});

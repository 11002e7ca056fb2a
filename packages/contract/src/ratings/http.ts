import { z } from 'zod';
import { text } from '../event-fields.ts';
import { calls, ok, shape, username, uuid } from '../call.ts';
import { ratings } from '../shapes.ts';
import { ratingsRoutes } from './routes.ts';

/** Tokens of the last hour that let somebody rate (CONSTANTS-049). */
export const RATING_TIPS_MIN = 25;

export const ratingsCalls = calls(ratingsRoutes, {
  rateModel: {
    who: 'user',
    rate: 'write',
    params: shape({ username }),
    body: shape({
      stars: z.int().min(1).max(5),
      show: z.enum(['public', 'private', 'spy', 'limited']).default('public'),
      show_id: uuid.optional(),
      comment: text(500).optional(),
    }),
    response: ok({ ratings }),
    errors: ['rooms.not_found', 'rooms.banned', 'shows.rating_not_allowed'],
    ids: ['SHOWS-001', 'SHOWS-039', 'SHOWS-040', 'SHOWS-043', 'SHOWS-051'],
  },
});

import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** A performer's show together with another, as their room is told. */
export const coShow = shape({
  co_show_id: uuid,
  /** The other performer. */
  username: z.string(),
  display_name: z.string(),
  started_at: instant,
});
export type CoShow = z.infer<typeof coShow>;

/** An incoming request. */
export const coShowRequest = shape({
  co_show_id: uuid,
  /** The other side: the asker, or for an own request the person asked. */
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  expires_at: instant,
});
export type CoShowRequest = z.infer<typeof coShowRequest>;

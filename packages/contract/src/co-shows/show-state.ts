import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** A show that the performer of a room does together with another, as that room is told of it. */
export const coShow = shape({
  co_show_id: uuid,
  /** The other performer. */
  username: z.string(),
  display_name: z.string(),
  started_at: instant,
});
export type CoShow = z.infer<typeof coShow>;

/** Somebody asks for one. */
export const coShowRequest = shape({
  co_show_id: uuid,
  /** The other side: who asks, or of the own request who is asked. */
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  expires_at: instant,
});
export type CoShowRequest = z.infer<typeof coShowRequest>;

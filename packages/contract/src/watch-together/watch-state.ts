import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** The id of what can be watched: its number in the media library, or the id of a recording. */
export const watchMediaId = z.union([z.int(), uuid]);

/** A video that two may watch together: of MediaCard what a recording has. */
export const watchMedia = shape({
  id: watchMediaId,
  /** The title that somebody gave it; empty where nobody did. */
  name: z.string().max(80),
  type_name: z.enum(['recording', 'ticket_show']),
  /** Seconds. */
  duration: z.int(),
  created_at: instant,
  /** The caller has bought it, or made it. */
  owned: z.boolean(),
});
export type WatchMedia = z.infer<typeof watchMedia>;

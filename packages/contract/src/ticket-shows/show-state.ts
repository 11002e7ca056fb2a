import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** The ticket show of a room as one caller sees it (SHOWS-019). */
export const limitedShow = shape({
  show_id: uuid,
  status: z.enum(['selling', 'running']),
  /** The caller has a ticket. */
  purchased_ticket: z.boolean(),
  purchased_recording: z.boolean(),
  /** Tokens; 0: no recording is sold. */
  recording_price: z.int(),
  ticket_price: z.int(),
  limited_message: z.string(),
  refund_joined_minute_before_end: z.int(),
  starts_at: instant.nullable(),
  started_at: instant.nullable(),
  /** Tickets that are sold. */
  sold: z.int(),
  /** Canceled at its time where fewer are sold; 0: never. */
  min_sold: z.int(),
});
export type LimitedShow = z.infer<typeof limitedShow>;

import { z } from 'zod';
import { instant, shape } from '../call.ts';
import { text } from '../event-fields.ts';
import {
  MIN_SOLD_MAX,
  RECORDING_PRICE_MAX,
  REFUND_MINUTES_DEFAULT,
  REFUND_MINUTES_MAX,
  TICKET_MESSAGE_MAX,
  TICKET_PRICE_DEFAULT,
  TICKET_PRICE_MAX,
  TICKET_PRICE_MIN,
} from './limits.ts';

/** What a performer sets of a ticket show (http page, 17.1). */
export const ticketShowConfig = shape({
  /** Tokens. */
  ticket_price: z.int().min(TICKET_PRICE_MIN).max(TICKET_PRICE_MAX).default(TICKET_PRICE_DEFAULT),
  /** Tokens; 0: the show is not recorded. */
  recording_price: z.int().min(0).max(RECORDING_PRICE_MAX).default(0),
  limited_message: text(TICKET_MESSAGE_MAX)
    .transform((given) => given.replaceAll(/\s+/g, ' ').trim())
    .default(''),
  /** When it is to begin; null: as soon as the performer starts it. */
  starts_at: instant.nullable().default(null),
  refund_joined_minute_before_end: z.int().min(0).max(REFUND_MINUTES_MAX).default(REFUND_MINUTES_DEFAULT),
  /** Canceled at its time where fewer are sold; 0: never. */
  min_sold: z.int().min(0).max(MIN_SOLD_MAX).default(0),
});
export type TicketShowConfig = z.infer<typeof ticketShowConfig>;

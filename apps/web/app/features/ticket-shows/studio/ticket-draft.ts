import {
  MIN_SOLD_MAX,
  RECORDING_PRICE_MAX,
  REFUND_MINUTES_DEFAULT,
  TICKET_PRICE_DEFAULT,
  TICKET_PRICE_MAX,
  TICKET_PRICE_MIN,
} from '@klieg/contract/features/ticket-shows/limits';

/** A ticket show as it is typed. */
export interface TicketDraft {
  readonly price: string;
  readonly recordingPrice: string;
  readonly message: string;
  /** Minutes from now; 0: when the performer starts it. */
  readonly startsInMinutes: number;
  readonly refundMinutes: number;
  readonly minSold: string;
}

export type TicketField = 'ticket_price' | 'recording_price' | 'min_sold';

export const newTicketDraft = (): TicketDraft => ({
  price: String(TICKET_PRICE_DEFAULT),
  recordingPrice: '0',
  message: '',
  startsInMinutes: 0,
  refundMinutes: REFUND_MINUTES_DEFAULT,
  minSold: '0',
});

export const STARTS_IN_MINUTES = [0, 5, 15, 30, 60, 120, 240] as const;
export const REFUND_MINUTES = [0, 5, 10, 15, 30] as const;

/** A whole number within bounds; undefined for anything else. */
const numberIn = (text: string, min: number, max: number): number | undefined => {
  const value = /^\d{1,6}$/u.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

/** The fields that cannot be sent as they are. */
export function faultsOf({ price, recordingPrice, minSold }: TicketDraft): ReadonlySet<TicketField> {
  const faults = new Set<TicketField>();
  if (numberIn(price, TICKET_PRICE_MIN, TICKET_PRICE_MAX) === undefined) faults.add('ticket_price');
  if (numberIn(recordingPrice, 0, RECORDING_PRICE_MAX) === undefined) faults.add('recording_price');
  if (numberIn(minSold, 0, MIN_SOLD_MAX) === undefined) faults.add('min_sold');
  return faults;
}

/** What is sent for a draft without errors. @param nowMs Unix milliseconds */
export const configOf = (draft: TicketDraft, nowMs: number): Record<string, unknown> => ({
  ticket_price: Number(draft.price),
  recording_price: Number(draft.recordingPrice),
  limited_message: draft.message.trim(),
  starts_at:
    draft.startsInMinutes === 0 ? null : new Date(nowMs + draft.startsInMinutes * 60_000).toISOString(),
  refund_joined_minute_before_end: draft.refundMinutes,
  min_sold: draft.startsInMinutes === 0 ? 0 : Number(draft.minSold),
});

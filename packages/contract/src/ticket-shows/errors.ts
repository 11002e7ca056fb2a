import type { ErrorTable } from '../error-spec.ts';

/** Refusals of ticket shows; the codes keep the names that the wire gives them. */
export const ticketShowsErrors = {
  'shows.no_limited_show': { kind: 'wrong_state', message: 'There is no ticket show' },
  'shows.ticket_needed': { kind: 'wrong_state', message: 'You need a ticket first' },
  'shows.no_recording': { kind: 'wrong_state', message: 'There is no recording to buy' },
  'shows.recording_owned': { kind: 'conflict', message: 'You already have the recording' },
  'shows.ticket_owned': { kind: 'conflict', message: 'You already have a ticket' },
} as const satisfies ErrorTable;

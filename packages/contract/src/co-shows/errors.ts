import type { ErrorTable } from '../error-spec.ts';

/** Refusals of co-shows. */
export const coShowsErrors = {
  'co_shows.room_closed': {
    kind: 'wrong_state',
    message: 'This performer takes no co-show now. Choose another',
  },
  'co_shows.running': { kind: 'conflict', message: 'You are in a co-show already' },
  'co_shows.asked': {
    kind: 'conflict',
    message: 'You have asked somebody already. Wait for the answer or take it back',
  },
  'co_shows.asked_you': { kind: 'conflict', message: 'This performer has asked you. Answer the request' },
  'co_shows.too_soon': {
    kind: 'rate_limited',
    message: 'Wait some minutes before you ask this performer again',
  },
  'co_shows.gone': { kind: 'closed', message: 'This request is over' },
} as const satisfies ErrorTable;

import type { ErrorTable } from '../error-spec.ts';

/** Refusals of shows. */
export const showsErrors = {
  'shows.private_unavailable': {
    kind: 'wrong_state',
    errorType: 'private_unavailable',
    message: 'Failed to start private',
  },
  'shows.already_requested': {
    kind: 'conflict',
    errorType: 'already_requested',
    message: 'You have already sent a request',
  },
  'shows.in_show': { kind: 'conflict', errorType: 'in_show', message: 'A show is already running' },
  'shows.request_gone': { kind: 'closed', message: 'This request is no longer open' },
  'shows.viewer_cannot_pay': {
    kind: 'payment_required',
    message: 'The viewer cannot pay for the first minutes',
  },
  'shows.not_running': { kind: 'wrong_state', message: 'No show is running' },
  'shows.ping_limit': { kind: 'rate_limited', message: 'You have already pinged this viewer' },
  'shows.discount_running': { kind: 'conflict', message: 'A discount is already running' },
  'shows.spy_unavailable': {
    kind: 'wrong_state',
    errorType: 'spy_unavailable',
    message: 'Spying is not available now',
  },
} as const satisfies ErrorTable;

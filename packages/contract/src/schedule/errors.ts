import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the schedule. */
export const scheduleErrors = {
  'schedule.full': { kind: 'conflict', message: 'You have announced 20 streams. Remove one first' },
  'schedule.not_to_come': { kind: 'wrong_state', message: 'Choose a date and time that is still to come' },
  'schedule.too_far': { kind: 'wrong_state', message: 'Choose a date within a year from now' },
  'schedule.stream_gone': { kind: 'not_found', message: 'This stream is not announced any more' },
  'schedule.date_gone': { kind: 'not_found', message: 'The stream does not take place on that day' },
  'schedule.reminders_full': {
    kind: 'conflict',
    message: 'You are reminded of 200 streams. Switch one off first',
  },
} as const satisfies ErrorTable;

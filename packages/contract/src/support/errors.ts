import type { ErrorTable } from '../error-spec.ts';

/** Refusals of conversations with support. */
export const supportErrors = {
  'support.thread_full': {
    kind: 'conflict',
    message: 'This conversation is very long. Please begin a new one',
  },
  'support.nothing_said': { kind: 'invalid_input', message: 'Write an answer, or close the conversation' },
} as const satisfies ErrorTable;

import type { ErrorTable } from '../error-spec.ts';

/** Refusals of saved searches. */
export const savedSearchesErrors = {
  'saved_searches.full': {
    kind: 'conflict',
    message: 'You have 20 saved searches. Remove one to save another',
  },
  'saved_searches.empty': { kind: 'invalid_input', message: 'Choose a filter first' },
  'saved_searches.words': {
    kind: 'invalid_input',
    message: 'Filters can be saved, searched words cannot. Take the words out first',
  },
} as const satisfies ErrorTable;

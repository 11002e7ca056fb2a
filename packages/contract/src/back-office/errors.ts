import type { ErrorTable } from '../error-spec.ts';

/** Refusals of what the operator sets. */
export const backOfficeErrors = {
  'back_office.odds_invalid': {
    kind: 'invalid_input',
    message: 'The odds must add up to 100 %',
  },
  'back_office.prize_twice': {
    kind: 'invalid_input',
    message: 'Two fields have the same prize. Put their odds together in one',
  },
  'back_office.prize_over_budget': {
    kind: 'invalid_input',
    message: 'A prize is above what may be promised on a day, so nobody would be given a spin',
  },
  'back_office.dates_invalid': { kind: 'invalid_input', message: 'The end must be after the start' },
  'back_office.name_taken': {
    kind: 'conflict',
    message: 'There is one of this name already. Open it to change it',
  },
} as const satisfies ErrorTable;

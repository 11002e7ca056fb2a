import type { ErrorTable } from '../error-spec.ts';

/** Refusals of banners. */
export const bannersErrors = {
  'banners.link_refused': {
    kind: 'invalid_input',
    message: 'A banner leads to a page of this site, or to a host that BANNER_HOSTS lists',
  },
  'banners.dates_invalid': { kind: 'invalid_input', message: 'The end must be after the start' },
  'banners.full': { kind: 'conflict', message: 'There are too many banners. Remove one that is over' },
} as const satisfies ErrorTable;

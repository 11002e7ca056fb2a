import type { ErrorTable } from '../error-spec.ts';

/** Refusals of announcements. */
export const announcementsErrors = {
  'announcements.link_refused': {
    kind: 'invalid_input',
    message: 'Links lead to pages of this site only, such as [prices](/faq), and {{fields}} do not work here',
  },
  'announcements.full': {
    kind: 'conflict',
    message: 'There are too many announcements. Remove one that is no longer needed',
  },
} as const satisfies ErrorTable;

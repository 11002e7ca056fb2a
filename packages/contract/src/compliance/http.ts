import { z } from 'zod';
import { calls, instant, shape, uuid } from '../call.ts';
import { written } from '../event-fields.ts';
import { TERM_CHARS_MAX, TERMS_AT_ONCE } from './limits.ts';
import { complianceStaffRoutes } from './routes.ts';

/** What happens to a text with the term in it: it is refused, or staff reads it first. */
const termAction = z.enum(['refuse', 'review']);
export type TermAction = z.infer<typeof termAction>;
/** Where it applies: names, texts and tags of profiles; messages and comments; searches. */
const termScope = z.enum(['all', 'profile', 'messages', 'search']);
export type TermScope = z.infer<typeof termScope>;

const term = shape({
  id: uuid,
  term: z.string(),
  action: termAction,
  scope: termScope,
  /** Null: that account is gone. */
  by: z.string().nullable(),
  added_at: instant,
});
export type BannedTerm = z.infer<typeof term>;

const answer = shape({
  /** Sorted by their words. */
  items: z.array(term),
  /** Terms of the configuration, which pages cannot change: reviewed in profiles, refused elsewhere. */
  configured: z.array(z.string()),
});

const wanted = shape({
  term: written()
    .min(2)
    .max(TERM_CHARS_MAX)
    // A term without a letter or digit would never be found.
    .regex(/[\p{L}\p{N}]/u),
  action: termAction,
  scope: termScope,
}).refine(({ action, scope }) => action === 'refuse' || scope === 'all' || scope === 'profile', {
  path: ['action'],
  // Messages and searches are not read by staff before they are sent.
  message: 'value',
});

const keeper = { who: 'model_admin', ids: [] } as const;

export const complianceCalls = calls(complianceStaffRoutes, {
  listTerms: { ...keeper, rate: 'read', response: answer, errors: [] },
  /** Adding the same term in the same place changes its action; deleting a missing one does nothing. */
  changeTerms: {
    ...keeper,
    rate: 'write',
    body: shape({
      add: z.array(wanted).max(TERMS_AT_ONCE).default([]),
      remove: z.array(uuid).max(TERMS_AT_ONCE).default([]),
    }),
    response: answer,
    errors: ['compliance.terms_full'],
  },
});

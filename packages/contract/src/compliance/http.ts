import { z } from 'zod';
import { calls, instant, shape, uuid } from '../call.ts';
import { written } from '../event-fields.ts';
import { TERM_CHARS_MAX, TERMS_AT_ONCE } from './limits.ts';
import { complianceStaffRoutes } from './routes.ts';

/** What happens to a text with the term in it: it is not taken, or staff reads it first. */
const termAction = z.enum(['refuse', 'review']);
export type TermAction = z.infer<typeof termAction>;
/** Where it counts: names, texts and tags of profiles; messages and comments; what is searched for. */
const termScope = z.enum(['all', 'profile', 'messages', 'search']);
export type TermScope = z.infer<typeof termScope>;

const term = shape({
  id: uuid,
  term: z.string(),
  action: termAction,
  scope: termScope,
  /** Null: whose account is gone. */
  by: z.string().nullable(),
  added_at: instant,
});
export type BannedTerm = z.infer<typeof term>;

const answer = shape({
  /** By their words. */
  items: z.array(term),
  /** Terms of the configuration, which pages do not change: reviewed in profiles, refused elsewhere. */
  configured: z.array(z.string()),
});

const wanted = shape({
  term: written()
    .min(2)
    .max(TERM_CHARS_MAX)
    // A term without a letter or digit would be found nowhere.
    .regex(/[\p{L}\p{N}]/u),
  action: termAction,
  scope: termScope,
}).refine(({ action, scope }) => action === 'refuse' || scope === 'all' || scope === 'profile', {
  path: ['action'],
  // Nobody reads messages and searches before they are sent.
  message: 'value',
});

const keeper = { who: 'model_admin', ids: [] } as const;

export const complianceCalls = calls(complianceStaffRoutes, {
  listTerms: { ...keeper, rate: 'read', response: answer, errors: [] },
  /** The same term again in the same place changes its action; one that is not there is gone already. */
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

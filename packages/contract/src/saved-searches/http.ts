import { HOUR_MS } from '@klieg/kernel/time';
import { z } from 'zod';
import { calls, instant, ok, shape, uuid } from '../call.ts';
import { savedSearchesRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

/** Saved searches of one account. */
export const SAVED_SEARCHES_MAX = 20;
/** Somebody is notified about one search at most once in this many milliseconds. */
export const TOLD_EACH_MS = HOUR_MS;

const name = written().min(1).max(60);

const savedSearch = shape({
  id: uuid,
  name: z.string(),
  /** The query of `/multi-filter`, its names in their order, such as `lang=german&tag=piano`. */
  query: z.string(),
  /** Whether a notice comes when somebody who fits goes live. */
  is_told: z.boolean(),
  /** How many matches are live now, for the caller. */
  live_count: z.int().nonnegative(),
  created_at: instant,
});
export type SavedSearch = z.infer<typeof savedSearch>;

/** Newest first. */
const items = { items: z.array(savedSearch).max(SAVED_SEARCHES_MAX) };

export const savedSearchesCalls = calls(savedSearchesRoutes, {
  listSavedSearches: { who: 'user', rate: 'read', response: shape(items), errors: [], ids: ['BROWSE-057'] },
  saveSearch: {
    who: 'user',
    rate: 'write',
    body: shape({
      /** As in the address, without order, source, page and live state. A repeat changes its name. */
      query: z.string().max(400),
      name,
      is_told: z.boolean().default(true),
    }),
    response: ok(items),
    errors: ['saved_searches.full', 'saved_searches.empty', 'saved_searches.words'],
    ids: ['BROWSE-057'],
  },
  changeSavedSearch: {
    who: 'user',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({ name: name.optional(), is_told: z.boolean().optional() }),
    response: ok(items),
    errors: ['common.not_found'],
    ids: ['BROWSE-057'],
  },
  removeSavedSearch: {
    who: 'user',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({}),
    response: ok(items),
    errors: [],
    ids: ['BROWSE-057'],
  },
});

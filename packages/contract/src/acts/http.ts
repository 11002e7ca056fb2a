import { z } from 'zod';
import { calls, cursorList, instant, ok, page, shape, uuid } from '../call.ts';
import { text } from '../event-fields.ts';
import { actsRoutes } from './routes.ts';

/** What the performer still has to give, has given, or has given the tokens back for. */
export const actState = z.enum(['owed', 'done', 'returned']);

const act = shape({
  /** The id of the tip that paid for it. */
  id: uuid,
  app_id: z.int(),
  label: z.string(),
  tokens: z.int(),
  /** Names of both; null when that person hides or has left. */
  payer: z.string().nullable(),
  model: z.string().nullable(),
  at: instant,
  state: actState,
  /** Until when the payer may report that it was not given; null when not possible now. */
  contest_until: instant.nullable(),
  /** The payer has reported it; staff looks at it. */
  is_contested: z.boolean(),
  /** When the tokens are returned automatically, after a broadcast that ended before it was given. */
  return_at: instant.nullable(),
});
export type Act = z.infer<typeof act>;

export const actsCalls = calls(actsRoutes, {
  /** A model gets the acts she owes, a viewer those paid for; newest first. */
  listActs: {
    who: 'user',
    rate: 'read',
    query: shape({ ...page('id'), state: actState.optional() }),
    response: cursorList(act),
    errors: [],
    ids: ['GAMES-021'],
  },
  /**
   * A repeat changes nothing. Only an act marked as given at most two days ago can be contested. Return gives all
   * tokens back, from everybody who got a share.
   */
  changeAct: {
    who: 'user',
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({ action: z.enum(['done', 'return', 'contest']), text: text(500).optional() }),
    response: ok({ state: actState }),
    errors: ['common.not_found', 'common.forbidden', 'acts.not_contestable'],
    ids: ['GAMES-021'],
  },
});

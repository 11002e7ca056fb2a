import { z } from 'zod';
import { calls, day, instant, ok, okOnly, shape, uuid } from '../call.ts';
import { userCard } from '../shapes.ts';
import { contestsRoutes, contestsStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const LEADERBOARD_MAX = 20;
const PRIZES_MAX = 10;

/** Whether a contest is running, upcoming or over. */
const contestState = z.enum(['running', 'coming', 'past']);

const told = {
  id: uuid,
  title: z.string(),
  /** Plain text; an empty line ends a paragraph. */
  body: z.string(),
  starts_at: instant,
  /** The moment it ends (exclusive). */
  ends_at: instant,
  prizes: z.array(z.string()),
  state: contestState,
};

const contest = shape({
  ...told,
  /** Points are likes of the contest's days (UTC). */
  leaderboard: z
    .array(shape({ rank: z.int().positive(), user: userCard, points: z.int().positive() }))
    .max(LEADERBOARD_MAX),
});
export type Contest = z.infer<typeof contest>;

const deskContest = shape({ ...told, first_day: day, last_day: day });
export type DeskContest = z.infer<typeof deskContest>;

const desk = { who: 'admin', conditions: ['sudo'] } as const;

export const contestsCalls = {
  ...calls(contestsRoutes, {
    listContests: {
      who: 'guest',
      rate: 'read',
      /** Running ones first, then upcoming, then the latest ended ones. */
      response: shape({ items: z.array(contest) }),
      errors: [],
      ids: ['CONTENT-PAGES-003'],
    },
  }),
  ...calls(contestsStaffRoutes, {
    listDeskContests: {
      ...desk,
      rate: 'read',
      response: shape({ items: z.array(deskContest) }),
      errors: [],
      ids: ['CONTENT-PAGES-003'],
    },
    saveDeskContest: {
      ...desk,
      rate: 'write',
      body: shape({
        /** Absent: a new one. */
        id: uuid.optional(),
        title: written().min(3).max(120),
        body: written().min(3).max(4_000),
        /** Whole days, UTC: likes are stored by day. */
        first_day: day,
        last_day: day,
        prizes: z.array(written().min(1).max(120)).min(1).max(PRIZES_MAX),
      }),
      response: ok({ items: z.array(deskContest) }),
      errors: ['contests.dates_invalid', 'contests.full', 'common.not_found'],
      ids: ['CONTENT-PAGES-003'],
    },
    removeDeskContest: {
      ...desk,
      rate: 'write',
      params: shape({ id: uuid }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: ['CONTENT-PAGES-003'],
    },
  }),
};

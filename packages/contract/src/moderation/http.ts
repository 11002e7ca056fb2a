import { z } from 'zod';
import { calls, cursorList, instant, ok, okOnly, page, shape, username, uuid } from '../call.ts';
import { caseState } from '../content-pages/http.ts';
import { reportReason } from '../enums.ts';
import { stats } from '../stats.ts';
import { APPEAL_CHARS, SANCTION_MINUTES_MAX } from './limits.ts';
import { sanctionCalls } from './sanctions.ts';
import { moderationLateRoutes, moderationStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

export type CaseState = z.infer<typeof caseState>;

export const reportKind = z.enum(['room', 'message', 'pm', 'media', 'profile', 'comment', 'stream']);
export const reportAction = z.enum([
  'none',
  'warn',
  'silence',
  'kick',
  'ban',
  'suspend',
  'remove',
  'restore',
  'hold_payout',
]);
export type ReportAction = z.infer<typeof reportAction>;

const report = shape({
  id: uuid,
  kind: reportKind,
  /** Id of what was reported; for a person or room the name. */
  target: z.string(),
  reason: reportReason,
  text: z.string(),
  created_at: instant,
  state: caseState,
  /** Null: a guest. */
  reporter: z.string().nullable(),
  /** Pictures sent along; in lists without their address. */
  evidence: z.array(shape({ id: z.string(), kind: z.literal('still'), url: z.string(), at: instant })),
  /** The moderator in charge. */
  assignee: z.string().nullable(),
  due_at: instant,
  /** Owner of what was reported; null where that person is gone or was a guest. */
  subject: z.string().nullable(),
  /** Must be looked at within a day. */
  is_urgent: z.boolean(),
  /** How many reports of the same thing; they are decided together. */
  reports: z.int().positive(),
});
export type Report = z.infer<typeof report>;

const reportWhole = report.extend({
  /** From then on another may take it over; null where nobody has taken it, or it is decided. */
  taken_until: instant.nullable(),
  /** The thing as it was when it was reported. */
  snapshot: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** What the reporters said, oldest first, at most twenty. */
  told: z.array(
    shape({ id: uuid, at: instant, by: z.string().nullable(), reason: reportReason, text: z.string() }),
  ),
  /** What can be done with it now. */
  actions: z.array(reportAction),
  /** What was done in the case, oldest first. */
  history: z.array(
    shape({ at: instant, by: z.string(), state: caseState, action: reportAction, note: z.string() }),
  ),
  /** Decided cases of the same person, newest first, at most ten. */
  prior: z.array(shape({ at: instant, reason: reportReason, state: caseState, action: reportAction })),
});
export type ReportWhole = z.infer<typeof reportWhole>;

const appeal = shape({
  id: uuid,
  about: z.enum(['suspension', 'ban', 'content', 'payout_hold', 'age_check', 'model_review']),
  /** Null: a complainant, who may have no account. */
  username: z.string().nullable(),
  text: z.string(),
  created_at: instant,
  due_at: instant,
  state: caseState,
  /** The decision under appeal: when, by whom (null: by deadline), and what the person was told. */
  decision: shape({ at: instant, by: z.string().nullable(), reason_code: z.string(), statement: z.string() }),
  /** The caller made that decision, so another person must look at it. */
  is_own: z.boolean(),
});
export type Appeal = z.infer<typeof appeal>;

/** A restriction by staff, as the person concerned reads it. */
const ownSanction = shape({
  id: uuid,
  kind: z.enum(['silence', 'ban']),
  scope: z.enum(['site', 'chat', 'broadcast']),
  at: instant,
  /** Null: until it is lifted. */
  until: instant.nullable(),
  reason_code: z.string(),
  statement: z.string(),
  can_appeal: z.boolean(),
  /** State of one's appeal; for a rejected one, the reason given. */
  appeal: shape({ state: z.enum(['open', 'closed']), statement: z.string().nullable() }).nullable(),
});
export type OwnSanction = z.infer<typeof ownSanction>;

const wallRoom = shape({
  user: shape({ username: z.string(), displayName: z.string() }),
  /** Null where no picture may be shown or none exists yet. */
  still_url: z.string().nullable(),
  taken_at: instant,
  /** 0: nothing is known; 1: to be checked; 2: high. */
  risk: z.int().min(0).max(2),
  /** What the room is at. */
  show: z.enum(['public', 'standby', 'private', 'limited']),
  viewers: z.int(),
  /** Open reports about the person. */
  reports: z.int(),
  /** Everybody known to be in front of the camera has consented. */
  consent_ok: z.boolean(),
  live_since: instant.nullable(),
});
export type WallRoom = z.infer<typeof wallRoom>;

/** Rooms with open reports; those that went live within ten minutes; those in a private or limited show. */
const wallPart = z.enum(['all', 'flagged', 'new', 'private']);
export type WallPart = z.infer<typeof wallPart>;

/** What waits in a queue of staff, as in v3.staff.queue. */
const queueState = shape({
  queue: z.enum(['live', 'media', 'identity', 'complaint', 'illegal', 'appeal', 'payout', 'fraud']),
  open: z.int(),
  /** Null: nothing waits, or it has no clock. */
  oldest_due_at: instant.nullable(),
});

const mod = { who: 'site_mod' } as const;
const params = shape({ id: uuid });
const note = written().min(3).max(1_000);

export const moderationCalls = {
  ...sanctionCalls,
  ...calls(moderationLateRoutes, {
    sendAppeal: {
      who: 'user',
      openToSuspended: true,
      rate: 'write',
      body: shape({
        about: appeal.shape.about,
        ref_id: z.string().max(64).optional(),
        text: written().min(APPEAL_CHARS.min).max(APPEAL_CHARS.max),
      }),
      response: ok({ case_id: uuid }),
      errors: ['moderation.appeal_open', 'moderation.nothing_to_appeal'],
      ids: ['IDENTITY-008'],
    },
    /** Bans and silences by the house that hold now, the newest first. */
    listOwnSanctions: {
      who: 'user',
      openToSuspended: true,
      rate: 'read',
      response: shape({ items: z.array(ownSanction) }),
      errors: [],
      ids: [],
    },
  }),
  ...calls(moderationStaffRoutes, {
    /** Most severe and oldest first; reports of the same thing are one item. */
    listReports: {
      ...mod,
      rate: 'read',
      query: shape({
        ...page('place'),
        state: caseState.optional(),
        reason: reportReason.optional(),
        kind: reportKind.optional(),
      }),
      response: cursorList(report, { open: z.int() }),
      errors: [],
      ids: [],
    },
    getReport: {
      ...mod,
      rate: 'read',
      params,
      response: reportWhole,
      errors: ['common.not_found'],
      ids: [],
    },
    /** `in_review` takes the case, `open` gives it back; `actioned` and `dismissed` decide it. */
    decideReport: {
      ...mod,
      rate: 'write',
      params,
      body: shape({
        state: caseState,
        action: reportAction.default('none'),
        minutes: z.int().min(1).max(SANCTION_MINUTES_MAX).optional(),
        note,
      }),
      response: ok({ report: reportWhole }),
      errors: [
        'common.not_found',
        'common.not_self',
        'moderation.stale',
        'moderation.cannot_sanction',
        'moderation.action_not_possible',
      ],
      ids: [],
    },
    /** Reports and complaints of a month and their outcomes; no names, no texts. */
    getMonthlyReport: {
      who: 'figures_reader',
      rate: 'heavy',
      csv: true,
      query: shape({
        month: z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/),
        format: z.enum(['json', 'csv']).default('json'),
      }),
      response: stats,
      errors: [],
      ids: [],
    },
    listLiveWall: {
      who: 'house',
      rate: 'read',
      query: shape({
        p: z.coerce.number().int().min(1).max(1_000).default(1),
        only: wallPart.default('all'),
      }),
      response: shape({
        items: z.array(wallRoom),
        /** The count of each part, whatever the filter. */
        counts: shape({ all: z.int(), flagged: z.int(), new: z.int(), private: z.int() }),
        /** All that are on the air. */
        live: z.int(),
        /** Of the part that is asked for. */
        pages: z.int(),
      }),
      errors: [],
      ids: [],
    },
    /** Figures above the desks: work waiting for the caller's offices, and what is live. */
    readStanding: {
      who: 'house',
      rate: 'read',
      response: shape({
        queues: z.array(queueState),
        rooms: z.int(),
        watching: z.int(),
        /** Median decision time of the cases of the last seven days; null: none was decided. */
        median_answer_seconds: z.int().nullable(),
      }),
      errors: [],
      ids: [],
    },
    stopRoom: {
      ...mod,
      conditions: ['sudo'],
      rate: 'write',
      params: shape({ username }),
      body: shape({ reason: reportReason, note }),
      response: okOnly,
      errors: ['common.not_found', 'broadcast.not_live'],
      ids: ['MODERATION-ROLES-019'],
    },
    listAppeals: {
      ...mod,
      rate: 'read',
      query: shape({ ...page('place'), state: z.enum(['open', 'closed']).default('open') }),
      response: cursorList(appeal, { open: z.int() }),
      errors: [],
      ids: [],
    },
    decideAppeal: {
      ...mod,
      rate: 'write',
      params,
      body: shape({
        decision: z.enum(['uphold', 'overturn']),
        statement: written().min(10).max(1_000),
      }),
      response: okOnly,
      errors: ['common.not_found', 'common.not_self', 'common.second_person_needed', 'moderation.stale'],
      ids: [],
    },
  }),
};

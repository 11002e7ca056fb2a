import { z } from 'zod';
import { calls, cursorList, day, flagText, instant, ok, okOnly, page, shape, uuid } from '../call.ts';
import { caseState, complainantRelation, complaintKind } from '../content-pages/http.ts';
import { receiptKey } from '../content-pages/shapes.ts';
import { written } from '../event-fields.ts';
import { APPEAL_CHARS } from '../moderation/limits.ts';
import { ANSWER_CHARS } from './limits.ts';
import { complaintDeskRoutes, complaintDeskStaffRoutes } from './routes.ts';

export const complaintAction = z.enum(['remove', 'reject', 'request_info', 'counter', 'restore']);
export type ComplaintAction = z.infer<typeof complaintAction>;

const complaint = shape({
  id: uuid,
  number: z.int().positive(),
  kind: complaintKind,
  state: caseState,
  created_at: instant,
  due_at: instant,
  overdue: z.boolean(),
  /** Paused: the complainant was asked for more. */
  waits_for_answer: z.boolean(),
  /** A counter-notice is waiting for a decision. */
  counter_open: z.boolean(),
  /** Rises with every change; a decision names the revision that was read. */
  revision: z.int(),
  /** People it concerns. */
  about: z.array(z.string()),
  /** How many of its files are hidden now. */
  withheld: z.int(),
});
export type DeskComplaint = z.infer<typeof complaint>;

const item = shape({
  id: uuid,
  kind: z.enum(['page', 'avatar', 'message_picture', 'recording', 'media', 'fan_logo']),
  /** Null: the account is gone. */
  owner: z.string().nullable(),
  is_copy: z.boolean(),
  state: z.enum(['shown', 'quarantined', 'removed', 'restored']),
  /** Shows the file to the person deciding; each look is logged. Null: no file. */
  url: z.string().nullable(),
});

const whole = complaint.extend({
  urls: z.array(z.string()),
  relation: complainantRelation,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  statement: z.string(),
  signature: z.string(),
  legal_hold: z.boolean(),
  items: z.array(item),
  /** What can be done with it now. */
  actions: z.array(complaintAction),
  counter: shape({
    by: z.string(),
    statement: z.string(),
    signature: z.string(),
    address: z.string(),
    state: z.enum(['open', 'accepted', 'rejected', 'restored']),
    created_at: instant,
    restore_at: instant.nullable(),
  }).nullable(),
  /** Oldest first. */
  history: z.array(
    shape({
      at: instant,
      party: z.enum(['staff', 'system', 'complainant', 'owner']),
      /** Null: not by a member of staff. */
      by: z.string().nullable(),
      action: z.string(),
      note: z.string(),
    }),
  ),
});
export type DeskComplaintWhole = z.infer<typeof whole>;

const own = shape({
  id: uuid,
  number: z.int().positive(),
  kind: complaintKind,
  state: caseState,
  /** What it is about, limited to the caller's own things. */
  items: z.array(shape({ kind: item.shape.kind, state: item.shape.state })),
  /** As the moderator wrote it; null before a decision. */
  reasons: z.string().nullable(),
  decided_at: instant.nullable(),
  can_counter: z.boolean(),
  can_appeal: z.boolean(),
  counter: shape({
    state: z.enum(['open', 'accepted', 'rejected', 'restored']),
    restore_at: instant.nullable(),
  }).nullable(),
});
export type OwnComplaint = z.infer<typeof own>;

const counts = z.array(
  shape({
    kind: complaintKind,
    received: z.int(),
    removed: z.int(),
    rejected: z.int(),
    open: z.int(),
    /** Number decided after the deadline. */
    late: z.int(),
    /** Median time of the decided ones in hours; null: none is decided. */
    median_hours: z.number().nullable(),
  }),
);

const mod = { who: 'site_mod' } as const;
const note = written().min(3).max(1_000);
const params = shape({ id: uuid });
const byReceipt = shape({ receipt: receiptKey });

export const complaintDeskCalls = {
  ...calls(complaintDeskRoutes, {
    getComplaint: {
      who: 'guest',
      openToSuspended: true,
      rate: 'auth',
      params: byReceipt,
      response: shape({
        number: z.int().positive(),
        state: caseState,
        due_at: instant,
        /** The decision as a code; null before it. */
        outcome: z.enum(['removed', 'rejected', 'restored']).nullable(),
        /** Why, in the words of the person who decided. */
        reasons: z.string().nullable(),
        /** How many files are hidden because of it, including identical copies. */
        withheld: z.int(),
        /** What a moderator asks before deciding; null: nothing. */
        asked: z.string().nullable(),
        can_appeal: z.boolean(),
        /** The other side's claim that it was a mistake; null: none. */
        counter: shape({ restore_at: instant.nullable() }).nullable(),
      }),
      errors: ['common.not_found'],
      ids: [],
    },
    /** By the holder of the receipt, once, within six months. */
    appealComplaint: {
      who: 'guest',
      openToSuspended: true,
      rate: 'auth',
      params: byReceipt,
      body: shape({ text: written().min(APPEAL_CHARS.min).max(APPEAL_CHARS.max) }),
      response: ok({ case_id: uuid }),
      errors: ['common.not_found', 'moderation.appeal_open', 'moderation.nothing_to_appeal'],
      ids: [],
    },
    /** What a moderator asked for. */
    answerComplaint: {
      who: 'guest',
      openToSuspended: true,
      rate: 'auth',
      params: byReceipt,
      body: shape({ text: written().min(ANSWER_CHARS.min).max(ANSWER_CHARS.max) }),
      response: okOnly,
      errors: ['common.not_found', 'complaint_desk.nothing_asked'],
      ids: [],
    },
    sendCounterNotice: {
      who: 'user',
      openToSuspended: true,
      rate: 'write',
      body: shape({
        /** The complaint that removed something of the caller's. */
        media_id: uuid,
        statement: written().min(20).max(4_000),
        signature: written().min(2).max(80),
        address: written().min(10).max(300),
      }),
      response: ok({ case_id: uuid }),
      errors: ['common.not_found', 'complaint_desk.counter_sent', 'complaint_desk.action_not_possible'],
      ids: [],
    },
    /** Complaints that concern something of the caller's, newest first; never names the complainant. */
    listOwnComplaints: {
      who: 'user',
      openToSuspended: true,
      rate: 'read',
      response: shape({ items: z.array(own) }),
      errors: [],
      ids: [],
    },
    /** Numbers of complaints by topic in each of the last twelve full months and this one. */
    getTransparency: {
      who: 'guest',
      openToSuspended: true,
      rate: 'read',
      cacheSeconds: 300,
      response: shape({
        from: day,
        to: day,
        kinds: counts,
        appeals: shape({ received: z.int(), upheld: z.int(), overturned: z.int() }),
        counter_notices: shape({ received: z.int(), accepted: z.int(), rejected: z.int() }),
      }),
      errors: [],
      ids: [],
    },
  }),
  ...calls(complaintDeskStaffRoutes, {
    /** Most severe and most overdue first; decided ones newest first. */
    listDeskComplaints: {
      ...mod,
      rate: 'read',
      query: shape({
        ...page('place'),
        kind: complaintKind.optional(),
        overdue: flagText.optional(),
        queue: z.enum(['waiting', 'decided']).default('waiting'),
      }),
      response: cursorList(complaint, { open: z.int(), overdue: z.int() }),
      errors: [],
      ids: [],
    },
    getDeskComplaint: {
      ...mod,
      rate: 'read',
      params,
      response: whole,
      errors: ['common.not_found'],
      ids: [],
    },
    /** A decision also applies to identical copies; `hash_block` keeps the same picture from coming back. */
    decideComplaint: {
      ...mod,
      rate: 'write',
      params,
      body: shape({
        action: complaintAction,
        note,
        hash_block: z.boolean().default(true),
        /** The revision that was read; absent: any. */
        revision: z.int().optional(),
      }),
      response: ok({ complaint: whole }),
      errors: [
        'common.not_found',
        'common.not_self',
        'moderation.stale',
        'complaint_desk.action_not_possible',
      ],
      ids: [],
    },
  }),
};

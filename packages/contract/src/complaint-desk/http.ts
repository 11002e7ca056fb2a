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
  /** The clock stands still: the complainant was asked for more. */
  waits_for_answer: z.boolean(),
  /** A counter-notice is to be decided. */
  counter_open: z.boolean(),
  /** Rises with every change; whoever decides says which one they have read. */
  revision: z.int(),
  /** People whom it concerns. */
  about: z.array(z.string()),
  /** What of it is out of reach now. */
  withheld: z.int(),
});
export type DeskComplaint = z.infer<typeof complaint>;

const item = shape({
  id: uuid,
  kind: z.enum(['page', 'avatar', 'message_picture', 'recording', 'media']),
  /** Null: the account is gone. */
  owner: z.string().nullable(),
  is_copy: z.boolean(),
  state: z.enum(['shown', 'quarantined', 'removed', 'restored']),
  /** Shows the file to whoever decides; each look is noted. Null: it has none. */
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
  /** What it is about, of the caller's alone. */
  items: z.array(shape({ kind: item.shape.kind, state: item.shape.state })),
  /** As the moderator wrote it; null while nothing is decided. */
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
    /** Decided after their time was over. */
    late: z.int(),
    /** Half of those that are decided took no longer; null: none is. */
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
        /** What was decided, as a code; null while nothing is. */
        outcome: z.enum(['removed', 'rejected', 'restored']).nullable(),
        /** Why, in the words of whoever decided. */
        reasons: z.string().nullable(),
        /** How many files are out of reach because of it, identical copies among them. */
        withheld: z.int(),
        /** What a moderator wants to know before they decide; null: nothing. */
        asked: z.string().nullable(),
        can_appeal: z.boolean(),
        /** The other side says that it was a mistake; null: it does not. */
        counter: shape({ restore_at: instant.nullable() }).nullable(),
      }),
      errors: ['common.not_found'],
      ids: [],
    },
    /** By whoever has the receipt, once, within six months. */
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
        /** The complaint by which something of the caller's was removed. */
        media_id: uuid,
        statement: written().min(20).max(4_000),
        signature: written().min(2).max(80),
        address: written().min(10).max(300),
      }),
      response: ok({ case_id: uuid }),
      errors: ['common.not_found', 'complaint_desk.counter_sent', 'complaint_desk.action_not_possible'],
      ids: [],
    },
    /** Complaints that concern something of the caller's, newest first; never who complained. */
    listOwnComplaints: {
      who: 'user',
      openToSuspended: true,
      rate: 'read',
      response: shape({ items: z.array(own) }),
      errors: [],
      ids: [],
    },
    /** What was complained about in each of the last twelve whole months and this one, as numbers. */
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
    /** Worst and most overdue first; decided ones newest first. */
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
    /** Identical copies go and come with what is decided; `hash_block` keeps the same picture from coming again. */
    decideComplaint: {
      ...mod,
      rate: 'write',
      params,
      body: shape({
        action: complaintAction,
        note,
        hash_block: z.boolean().default(true),
        /** The revision that was read; absent: whatever it is. */
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

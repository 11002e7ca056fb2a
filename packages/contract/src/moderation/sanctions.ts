import { calls, cursorList, instant, ok, okOnly, page, shape, username, uuid } from '../call.ts';
import { complianceStatus } from '../enums.ts';
import { written } from '../event-fields.ts';
import { userSummary } from '../shapes.ts';
import { SUSPENSION_REASONS } from '../user-desk/limits.ts';
import { SANCTION_MINUTES_MAX, WATCH_REASON_CHARS } from './limits.ts';
import { moderationSanctionRoutes } from './routes.ts';
import { z } from 'zod';

/** A restriction, for the whole site or one room. */
const sanction = shape({
  id: uuid,
  kind: z.enum(['warn', 'silence', 'kick', 'ban', 'suspend']),
  scope: z.enum(['site', 'chat', 'broadcast']),
  /** Whose room it is of; null: the whole site, and with scope chat all rooms. */
  room: z.string().nullable(),
  /** Null: the account is gone. */
  by: z.string().nullable(),
  /** Of a suspension a code, of a room what its moderator has written. */
  reason_code: z.string(),
  at: instant,
  /** Null: until somebody lifts it. */
  until: instant.nullable(),
  lifted_at: instant.nullable(),
});
export type HouseSanction = z.infer<typeof sanction>;

const mod = { who: 'site_mod' } as const;

/** Rooms that are watched unseen, and what people may not do. */
export const sanctionCalls = calls(moderationSanctionRoutes, {
  /** The right to watch the room unseen: without a seat, a count or a price. The reason is logged (S213). */
  watchRoom: {
    who: 'house',
    rate: 'media',
    guarded: true,
    params: shape({ username }),
    query: shape({ reason: written().min(WATCH_REASON_CHARS.min).max(WATCH_REASON_CHARS.max) }),
    response: shape({
      stream_name: z.string(),
      token: z.string(),
      expires_at: instant,
      urls: shape({ ws: z.string(), hls: z.string(), whep: z.string() }),
      renditions: z.array(z.string()),
      mode: z.enum(['public', 'private', 'limited']),
    }),
    errors: ['common.not_found', 'rooms.offline'],
    ids: [],
  },
  /** What is in force now, newest first. */
  listSanctionsInForce: {
    ...mod,
    rate: 'read',
    query: shape({
      ...page('place'),
      kind: sanction.shape.kind.optional(),
      /** Only this person's. */
      username: username.optional(),
    }),
    response: cursorList(sanction.omit({ lifted_at: true }).extend({ username: z.string() }), {
      in_force: z.int(),
    }),
    errors: [],
    ids: [],
  },
  /** One that is over answers as one that there is not. */
  liftSanction: {
    ...mod,
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({ note: written().min(3).max(1_000) }),
    response: okOnly,
    errors: ['common.not_found', 'moderation.cannot_sanction'],
    ids: [],
  },
  /** An account as moderators see it: no address, no money. */
  getSanctioned: {
    ...mod,
    rate: 'read',
    params: shape({ username }),
    response: shape({
      user: userSummary,
      type: z.enum(['model', 'other']),
      created_at: instant,
      compliance_status: complianceStatus,
      /** Null: is not suspended. */
      suspension_date: instant.nullable(),
      /** Newest first, at most 50. */
      sanctions: z.array(sanction),
      /** About this person. */
      reports: shape({ open: z.int(), upheld: z.int() }),
      linked: z.array(z.string()),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
  /**
   * Without a report: the statement is sent to the person, and log-ins, sockets and media end within two seconds. Goes
   * together: warn, kick and suspend with site; silence, kick and ban with chat, which is all rooms; kick with
   * broadcast, which ends the one that runs.
   */
  sanctionPerson: {
    ...mod,
    rate: 'write',
    params: shape({ username }),
    body: shape({
      kind: z.enum(['warn', 'silence', 'kick', 'ban', 'suspend', 'content_removed', 'payout_hold']),
      scope: z.enum(['site', 'chat', 'broadcast', 'payout']),
      minutes: z.int().min(1).max(SANCTION_MINUTES_MAX).optional(),
      reason_code: z.enum(SUSPENSION_REASONS),
      statement: written().min(10).max(1_000),
    }),
    response: ok({ sanction_id: uuid }),
    errors: ['common.not_found', 'common.not_self', 'moderation.cannot_sanction'],
    ids: ['IDENTITY-008'],
  },
  /** Silences in all rooms for some minutes, or ends what rooms and moderators have so begun (S2711). */
  setAutosilence: {
    ...mod,
    rate: 'write',
    params: shape({ username }),
    body: shape({ on: z.boolean() }),
    response: okOnly,
    errors: ['common.not_found', 'common.not_self', 'moderation.cannot_sanction'],
    ids: ['MODERATION-ROLES-001'],
  },
});

import { calls, cursorList, instant, okOnly, page, shape, username, uuid } from '../call.ts';
import { complianceStatus } from '../enums.ts';
import { written } from '../event-fields.ts';
import { userSummary } from '../shapes.ts';
import { WATCH_REASON_CHARS } from './limits.ts';
import { moderationSanctionRoutes } from './routes.ts';
import { z } from 'zod';

/** What somebody may not do: of the whole site or of one room. */
const sanction = shape({
  id: uuid,
  kind: z.enum(['silence', 'kick', 'ban', 'suspend']),
  scope: z.enum(['site', 'chat']),
  /** Whose room it is of; null: the whole site. */
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
  /** The right to watch whatever the room is at, unseen: without a seat, a count or a price. The reason stays (S213). */
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
      /** Of this person alone. */
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
});

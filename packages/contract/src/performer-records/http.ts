import { z } from 'zod';
import { calls, cursorList, day, instant, page, shape, uuid } from '../call.ts';
import { consentState } from '../consents/shapes.ts';
import { complianceStatus } from '../enums.ts';
import { written } from '../event-fields.ts';
import { stats } from '../stats.ts';
import { VOYEUR_CAMERAS } from '../voyeur/limits.ts';
import { LOOK_REASON_CHARS, SEARCH_CHARS } from './limits.ts';
import { performerRecordsStaffRoutes } from './routes.ts';

/** A model by the number of the account, `a41`; a co-performer by the consent. */
const performerId = z
  .string()
  .regex(/^a[1-9]\d{0,14}$/)
  .or(uuid);

const record = shape({
  id: performerId,
  kind: z.enum(['model', 'co_performer']),
  /** Of a model's account; null: a co-performer. */
  username: z.string().nullable(),
  /** The model beside whom a co-performer appears; null for a model. */
  beside: z.string().nullable(),
  /** The newest first; empty: no document was sent. */
  legal_names: z.array(z.string()),
  birth_date: day.nullable(),
  /** Every other name: of the account now and before, of the stage, and as models have called a co-performer. */
  names: z.array(
    shape({
      name: z.string(),
      kind: z.enum(['username', 'display_name', 'stage_name', 'called']),
      /** Null: not known. */
      since: instant.nullable(),
    }),
  ),
  /** Of a model the standing of the account, of a co-performer that of the consent. */
  state: z.union([complianceStatus, consentState]),
  broadcasts: z.int(),
  /** The day of the newest broadcast. */
  last_on: day.nullable(),
});
export type PerformerRecord = z.infer<typeof record>;

const content = shape({
  /** Of the broadcast, the recording or the picture; of a camera of a house each time that it was on. */
  id: uuid,
  kind: z.enum(['broadcast', 'recording', 'message_picture', 'avatar', 'house_camera', 'media', 'fan_logo']),
  /** Of a broadcast and its recordings. */
  broadcast_id: uuid.nullable(),
  /** What a recording is of; null: something else. */
  mode: z.enum(['public', 'private', 'limited']).nullable(),
  /** Of a house; null: something else. */
  camera: z.enum(VOYEUR_CAMERAS).nullable(),
  /** The first picture; of a picture since when it was shown or sent. */
  started_at: instant,
  /** Null: still running, its length is unknown, or the picture is still shown. */
  ended_at: instant.nullable(),
  /** Where it was shown; null: in messages, to their receivers. */
  url: z.string().nullable(),
  /** Everybody in it, the model first. */
  performers: z.array(shape({ id: performerId, name: z.string() })),
  /** Somebody in it has withdrawn consent, or has removed the picture: nobody can see it any more. */
  withdrawn: z.boolean(),
  /** Staff has taken it out of reach; null: it has not. */
  removed_at: instant.nullable(),
  /** Since when the file is gone; the record stays. */
  erased_at: instant.nullable(),
});
export type PerformerContent = z.infer<typeof content>;

const search = {
  q: written().min(SEARCH_CHARS.min).max(SEARCH_CHARS.max),
  reason: written().min(LOOK_REASON_CHARS.min).max(LOOK_REASON_CHARS.max),
};
const isContent = (text: string | undefined): boolean =>
  uuid.safeParse(text).success || day.safeParse(text).success;

const keeper = { who: 'model_admin', conditions: ['sudo'], guarded: true } as const;

/** Each look is written down with its reason before anything is answered. */
export const performerRecordsCalls = calls(performerRecordsStaffRoutes, {
  listRecords: {
    ...keeper,
    rate: 'heavy',
    query: shape({
      ...page('place'),
      /** `content`: by the id of a broadcast, recording, picture or camera, or by a day (UTC). */
      by: z.enum(['legal_name', 'alias', 'content']),
      ...search,
    }).refine(({ by, q }) => by !== 'content' || isContent(q), { path: ['q'], message: 'pattern' }),
    response: cursorList(record, {
      found: z.int(),
      /** Name and address of the custodian of records; null: not yet set by the operator. */
      custodian: z.string().nullable(),
    }),
    errors: [],
    ids: [],
  },
  getPerformerRecord: {
    ...keeper,
    rate: 'read',
    params: shape({ id: performerId }),
    query: shape({ ...page('id'), reason: search.reason }),
    /** What they were in, newest first. */
    response: cursorList(content, {
      record,
      /** Like those of the vault: each address is valid for a minute, only for the person who asked. */
      documents: z.array(
        shape({
          id: uuid,
          kind: z.string(),
          is_picture: z.boolean(),
          expires_on: day.nullable(),
          sent_at: instant,
          url: z.string(),
        }),
      ),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
  /**
   * A row for each performer and content; somebody without content has one row. Each names the custodian of records.
   */
  exportRecords: {
    ...keeper,
    rate: 'heavy',
    csv: true,
    query: shape({
      by: z.enum(['all', 'legal_name', 'alias', 'content']).default('all'),
      q: search.q.optional(),
      reason: search.reason,
      format: z.enum(['json', 'csv']).default('json'),
    })
      .refine(({ by, q }) => by === 'all' || q !== undefined, { path: ['q'], message: 'required' })
      .refine(({ by, q }) => by !== 'content' || isContent(q), { path: ['q'], message: 'pattern' }),
    response: stats,
    errors: ['performer_records.too_many'],
    ids: [],
  },
});

import { z } from 'zod';
import { accountIdText, calls, cursorList, instant, ok, okOnly, page, shape, uuid } from '../call.ts';
import { dataRightsRoutes, dataRightsStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

/** What blocks a deletion although its day has come; `legal_hold` until staff lifts it. */
export const deletionHold = z.enum([
  'legal_hold',
  'case_open',
  'shows_open',
  'order_open',
  'credit_owed',
  'balance_open',
]);
export type DeletionHold = z.infer<typeof deletionHold>;

const link = { url: z.string(), expires_at: instant };

const exportState = shape({
  state: z.enum(['none', 'running', 'ready']),
  /** Progress in percent; 100 once it is ready. */
  percent: z.int().min(0).max(100),
  asked_at: instant.nullable(),
  /** Deadline for the answer. */
  due_at: instant.nullable(),
  /** Null: no recent password, or no archive. Valid for 15 minutes. */
  url: z.string().nullable(),
  /** When the archive is deleted; null without one. */
  expires_at: instant.nullable(),
  size_bytes: z.int().nullable(),
  downloads: z.int(),
  downloads_max: z.int(),
  /** The last attempt failed for good; another can be requested. */
  is_failed: z.boolean(),
  /** The site's public key for archive signatures: Ed25519, 32 bytes in base64url. */
  public_key: z.string(),
});

const deletion = shape({
  state: z.enum(['none', 'waiting', 'held', 'running']),
  delete_at: instant.nullable(),
  /** What would block it now. */
  holds: z.array(deletionHold),
  /** Tokens that are lost with the account. */
  tokens: z.int(),
});

const dataRequest = shape({
  id: uuid,
  kind: z.enum(['export', 'deletion']),
  account_id: z.int(),
  username: z.string(),
  state: z.string(),
  held_by: deletionHold.nullable(),
  has_legal_hold: z.boolean(),
  asked_at: instant,
  due_at: instant,
  is_overdue: z.boolean(),
});
export type DataRequest = z.infer<typeof dataRequest>;

export const dataRightsCalls = {
  ...calls(dataRightsRoutes, {
    requestExport: {
      who: 'user',
      conditions: ['sudo'],
      openToSuspended: true,
      rate: 'write',
      body: shape({}),
      /** One a day: a repeat returns the existing one. */
      response: ok({ job_id: uuid }),
      errors: ['identity.export_running'],
      ids: [],
    },
    getExport: {
      who: 'user',
      openToSuspended: true,
      rate: 'read',
      response: exportState,
      errors: [],
      ids: [],
    },
    openExport: {
      who: 'user',
      conditions: ['sudo'],
      openToSuspended: true,
      rate: 'write',
      body: shape({}),
      response: ok(link),
      errors: ['common.not_found'],
      ids: [],
    },
    requestDeletion: {
      who: 'user',
      conditions: ['sudo'],
      openToSuspended: true,
      rate: 'auth',
      body: shape({ reason: z.string().max(500).optional() }),
      response: ok({ delete_at: instant }),
      errors: ['identity.balance_open', 'data_rights.staff_account'],
      ids: [],
    },
    getDeletion: {
      who: 'user',
      openToSuspended: true,
      rate: 'read',
      response: deletion,
      errors: [],
      ids: [],
    },
    cancelDeletion: {
      who: 'user',
      openToSuspended: true,
      rate: 'write',
      body: shape({}),
      response: okOnly,
      errors: ['common.not_found'],
      ids: [],
    },
  }),
  ...calls(dataRightsStaffRoutes, {
    listDataRequests: {
      who: 'admin',
      rate: 'read',
      query: shape(page('time_id')),
      /** Open ones, the most urgent first. */
      response: cursorList(dataRequest),
      errors: [],
      ids: [],
    },
    setLegalHold: {
      who: 'admin',
      conditions: ['sudo'],
      rate: 'write',
      params: shape({ id: accountIdText }),
      body: shape({ is_held: z.boolean(), reason: written().min(5).max(500) }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: [],
    },
  }),
};

import { z } from 'zod';
import { accountIdText, calls, cursorList, instant, ok, page, shape, uuid } from '../call.ts';
import { biller, membership, orderState, userRole, userType } from '../enums.ts';
import { me } from '../identity/http.ts';
import { CORRECTION_TOKENS_MAX, LINKED_MAX, SUSPENSION_REASONS } from './limits.ts';
import { userDeskRoutes } from './routes.ts';
import { stats } from '../stats.ts';
import { written } from '../event-fields.ts';

/** What an account was sanctioned with. */
const sanction = shape({
  id: uuid,
  kind: z.literal('suspend'),
  by: z.string(),
  reason_code: z.string(),
  /** What the person reads. */
  statement: z.string(),
  at: instant,
  until: instant.nullable(),
  lifted_at: instant.nullable(),
});

/** An account as staff sees it: the person's user object without what belongs to their own requests. */
const adminUser = me.extend({
  geo: z.null(),
  node_token: z.literal(''),
  high_model_fraud: z.boolean(),
  remote_logging: z.boolean(),
  /** The last five addresses of open log-ins. */
  ips: z.array(z.string()),
  devices: z.array(shape({ device: z.string(), browser: z.string() })),
  sanctions: z.array(sanction),
  notes: z.array(shape({ by: z.string(), text: z.string(), at: instant })),
  /** When it comes free again; null: it is not suspended, or without an end. */
  suspension_until: instant.nullable(),
  /** Lists and the first row of the home page show the performer as featured. */
  is_featured: z.boolean(),
  can_change_username: z.boolean(),
  max_linked_accounts: z.int(),
  /** From open log-ins; null: none is open. */
  last_seen_at: instant.nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

/** An account in the list, with its balance and the sum of its paid orders in cents. */
const adminUserInList = adminUser.extend({ tokens: z.int(), spent_cents: z.int() });
export type AdminUserInList = z.infer<typeof adminUserInList>;

/** Tokens that staff gave or took. */
const correction = shape({
  id: uuid,
  tokens: z.int(),
  reason: z.string(),
  asked_by: z.string(),
  confirmed_by: z.string().nullable(),
  /** `proposed`: waits for a second person. */
  state: z.enum(['proposed', 'due', 'done', 'refused']),
  at: instant,
});
export type TokenCorrection = z.infer<typeof correction>;

const adminUserWhole = adminUser.extend({
  /** `earning`: what a performer has earned and was not paid out yet. */
  balances: shape({ spendable: z.int(), held: z.int(), promotional: z.int(), earning: z.int() }),
  /** What its paid orders came to, in cents. */
  spent_cents: z.int(),
  /** Orders ever paid, and those charged back by a bank. */
  paid_orders: z.int(),
  charged_back: z.int(),
  /** Spending account of the ledger, for the money desk. */
  ledger_account: z.int(),
  cards: z.array(shape({ biller, brand: z.string(), last4: z.string(), is_default: z.boolean() })),
  sessions: z.array(
    shape({
      device: z.string(),
      browser: z.string(),
      ip: z.string(),
      country_code: z.string().nullable(),
      created_at: instant,
      last_seen_at: instant,
    }),
  ),
  /** The newest twenty. */
  orders: z.array(
    shape({
      order_id: uuid,
      at: instant,
      biller,
      state: orderState,
      tokens: z.int(),
      amount: z.int(),
      currency: z.string(),
    }),
  ),
  corrections: z.array(correction),
  /** What staff did to the account, the newest twenty; readers of the audit log see all of it there. */
  audit: z.array(
    shape({ at: instant, actor: z.string(), action: z.string(), detail: z.record(z.string(), z.string()) }),
  ),
});
export type AdminUserWhole = z.infer<typeof adminUserWhole>;

/** Filters of accounts besides their roles. */
export const deskFlag = z.enum([...userRole.options, 'admin', 'suspended', 'email_unconfirmed']);
export type DeskFlag = z.infer<typeof deskFlag>;

const desk = { who: 'admin', conditions: ['sudo'] } as const;
const target = shape({ id: accountIdText });

/** Search criteria of accounts. */
const wanted = {
  /** Part of a name, an address or its beginning, or an id. */
  q: written().min(1).max(254).optional(),
  type: userType.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  flag: deskFlag.optional(),
};

export const userDeskCalls = calls(userDeskRoutes, {
  listDeskUsers: {
    ...desk,
    rate: 'heavy',
    query: shape({
      ...page('number'),
      ...wanted,
    }),
    response: cursorList(adminUserInList),
    errors: [],
    ids: ['MODERATION-ROLES-013'],
  },
  /** All that are found, the newest first; written down before anything is answered. */
  exportDeskUsers: {
    ...desk,
    rate: 'heavy',
    csv: true,
    guarded: true,
    query: shape({ ...wanted, format: z.enum(['json', 'csv']).default('json') }),
    response: stats,
    errors: ['back_office.too_many'],
    ids: [],
  },
  getDeskUser: {
    ...desk,
    rate: 'read',
    params: target,
    response: adminUserWhole,
    errors: ['common.not_found'],
    ids: [],
  },
  /** Changes the given fields. Other roles, another office or a suspension end every log-in of the account. */
  changeDeskUser: {
    ...desk,
    rate: 'write',
    params: target,
    body: shape({
      user_roles: z.array(userRole).max(userRole.options.length).optional(),
      membership: membership.nullable().optional(),
      can_change_username: z.boolean().optional(),
      max_linked_accounts: z.int().min(0).max(LINKED_MAX).optional(),
      is_direct_pay: z.boolean().optional(),
      is_featured: z.boolean().optional(),
      isAdmin: z.boolean().optional(),
      /** Marks the current address as confirmed. */
      email_confirmed: z.literal(true).optional(),
      /** Null lifts the one that there is. */
      suspension: shape({
        reason_code: z.enum(SUSPENSION_REASONS),
        statement: written().min(10).max(1_000),
        until: instant.nullable(),
      })
        .nullable()
        .optional(),
      note: written().min(3).max(1_000).optional(),
    }),
    response: ok({ user: adminUser }),
    errors: [
      'common.not_found',
      'common.not_self',
      'back_office.needs_super_admin',
      'back_office.membership_paid',
      'back_office.dates_invalid',
      'identity.email_in_use',
      'identity.email_refused',
    ],
    ids: ['MODERATION-ROLES-005', 'MODERATION-ROLES-008'],
  },
  /** Above 1,000 tokens nothing moves until another admin sends the same again with `proposal_id`. */
  correctTokens: {
    ...desk,
    rate: 'spend',
    spends: true,
    params: target,
    body: shape({
      tokens: z
        .int()
        .min(-CORRECTION_TOKENS_MAX)
        .max(CORRECTION_TOKENS_MAX)
        .refine((tokens) => tokens !== 0),
      reason: written().min(5).max(200),
      proposal_id: uuid.optional(),
    }),
    response: ok({ balance: z.int(), proposal_id: uuid.nullable() }),
    errors: [
      'common.not_found',
      'common.not_self',
      'back_office.needs_super_admin',
      'common.second_person_needed',
      'back_office.proposal_gone',
      'ledger.would_go_negative',
      'ledger.model_cannot_spend',
    ],
    ids: [],
  },
});

import type { Condition, ErrorCode, Who } from '@klieg/contract';
import { type Asker, type Place, type Principal, PRINCIPALS, principalsOf } from './principal.ts';

/** Conditions of the contract, and those that a permission itself brings. */
export type AskedCondition = Condition | 'country';

/** One line of the table. */
interface Row {
  /** Principals that are allowed. */
  readonly may: readonly Principal[];
  /** Principals that are never allowed, whatever else they are; the first match gives the refusal. */
  readonly never?: readonly (readonly [Principal, ErrorCode])[];
  /** Refusals for these instead of common.forbidden. */
  readonly told?: readonly (readonly [Principal, ErrorCode])[];
  /** Checked before anything about the person. */
  readonly conditions?: readonly AskedCondition[];
  /** It is about the room of the model whom the path names. */
  readonly isOfRoom?: true;
}

const ROOM_ADMINS = ['streamer', 'model_admin', 'site_mod'] as const;

/** Who may do what, completely: permission times principal (http page, section 1). */
const TABLE = {
  visit: { may: PRINCIPALS },
  use_account: { may: ['member'] },
  buy: {
    may: ['member'],
    never: [
      ['model', 'billing.model_cannot_buy'],
      ['viewer_in_review', 'billing.compliance_pending'],
    ],
    conditions: ['country'],
  },
  be_model: { may: ['model'] },
  broadcast: { may: ['approved_model'], told: [['model', 'broadcast.not_approved']] },
  own_room: { may: ['streamer'], isOfRoom: true },
  moderate_room: { may: [...ROOM_ADMINS, 'room_moderator'], isOfRoom: true },
  administer_room: { may: ROOM_ADMINS, isOfRoom: true },
  /** Reads what only staff sees, and writes to anybody. */
  work_for_house: { may: ['site_mod', 'model_admin'] },
  moderate_site: { may: ['site_mod'] },
  look_after_models: { may: ['model_admin'] },
  administer_site: { may: ['admin'] },
  name_admins: { may: ['super_admin'] },
  read_figures: { may: ['admin', 'auditor'] },
  audit: { may: ['super_admin', 'auditor'] },
  run_studio: { may: ['studio_owner', 'substudio_manager'] },
  see_studio_money: { may: ['studio_owner', 'substudio_manager', 'studio_pay'] },
  run_white_label: { may: ['webmaster'] },
  read_events: { may: ['events_key'] },
  read_affiliate_feed: { may: ['stats_key'] },
  drive_apps: { may: ['apps_key'] },
} as const satisfies Readonly<Record<string, Row>>;

export type Permission = keyof typeof TABLE;
export const PERMISSIONS = Object.keys(TABLE) as readonly Permission[];

/** What each `who` of the contract asks for; one without a line does not compile. */
export const permissionOf: Readonly<Record<Who, Permission>> = {
  guest: 'visit',
  // The server of an outside party proves itself by its signature, which its handler checks.
  hook: 'visit',
  user: 'use_account',
  buyer: 'buy',
  model: 'be_model',
  broadcaster: 'broadcast',
  owner: 'own_room',
  room_mod: 'moderate_room',
  site_mod: 'moderate_site',
  house: 'work_for_house',
  model_admin: 'look_after_models',
  admin: 'administer_site',
  figures_reader: 'read_figures',
  audit_reader: 'audit',
};

/** The line of a permission. */
export const rowOf = (permission: Permission): Row => TABLE[permission];

/** Why these principals have no such permission; null: they have it. Conditions are asked apart. */
export function refusalOf(permission: Permission, principals: ReadonlySet<Principal>): ErrorCode | null {
  const { may, never = [], told = [] } = rowOf(permission);
  const firstOf = (list: NonNullable<Row['told']>) =>
    list.find(([principal]) => principals.has(principal))?.[1];
  const barred = firstOf(never);
  if (barred) return barred;
  if (may.some((principal) => principals.has(principal))) return null;
  return firstOf(told) ?? (principals.has('guest') ? 'common.unauthenticated' : 'common.forbidden');
}

/** Whether somebody has a permission, there. */
export const isAllowed = (permission: Permission, asker: Asker, place?: Place): boolean =>
  refusalOf(permission, principalsOf(asker, place)) === null;

/** Every kind of work for the house. */
const WORK: readonly Permission[] = ['work_for_house', 'administer_site', 'read_figures', 'audit'];

/** Whether somebody works for the house, in whatever way. */
export const isStaff = (asker: Asker): boolean => WORK.some((permission) => isAllowed(permission, asker));

import type { UserRole } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';

/** Everything that a caller can be. A caller may be several at once: a site moderator is a member too. */
export const PRINCIPALS = [
  'guest',
  'member',
  'viewer',
  'viewer_in_review',
  'model',
  'approved_model',
  'streamer',
  'room_moderator',
  'site_mod',
  'model_admin',
  'admin',
  'super_admin',
  'auditor',
  'studio_owner',
  'substudio_manager',
  'studio_pay',
  'direct_pay',
  'webmaster',
  'events_key',
  'stats_key',
  'apps_key',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** The data of an account that says what its person is. Nothing else reads these flags, see `check-structure.ts`. */
export interface AccountFacts {
  readonly id: AccountId;
  readonly username: string;
  readonly type: 'model' | 'other';
  readonly complianceStatus: string;
  readonly roles: readonly UserRole[];
  readonly isAdmin: boolean;
  readonly isSuperAdmin: boolean;
  readonly isStudioOwner: boolean;
  readonly isSubstudioManager: boolean;
  readonly isStudioPay: boolean;
  readonly isDirectPay: boolean;
}

/** What a developer's token may be used for (http page, section 29.3). */
export type ApiScope = 'events' | 'stats' | 'apps';

/** The caller: a person, a guest, or a program with a token of its account. */
export interface Asker {
  readonly account: AccountFacts | null;
  /** Present where a token was shown in place of a login. None is issued yet. */
  readonly apiToken?: { readonly scopes: readonly ApiScope[] };
}

/** Where somebody asks for something: some people are more in one place than in others. */
export interface Place {
  readonly room?: { readonly ownerId: AccountId; readonly isModerator: boolean };
  /** Username of the webmaster who owns the site; null or absent: the house. */
  readonly webmaster?: string | null;
}

/** The scopes of a token, and what its account has to be for each to mean anything. */
const KEYS: readonly (readonly [ApiScope, Principal, Principal])[] = [
  ['events', 'events_key', 'model'],
  ['stats', 'stats_key', 'webmaster'],
  ['apps', 'apps_key', 'model'],
];

function principalsOfAccount(account: AccountFacts, { room, webmaster }: Place): ReadonlySet<Principal> {
  const isModel = account.type === 'model';
  const isAdmin = account.isAdmin || account.isSuperAdmin;
  const facts: readonly (readonly [Principal, boolean])[] = [
    ['member', true],
    ['viewer', !isModel],
    ['viewer_in_review', !isModel && account.complianceStatus === 'pending'],
    ['model', isModel],
    ['approved_model', isModel && account.complianceStatus === 'approved'],
    ['streamer', room?.ownerId === account.id],
    ['room_moderator', room?.isModerator ?? false],
    ['site_mod', isAdmin || account.roles.includes('site_mod')],
    ['model_admin', isAdmin || account.roles.includes('model_admin')],
    ['admin', isAdmin],
    ['super_admin', account.isSuperAdmin],
    ['auditor', account.roles.includes('auditor')],
    ['studio_owner', account.isStudioOwner],
    ['substudio_manager', account.isSubstudioManager],
    ['studio_pay', account.isStudioPay],
    ['direct_pay', account.isDirectPay],
    ['webmaster', webmaster === account.username],
  ];
  return new Set(facts.filter(([, isTrue]) => isTrue).map(([principal]) => principal));
}

/**
 * What somebody is, here. A token is what its scopes say and never its account: with it nobody is a member,
 * and a scope that does not fit the account is nothing.
 */
export function principalsOf({ account, apiToken }: Asker, place: Place = {}): ReadonlySet<Principal> {
  if (!account) return new Set(apiToken ? [] : ['guest']);
  const person = principalsOfAccount(account, place);
  if (!apiToken) return person;
  return new Set(
    KEYS.filter(([scope, , owner]) => apiToken.scopes.includes(scope) && person.has(owner)).map(
      ([, key]) => key,
    ),
  );
}

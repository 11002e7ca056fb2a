import type { AccountId } from '@klieg/kernel';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isAllowed, type Permission, PERMISSIONS, permissionOf, refusalOf } from './permission-table.ts';
import { type AccountFacts, type Asker, type Place, type Principal, principalsOf } from './principal.ts';

const room = { ownerId: 7 as AccountId, isModerator: false };
const person = (given: Partial<AccountFacts> = {}): AccountFacts => ({
  id: 1 as AccountId,
  username: 'somebody',
  type: 'other',
  complianceStatus: 'none',
  roles: [],
  isAdmin: false,
  isSuperAdmin: false,
  isStudioOwner: false,
  isSubstudioManager: false,
  isStudioPay: false,
  isDirectPay: false,
  ...given,
});
const somebody = (given: Partial<AccountFacts>, place: Partial<Place> = {}) => ({
  asker: { account: person(given) },
  place: { room, ...place },
});
const guest: { asker: Asker; place: Place } = { asker: { account: null }, place: { room } };

/** One of each kind who is nothing else; a kind without somebody does not compile. */
const PEOPLE: Readonly<Record<Principal, { readonly asker: Asker; readonly place: Place }>> = {
  guest,
  member: somebody({}),
  viewer: somebody({}),
  viewer_in_review: somebody({ complianceStatus: 'pending' }),
  model: somebody({ type: 'model' }),
  approved_model: somebody({ type: 'model', complianceStatus: 'approved' }),
  streamer: somebody({ type: 'model', complianceStatus: 'approved', id: room.ownerId }),
  room_moderator: somebody({}, { room: { ...room, isModerator: true } }),
  site_mod: somebody({ roles: ['site_mod'] }),
  model_admin: somebody({ roles: ['model_admin'] }),
  admin: somebody({ isAdmin: true }),
  super_admin: somebody({ isSuperAdmin: true }),
  auditor: somebody({ roles: ['auditor'] }),
  studio_owner: somebody({ isStudioOwner: true }),
  substudio_manager: somebody({ isSubstudioManager: true }),
  studio_pay: somebody({ isStudioPay: true }),
  direct_pay: somebody({ isDirectPay: true }),
  webmaster: somebody({}, { webmaster: 'somebody' }),
  events_key: {
    asker: { account: person({ type: 'model' }), apiToken: { scopes: ['events'] } },
    place: { room },
  },
  stats_key: {
    asker: { account: person(), apiToken: { scopes: ['stats'] } },
    place: { room, webmaster: 'somebody' },
  },
  apps_key: {
    asker: { account: person({ type: 'model' }), apiToken: { scopes: ['apps'] } },
    place: { room },
  },
};
const kinds = Object.keys(PEOPLE) as Principal[];
const refusalFor = (permission: Permission, kind: Principal) =>
  refusalOf(permission, principalsOf(PEOPLE[kind].asker, PEOPLE[kind].place));

/** `all but …` where that is shorter. */
const listed = (some: readonly Principal[]): string => {
  const others = kinds.filter((kind) => !some.includes(kind));
  if (others.length === 0) return 'all';
  return some.length > others.length ? `all but ${others.join(', ')}` : some.join(', ');
};

function render(): string {
  const words = Object.entries(permissionOf);
  const rows = PERMISSIONS.map((permission) => {
    const may = kinds.filter((kind) => refusalFor(permission, kind) === null);
    const special = kinds.flatMap((kind) => {
      const code = refusalFor(permission, kind);
      const usual = kind === 'guest' ? 'common.unauthenticated' : 'common.forbidden';
      return code && code !== usual ? [`${kind}: \`${code}\``] : [];
    });
    const who = words.filter(([, asked]) => asked === permission).map(([word]) => word);
    return `| ${permission} | ${who.join(', ')} | ${listed(may)} | ${special.join(', ')} |`;
  });
  return [
    '| permission | `who` of calls | have it | refused otherwise than usual |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

describe('the table of permissions', () => {
  test('is what docs/roles.md says of every permission and every kind of caller (MODERATION-ROLES-013) (MODERATION-ROLES-018)', () => {
    const text = readFileSync(new URL('../../../../../docs/roles.md', import.meta.url), 'utf8');
    expect(text).toContain(render());
  });

  test('has somebody of each kind to ask, who is that', () => {
    for (const kind of kinds)
      expect([kind, principalsOf(PEOPLE[kind].asker, PEOPLE[kind].place).has(kind)]).toEqual([kind, true]);
  });

  test('a guest is asked to log in, everybody else is refused, before what is said of a few', () => {
    expect(refusalFor('use_account', 'guest')).toBe('common.unauthenticated');
    expect(refusalFor('administer_site', 'site_mod')).toBe('common.forbidden');
    expect(refusalFor('buy', 'guest')).toBe('common.unauthenticated');
  });

  test('what may never be is stronger than what may: a model who is an admin buys nothing', () => {
    const admin = { account: person({ type: 'model', isAdmin: true, complianceStatus: 'pending' }) };
    expect(refusalOf('buy', principalsOf(admin))).toBe('billing.model_cannot_buy');
  });
});

describe('an account', () => {
  test('of an admin is of both offices, that of a super admin is an admin too', () => {
    expect([...principalsOf(PEOPLE.admin.asker)]).toEqual([
      'member',
      'viewer',
      'site_mod',
      'model_admin',
      'admin',
    ]);
    expect(principalsOf(PEOPLE.super_admin.asker)).toEqual(
      new Set(['member', 'viewer', 'site_mod', 'model_admin', 'admin', 'super_admin']),
    );
  });

  test('is the streamer in its own room alone', () => {
    const { asker } = PEOPLE.streamer;
    expect(isAllowed('own_room', asker, { room })).toBe(true);
    expect(isAllowed('own_room', asker, { room: { ...room, ownerId: 8 as AccountId } })).toBe(false);
    expect(isAllowed('own_room', asker)).toBe(false);
  });

  test('is the webmaster on its own site alone', () => {
    const asker = { account: person() };
    expect(
      ['somebody', 'another', null].map((webmaster) => isAllowed('run_white_label', asker, { webmaster })),
    ).toEqual([true, false, false]);
  });
});

describe('a token of the developer interface', () => {
  const admin = person({ type: 'model', isAdmin: true, isSuperAdmin: true });

  test('is what its scopes say, and nothing of its account', () => {
    const token = { account: admin, apiToken: { scopes: ['events', 'apps'] as const } };
    expect(principalsOf(token, { room: { ownerId: admin.id, isModerator: true } })).toEqual(
      new Set(['events_key', 'apps_key']),
    );
  });

  test('of a scope that does not fit the account, of none, or of nobody is nothing', () => {
    const viewer = { account: person(), apiToken: { scopes: ['events', 'stats', 'apps'] as const } };
    for (const asker of [
      viewer,
      { account: admin, apiToken: { scopes: [] } },
      { account: null, apiToken: { scopes: ['events'] as const } },
    ]) {
      expect(principalsOf(asker)).toEqual(new Set());
      for (const permission of PERMISSIONS) expect(isAllowed(permission, asker)).toBe(false);
    }
  });
});

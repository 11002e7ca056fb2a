import { type Api, api, type Call, type UserRole } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Principal } from '../features/permissions/principal.ts';
import { BEHIND_PROXY, useTestSite } from './testing-site.ts';

/*
 * Every call times every principal. What the contract's policy refuses must be refused with the code of
 * that policy, before the body is looked at; what it allows may fail for its input, never for the person.
 */

const site = await useTestSite({ env: BEHIND_PROXY });
const model = await site.join({ type: 'model' });
const suspended = await site.join({ tokens: 10 });
await sql`update accounts set suspended_at = now() where id = ${suspended.id}`.execute(site.database.kysely);
const pendingViewer = await site.join();
await sql`update accounts set compliance_status = 'pending' where id = ${pendingViewer.id}`.execute(
  site.database.kysely,
);

const roomModerator = await site.join({ tokens: 10 });
const setModerator = {
  params: { username: model.username },
  body: { username: roomModerator.username, moderator: true },
};
await model.call('setModerator', setModerator);
const banned = await site.join({ tokens: 10 });
await model.call('moderate', {
  params: { username: model.username },
  body: { username: banned.username, action: 'ban' },
});
const kindOf = async (column: string, roles: readonly UserRole[] = []) => {
  const member = await site.join({ roles });
  if (column)
    await sql`update accounts set ${sql.ref(column)} = true where id = ${member.id}`.execute(
      site.database.kysely,
    );
  return member;
};

const principals: Record<string, Visitor & { readonly id?: number; readonly username?: string }> = {
  guest: await site.visit(),
  viewer: await site.join({ tokens: 100 }),
  'viewer under review': pendingViewer,
  model,
  'another model': await site.join({ type: 'model' }),
  'model not approved': await site.join({ type: 'model', isApproved: false }),
  'site moderator': await site.join({ roles: ['site_mod'] }),
  'model admin': await site.join({ roles: ['model_admin'] }),
  admin: await kindOf('is_admin'),
  'super admin': await kindOf('is_super_admin'),
  auditor: await kindOf('', ['auditor']),
  'studio owner': await kindOf('is_studio_owner'),
  'substudio manager': await kindOf('is_substudio_manager'),
  'studio pay': await kindOf('is_studio_pay'),
  'direct pay': await kindOf('is_direct_pay'),
  'room moderator': roomModerator,
  banned,
  suspended,
};

/** Who stands for which kind of caller of the table of permissions; a kind that nobody stands for does not compile. */
const STANDS_FOR: Readonly<Record<Exclude<Principal, 'webmaster' | `${string}_key`>, string>> = {
  guest: 'guest',
  member: 'viewer',
  viewer: 'viewer',
  viewer_in_review: 'viewer under review',
  model: 'model not approved',
  approved_model: 'another model',
  streamer: 'model',
  room_moderator: 'room moderator',
  site_mod: 'site moderator',
  model_admin: 'model admin',
  admin: 'admin',
  super_admin: 'super admin',
  auditor: 'auditor',
  studio_owner: 'studio owner',
  substudio_manager: 'substudio manager',
  studio_pay: 'studio pay',
  direct_pay: 'direct pay',
};

const OPEN_TO_SUSPENDED = [
  'getCurrentUser',
  'getSuspension',
  'listOwnSanctions',
  'logout',
  'getSiteConfig',
  'reportPageError',
  'logToast',
  'logLobbyFailure',
  'reportPlayback',
  'reportStuckVideo',
  'logPurchaseLink',
  'issueNodeToken',
  'listFaq',
  'getFaqArticle',
  'getContent',
  'openSupportThread',
  'listSupportThreads',
  'getSupportThread',
  'answerSupportThread',
  'markSupportThreadRead',
  // Whoever holds a link needs no account.
  'getLegalDocument',
  'signLegalDocument',
  'getGeoLists',
  'verifyOutsideLink',
  // Calls of section 28 of the http page.
  'sendLogs',
  'sendPageEvent',
  'sendTracking',
  'setConsent',
  'sendFingerprint',
  'countThumbClick',
  'requestExport',
  'getExport',
  'openExport',
  'requestDeletion',
  'getDeletion',
  'cancelDeletion',
  'fileComplaint',
  'getComplaint',
  'answerComplaint',
  'appealComplaint',
  'listOwnComplaints',
  'sendCounterNotice',
  'getTransparency',
  'sendAppeal',
];

/** Whose thing a call is about: that of the model of this test, of the caller, or of nobody. */
const TARGETS = ['the model', 'own', 'missing'] as const;
type Target = (typeof TARGETS)[number];

/** Who may do what in the room of a model (MODERATION-ROLES-019) (MODERATION-ROLES-020). */
const STAFF = ['site moderator', 'model admin', 'admin', 'super admin'];
/** Who works in the back office, by what the call asks for. */
const OFFICES = {
  site_mod: ['site moderator', 'admin', 'super admin'],
  house: STAFF,
  model_admin: ['model admin', 'admin', 'super admin'],
  admin: ['admin', 'super admin'],
  figures_reader: ['admin', 'super admin', 'auditor'],
  audit_reader: ['super admin', 'auditor'],
};

const mayIn = (who: string, call: Call, target: Target): boolean => {
  if (target === 'own') return who === 'model' || who === 'another model' || who === 'model not approved';
  return who === 'model' || (call.who === 'room_mod' && [...STAFF, 'room moderator'].includes(who));
};

/** By whom a policy that tells nobody but guests and suspended people apart is shown in a short run. */
const EVERYBODY = ['guest', 'viewer', 'model', 'banned', 'suspended', 'super admin'];
const isAsked = (who: string, call: Call): boolean =>
  isLongRun || !['guest', 'hook', 'user'].includes(call.who) || EVERYBODY.includes(who);

/** The refusal that the policy demands, or null. */
function expectedRefusal(name: string, call: Call, who: string, target: Target): string | null {
  const isGuest = who === 'guest';
  const isModel = ['model', 'another model', 'model not approved'].includes(who);
  if (who === 'suspended' && !OPEN_TO_SUSPENDED.includes(name)) return 'identity.suspended';
  switch (call.who) {
    case 'guest':
    case 'hook':
      return null;
    case 'user':
      return isGuest ? 'common.unauthenticated' : null;
    case 'buyer':
      if (isGuest) return 'common.unauthenticated';
      if (isModel) return 'billing.model_cannot_buy';
      return who === 'viewer under review' ? 'billing.compliance_pending' : null;
    case 'model':
      if (isGuest) return 'common.unauthenticated';
      return isModel ? null : 'common.forbidden';
    case 'broadcaster':
      if (isGuest) return 'common.unauthenticated';
      if (!isModel) return 'common.forbidden';
      return who === 'model not approved' ? 'broadcast.not_approved' : null;
    case 'site_mod':
    case 'house':
    case 'model_admin':
    case 'admin':
    case 'figures_reader':
    case 'audit_reader':
      if (isGuest) return 'common.unauthenticated';
      return OFFICES[call.who].includes(who) ? null : 'common.forbidden';
    case 'owner':
    case 'room_mod':
      if (isGuest) return 'common.unauthenticated';
      if (mayIn(who, call, target) && target !== 'missing') return null;
      return target === 'the model' ? 'common.forbidden' : 'common.not_found';
  }
}

const POLICY_CODES = new Set([
  'common.unauthenticated',
  'common.forbidden',
  'identity.suspended',
  'broadcast.not_approved',
  'billing.model_cannot_buy',
  'billing.compliance_pending',
  'common.csrf',
  'common.cross_site',
  'common.internal',
]);

const targetOf = (target: Target, who: string) => {
  if (target === 'the model') return { username: model.username, id: model.id };
  const { username, id } = target === 'own' ? principals[who]! : {};
  return { username: username ?? 'nobody_here', id: id ?? 999_999_999 };
};

/** Path parameters that name somebody's things; a room's own things have ids of their own. */
const fill = (path: string, { username, id }: { readonly username: string; readonly id: number }) =>
  path
    .replace('{username}', username)
    .replace('{id}', path.includes('{username}') ? uuidv7() : String(id))
    .replace('{gender}', 'girls')
    .replace('{term}', 'x')
    .replace('{biller}', 'sandbox')
    .replace('{internal_id}', 'tokens_50')
    .replace('{order_id}', uuidv7());

let addresses = 0;
const nextAddress = (): string =>
  `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`;

const cells = Object.entries(api as Api).flatMap(([name, call]) =>
  Object.keys(principals).flatMap((who) =>
    TARGETS.filter((target) => target === 'the model' || /\{(?:username|id)\}/.test(call.route[1])).map(
      (target) => [name, who, target, call as Call] as const,
    ),
  ),
);

/** What a call answers somebody, beside what the policy wants. @returns what is wrong; nothing where it is right */
async function faultOf([name, who, target, call]: (typeof cells)[number]): Promise<string | undefined> {
  const visitor = principals[who]!;
  const [method, path] = call.route;
  const answer = await visitor.fetch(`/api/v1${fill(path, targetOf(target, who))}`, {
    method,
    headers: {
      'x-csrf-token': visitor.csrf,
      // Tries are counted by network: from one alone its limit would answer for the policy.
      ...(call.rate === 'auth' && { 'x-forwarded-for': nextAddress() }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(call.spends && { 'idempotency-key': uuidv7() }),
    },
    // A body that no schema takes: whoever passes the policy is stopped there and changes nothing.
    ...(method === 'POST' && { body: '{"unknown_field":1}' }),
    redirect: 'manual',
  });
  const expected = expectedRefusal(name, call, who, target);
  const said = (got: unknown) =>
    `${who} of ${target}: ${expected ?? 'no refusal'} was due, got ${String(got)}`;
  if (call.navigation) {
    // A browser that goes there is led to a page whatever came of it; a refusal leads to one alone.
    if (answer.status !== 303) return said(answer.status);
    const leads = answer.headers.get('location');
    return expected && leads !== call.navigation.failed ? said(leads) : undefined;
  }
  const { code } = (await answer.json()) as { code?: string };
  const isRight = expected ? code === expected : !POLICY_CODES.has(code ?? '');
  return isRight ? undefined : said(code);
}

/** A logout would end the principal for the cells that follow. */
const ENDS_SESSIONS = ['logout', 'login', 'register'];

describe('the authorization matrix', () => {
  const byCall = Map.groupBy(cells, ([name]) => name);
  const names = [...byCall.keys()].filter((name) => !ENDS_SESSIONS.includes(name));
  // One test for a call: as many as there are cells would take longer than what they do.
  test.each(names)('%s answers every principal by its policy', async (name) => {
    const asked = byCall.get(name)!.filter(([, who, , call]) => isAsked(who, call));
    const faults = await Promise.all(asked.map(faultOf));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test('has a cell for every call', () => {
    const seen = new Set(cells.map(([name, who]) => `${name} ${who}`));
    expect(seen.size).toBe(Object.keys(api).length * Object.keys(principals).length);
  });

  test('has somebody of every kind of the table of permissions', () => {
    for (const who of Object.values(STANDS_FOR)) expect(Object.keys(principals)).toContain(who);
  });

  test.runIf(isFullRun)(
    'somebody who is banned gets rooms.banned from every call that needs the room, and streamer and staff never do (MODERATION-ROLES-010)',
    async () => {
      const guarded = cells.filter(
        ([name, who, target, call]) =>
          target === 'the model' &&
          who !== 'guest' &&
          who !== 'suspended' &&
          call.route[0] === 'GET' &&
          (name === 'getRoom' || call.conditions?.includes('room')),
      );
      expect(guarded.length).toBeGreaterThan(30);
      for (const [, who, , { route }] of guarded) {
        const answer = await principals[who]!.fetch(`/api/v1${fill(route[1], targetOf('the model', who))}`);
        const { code } = (await answer.json()) as { code?: string };
        if (who === 'banned') expect(code).toBe('rooms.banned');
        else expect(code).not.toBe('rooms.banned');
      }
    },
  );
});

describe('what breaks inside', () => {
  test('answers common.internal and tells nothing of it', async () => {
    await sql`alter table notices rename to notices_away`.execute(site.owner.kysely);
    const answer = await principals['viewer']!.fetch('/api/v1/notifications');
    await sql`alter table notices_away rename to notices`.execute(site.owner.kysely);
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'common.internal', error: 'Something went wrong' });
    expect(text).not.toMatch(/notices|relation|select|stack/i);
  });
});

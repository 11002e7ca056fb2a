import { type Api, api, type Call } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestSite } from './testing-site.ts';

/*
 * Every call times every principal. What the contract's policy refuses must be refused with the code of
 * that policy, before the body is looked at; what it allows may fail for its input, never for the person.
 */

const site = await useTestSite();
const model = await site.join({ type: 'model' });
const suspended = await site.join({ tokens: 10 });
await sql`update accounts set suspended_at = now() where id = ${suspended.id}`.execute(site.database.kysely);
const pendingViewer = await site.join();
await sql`update accounts set compliance_status = 'pending' where id = ${pendingViewer.id}`.execute(
  site.database.kysely,
);

const principals: Record<string, Visitor> = {
  guest: await site.visit(),
  viewer: await site.join({ tokens: 100 }),
  'viewer under review': pendingViewer,
  model,
  'another model': await site.join({ type: 'model' }),
  'model not approved': await site.join({ type: 'model', isApproved: false }),
  moderator: await site.join({ roles: ['site_mod'] }),
  suspended,
};

const OPEN_TO_SUSPENDED = [
  'getCurrentUser',
  'getSuspension',
  'logout',
  'getSiteConfig',
  'reportPageError',
  'logToast',
  'logLobbyFailure',
  'logPurchaseLink',
  'issueNodeToken',
];

/** The refusal that the policy demands, or null. */
function expectedRefusal(name: string, call: Call, who: string): string | null {
  const isGuest = who === 'guest';
  const isModel = who.includes('model');
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
    case 'owner':
    case 'room_mod':
      if (isGuest) return 'common.unauthenticated';
      return who === 'model' ? null : 'common.forbidden';
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

/** Path parameters that name the model's own things. */
const fill = (path: string) =>
  path
    .replace('{username}', model.username)
    .replace('{id}', String(model.id))
    .replace('{gender}', 'girls')
    .replace('{term}', 'x')
    .replace('{biller}', 'sandbox')
    .replace('{internal_id}', 'tokens_50')
    .replace('{order_id}', uuidv7());

const cells = Object.entries(api as Api).flatMap(([name, call]) =>
  Object.keys(principals).map((who) => [name, who, call as Call] as const),
);

describe('the authorization matrix', () => {
  test.each(cells)('%s by %s', async (name, who, call) => {
    // A logout would end the principal for the cells that follow.
    if (name === 'logout' || name === 'login' || name === 'register') return;
    const visitor = principals[who]!;
    const [method, path] = call.route;
    const answer = await visitor.fetch(`/api/v1${fill(path)}`, {
      method,
      headers: {
        'x-csrf-token': visitor.csrf,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(call.spends && { 'idempotency-key': uuidv7() }),
      },
      // A body that no schema takes: whoever passes the policy is stopped there and changes nothing.
      ...(method === 'POST' && { body: '{"unknown_field":1}' }),
    });
    const body = (await answer.json()) as { code?: string };
    const expected = expectedRefusal(name, call, who);
    if (expected) expect(body.code).toBe(expected);
    else expect(POLICY_CODES.has(body.code ?? '')).toBe(false);
  });

  test('has a cell for every call', () => {
    expect(cells.length).toBe(Object.keys(api).length * Object.keys(principals).length);
  });
});

describe('what breaks inside', () => {
  test('answers common.internal and tells nothing of it', async () => {
    await sql`alter table notices rename to notices_away`.execute(site.database.kysely);
    const answer = await principals['viewer']!.fetch('/api/v1/notifications');
    await sql`alter table notices_away rename to notices`.execute(site.database.kysely);
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'common.internal', error: 'Something went wrong' });
    expect(text).not.toMatch(/notices|relation|select|stack/i);
  });
});

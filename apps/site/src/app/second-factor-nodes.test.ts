import { systemClock } from '@klieg/kernel';
import { makeVisitor, type Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { switchOn } from '../features/second-factor/testing-app.ts';
import { codeOf } from './testing-site.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* The second step holds on every node: a code is taken once by all of them, and who must go out goes out on each. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
let a = '';
let b = '';
beforeAll(async () => {
  await startNats();
  a = (await eventually(() => startNode('a'))).url;
  b = (await startNode('b')).url;
});

const PASSWORD = 'correct horse battery';
/** As if thirty seconds had passed: the code of now was not taken yet. */
const forgetCode = () => sql`update totp_secrets set last_step = 0`.execute(database.kysely);
const nameOf = async (visitor: Visitor) => (await visitor.call('getCurrentUser')).user.username;
const begin = async (url: string, login: string) => {
  const visitor = makeVisitor(url);
  await visitor.arrive();
  const { two_factor } = await visitor.call('login', { body: { login, password: PASSWORD } });
  return { visitor, challenge_id: two_factor!.challenge_id };
};

test('a code that comes to both nodes at once is taken by one, and a step begun on one goes on at the other', async () => {
  const app = await switchOn(await join(a, 'ada', 'other'), systemClock);
  await forgetCode();
  const steps = [await begin(a, 'ada'), await begin(b, 'ada')];
  const pass = ({ visitor, challenge_id }: (typeof steps)[number]) =>
    codeOf(visitor.call('passSecondStep', { body: { challenge_id, method: 'totp', code: app.code() } }));
  const codes = await Promise.all(steps.map(pass));
  expect(codes.toSorted()).toEqual(['identity.two_factor_failed', 'not refused']);
});

test.runIf(isFullRun).each([
  ['switched on', (member: Visitor) => switchOn(member, systemClock), 'eve'],
  [
    'switched off',
    async (member: Visitor, app: { code(): string }) => {
      await forgetCode();
      await member.call('disableTwoFactor', { body: { code: app.code() } });
    },
    'ivy',
  ],
] as const)('a second step that is %s ends sessions on both nodes', async (what, act, name) => {
  const member = await join(a, name, 'other');
  const app = what === 'switched off' ? await switchOn(member, systemClock) : { code: () => '' };
  const others = await Promise.all(
    [a, b].map(async (url) => {
      if (what === 'switched on') return loginAt(url, name);
      await forgetCode();
      const { visitor, challenge_id } = await begin(url, name);
      await eventually(async () => {
        await forgetCode();
        await visitor.call('passSecondStep', { body: { challenge_id, method: 'totp', code: app.code() } });
      });
      return visitor;
    }),
  );
  const lobbies = await Promise.all(others.map((visitor) => eventually(() => visitor.openLobby())));
  await act(member, app);
  for (const lobby of lobbies) expect(await lobby.waitForClose()).toBe(4402);
  for (const visitor of others) expect(await nameOf(visitor)).toMatch(/^guest_/u);
  expect(await nameOf(member)).toBe(name);
});

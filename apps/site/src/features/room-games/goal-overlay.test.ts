import { AUTO_TIP_GOAL, TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

/* What an overlay in an encoder reads, by its key alone. */

const site = await useTestSite();

const INVALID = 'room_games.overlay_key_invalid';

const model = (more: object = {}) => site.join({ type: 'model', settings: { chat_allowed: 'all', ...more } });
const install = (owner: Member, config: object, type = TIP_GOAL) =>
  owner.call('installApp', { body: { type, config } } as never);
const tip = (from: Member, to: Member, amount: number) =>
  from.call('sendTip', {
    params: { id: String(to.id) },
    body: { amount },
    idempotencyKey: uuidv7(),
  } as never);
const keyOf = async (owner: Member, renew = false): Promise<string> =>
  (await owner.call('openGoalOverlay', { body: { renew } })).key;

interface Overlay {
  readonly version: string;
  readonly goal: Record<string, unknown> | null;
  readonly reached: readonly Record<string, unknown>[];
  readonly code?: string;
}

/** Asks as an encoder does: no cookie, no account, nothing but the key. */
async function ask(key: string, after?: string): Promise<{ answer: Overlay; response: Response }> {
  const query = new URLSearchParams({ key, ...(after !== undefined && { after }) });
  const response = await fetch(`${site.url}/api/v1/goal_overlay?${query}`);
  return { answer: (await response.json()) as Overlay, response };
}
const read = async (key: string, after?: string): Promise<Overlay> => (await ask(key, after)).answer;

test('a key is made on the first ask, and the same is answered until it is renewed', async () => {
  const owner = await model();
  const key = await keyOf(owner);
  expect(await keyOf(owner)).toBe(key);
  const next = await keyOf(owner, true);
  expect(next).not.toBe(key);
  expect(await keyOf(owner)).toBe(next);
  expect(await keyOf(await model())).not.toBe(next);
});

test('only performers who may broadcast have a key (broadcast.not_approved)', async () => {
  const open = (who: Member) => codeOf(who.call('openGoalOverlay', { body: {} }));
  expect(await open(await site.join())).toBe('common.forbidden');
  expect(await open(await site.join({ type: 'model', isApproved: false }))).toBe('broadcast.not_approved');
  expect(await codeOf((await site.visit()).call('openGoalOverlay', { body: {} }))).toBe(
    'common.unauthenticated',
  );
});

test('without cookie or account the key reads the goal, sets no cookie and is never cached', async () => {
  const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
  await install(owner, { label: 'One song', target: 100 });
  await tip(viewer, owner, 60);
  await site.site.settled();
  const { answer, response } = await ask(await keyOf(owner));
  expect(answer).toMatchObject({
    goal: {
      app_id: TIP_GOAL,
      status: 'running',
      title: 'One song',
      target: 100,
      current: 60,
      last_username: viewer.username,
    },
    reached: [],
  });
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

test('what has changed is told to who waits: a goal that is set, tipped for, reached and ended', async () => {
  const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
  const key = await keyOf(owner);
  let shown = await read(key);
  expect(shown).toMatchObject({ goal: null, reached: [] });
  const next = async (change: Promise<unknown>, wanted: object) => {
    await change;
    await eventually(async () => {
      shown = await read(key, shown.version);
      expect(shown).toMatchObject(wanted);
    });
  };
  const waits = read(key, shown.version);
  await install(owner, { label: 'Song', target: 100 });
  expect((await waits).goal).toMatchObject({ current: 0 });
  await next(tip(viewer, owner, 30), { goal: { current: 30 } });
  const reached = { status: 'reached', title: 'Song', target: 100, last_username: viewer.username };
  await next(tip(viewer, owner, 90), { goal: { ...reached, current: 120 }, reached: [reached] });
  const remove = owner.call('uninstallApp', { params: { type: String(TIP_GOAL) }, body: {} } as never);
  await next(remove, { goal: null, reached: [] });
});

test.runIf(isLongRun)('who waits is answered the same again when nothing has changed', async () => {
  const owner = await model();
  const key = await keyOf(owner);
  const shown = await read(key);
  expect(await read(key, shown.version)).toEqual(shown);
});

test('of goals in a row it says which of how many, and all that one tip has reached', async () => {
  const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
  const key = await keyOf(owner);
  const goals = [
    { label: 'First', target: 50 },
    { label: 'Second', target: 70 },
  ];
  await install(owner, { goals, repeat: true }, AUTO_TIP_GOAL);
  await tip(viewer, owner, 150);
  await eventually(async () =>
    expect(await read(key)).toMatchObject({
      goal: { title: 'First', current: 30, step: 1, steps: 2, round: 3 },
      reached: [
        { title: 'First', round: 1 },
        { title: 'Second', round: 2 },
      ],
    }),
  );
});

test('the room may have a password or be closed to a country: the key is the performer’s own', async () => {
  const owner = await model({ cam_password: 'open sesame', blocked_countries: ['DE'] });
  await install(owner, { label: 'Song', target: 100 });
  const german = await site.join({ country: 'DE' });
  expect(await codeOf(german.call('getRoom', { params: { username: owner.username } }))).toBe(
    'rooms.not_found',
  );
  const query = { key: await keyOf(owner) };
  for (const reader of [german, await site.visit()])
    expect((await reader.call('readGoalOverlay', { query })).goal).toMatchObject({ title: 'Song' });
});

test('a key that was renewed is refused at once, also where somebody waits (room_games.overlay_key_invalid)', async () => {
  const owner = await model();
  await install(owner, { label: 'Song', target: 100 });
  const old = await keyOf(owner);
  const { version } = await read(old);
  const waits = ask(old, version);
  const key = await keyOf(owner, true);
  const refused = await waits;
  expect([refused.response.status, refused.answer.code]).toEqual([404, INVALID]);
  expect((await read(old)).code).toBe(INVALID);
  expect((await read(old, version)).code).toBe(INVALID);
  expect((await read(key)).goal).toMatchObject({ title: 'Song' });
});

test('the key of somebody who is suspended reads nothing until that is over', async () => {
  const owner = await model();
  await install(owner, { label: 'A new lamp', target: 100 });
  const key = await keyOf(owner);
  expect((await read(key)).goal).toMatchObject({ title: 'A new lamp' });
  const suspend = (at: string | null) =>
    site.database.pool.query('update accounts set suspended_at = $1 where id = $2', [at, owner.id]);
  await suspend(new Date().toISOString());
  expect((await read(key)).code).toBe(INVALID);
  await suspend(null);
  expect((await read(key)).goal).toMatchObject({ title: 'A new lamp' });
});

test('a key that was never made reads nothing, whatever it looks like (room_games.overlay_key_invalid)', async () => {
  const [owner, other] = [await model(), await model()];
  await install(owner, { label: 'Song', target: 100 });
  const key = await keyOf(owner);
  const [id, proof] = key.split('-') as [string, string];
  const otherProof = (await keyOf(other)).split('-')[1]!;
  for (const wrong of [
    id,
    `${id}-`,
    `${id}-${otherProof}`,
    `${id}-${'0'.repeat(32)}`,
    proof,
    owner.username,
    '-1',
    '%00',
  ])
    expect(await ask(wrong).then(({ answer }) => answer.code), wrong).toBe(INVALID);
  expect((await ask('')).response.status).toBe(400);
  const viewer = await site.join();
  const noKeyYet = `${viewer.id.toString(36)}-${proof}`;
  expect((await read(noKeyYet)).code).toBe(INVALID);
});

import { MEDIA_FACTS, verifyMediaToken } from '@klieg/contract/media';
import { systemClock } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type JoinOptions, type Member, useTestSite } from '#site/app/testing-site.ts';
import { listenToQuestions } from '#site/platform/postgres/testing.ts';
import { makeAgeCheckStore } from '../../age-check/age-check-store.ts';
import { makeAgeGate } from '../../age-check/age-gate.ts';
import { openRules } from '../../age-check/index.ts';
import { makeOrderStore } from '../../billing/orders/order-store.ts';
import { makeAccountStore } from '../../identity/account-store.ts';
import { makeReadPassed } from '../../rooms/access/has-passed.ts';
import { makeRoomPasswordStore } from '../../rooms/access/room-password-store.ts';
import { makeRoomStore } from '../../rooms/room-store.ts';
import { makeSeatStore } from '../../rooms/seats/seat-store.ts';
import { makeReadWatchRights, type WatchAsk } from '../../rooms/seats/watch-right.ts';
import { makeReadPlayFacts } from './read-play-facts.ts';
import { makeRenewTokens } from './renew-tokens.ts';
import { makeStreamTokens } from './stream-tokens.ts';
import { liveFact } from '../testing-live.ts';

const site = await useTestSite();
const { kysely } = site.database;

// The same parts as the site's own, over a database that tells what it is asked.
const { database, questions } = listenToQuestions(site.database);
const readPassed = makeReadPassed(makeRoomPasswordStore(database));
const tokens = makeStreamTokens({
  secret: site.site.mediaSecret,
  clockName: 'test',
  clock: systemClock,
  readFacts: makeReadPlayFacts({
    readPassed,
    readWatchRights: makeReadWatchRights(makeSeatStore(database)),
    listCardHolders: makeOrderStore(database).listCardHolders,
    gate: makeAgeGate({
      rules: openRules(undefined),
      store: makeAgeCheckStore(database),
      servedBy: () => new Set(),
      clock: systemClock,
      secret: new Uint8Array(32),
    }),
  }),
  houses: { findRight: () => Promise.resolve(undefined) },
  renditionsOf: () => ['source'],
  edgeHost: 'edge',
});
const renew = makeRenewTokens({
  accounts: makeAccountStore(database),
  rooms: makeRoomStore(database),
  hub: site.site.hub,
  readPassed,
  tokens,
  edgeHost: 'edge',
  clock: systemClock,
});

const PASSWORD = 'open sesame';

const goLive = async (options: JoinOptions = {}): Promise<Member> => {
  const model = await site.join({ ...options, type: 'model' });
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  site.bus.publish(MEDIA_FACTS, liveFact(model, broadcast));
  await eventually(async () => expect((await model.call('getBroadcast')).status).toBe('online'));
  return model;
};

const givePassword = (viewer: Member, model: Member) =>
  viewer.call('enterRoomPassword', { params: { username: model.username }, body: { password: PASSWORD } });

const giveCard = ({ id }: Member) =>
  sql`insert into cards (id, account_id, biller, card_token, brand, last4)
    values (gen_random_uuid(), ${id}, 'sandbox', ${`card_${id}`}, 'visa', '4242')`.execute(kysely);

interface Watcher {
  readonly viewer: Member;
  readonly page: VisitorSocket;
}

/** Somebody who has given the room's password and a card, and has the room open. */
const watch = async (model: Member): Promise<Watcher> => {
  const viewer = await site.join({ roles: ['require_credit_card'] });
  await giveCard(viewer);
  await givePassword(viewer, model);
  return { viewer, page: await viewer.openRoom(await viewer.openLobby(), model.username) };
};

const tokensOf = ({ page }: Watcher) => page.received.filter(({ name }) => name === 'v3.stream.token');
const renewed = (watcher: Watcher, times: number) =>
  eventually(() => expect(tokensOf(watcher)).toHaveLength(times));

/** What one pass over all rooms of this node asks the database; some of it at once, so in no order. */
const askedByRenewal = async (): Promise<readonly string[]> => {
  questions.length = 0;
  await renew();
  return questions.toSorted();
};

test('one pass gives everybody in all rooms a token of their own, with as many questions as for one person: S10 S211', async () => {
  const first = await goLive({ settings: { cam_password: PASSWORD } });
  const alone = await watch(first);
  const ofOne = await askedByRenewal();
  await renewed(alone, 1);
  // Owners, rooms, passwords to close pages, then passwords and cards to grant; a room on air has no seats to ask.
  expect(ofOne).toHaveLength(5);

  const second = await goLive({ settings: { cam_password: PASSWORD } });
  const more = [];
  for (const model of [first, second, first, second, second]) more.push(await watch(model));
  expect(await askedByRenewal()).toEqual(ofOne);
  await renewed(alone, 2);
  for (const watcher of more) await renewed(watcher, 1);
  const sessions = more.map((watcher) => {
    const { token } = tokensOf(watcher)[0]!.payload as { token: string };
    return (verifyMediaToken(site.site.mediaSecret, token, Date.now()) as { session: string }).session;
  });
  expect(new Set(sessions).size).toBe(more.length);
});

test('whoever has lost the password’s right since the last pass gets none and stays out; the others go on: F6 S10 (LIVE-VIDEO-018)', async () => {
  const model = await goLive({ settings: { cam_password: PASSWORD } });
  const [lost, kept] = [await watch(model), await watch(model)];
  await renew();
  await Promise.all([renewed(lost, 1), renewed(kept, 1)]);
  const { token } = tokensOf(lost)[0]!.payload as { token: string };
  const { session } = verifyMediaToken(site.site.mediaSecret, token, Date.now()) as { session: string };
  await sql`delete from room_password_grants where session_id = ${session}`.execute(kysely);

  await renew();
  expect(await lost.page.waitForClose()).toBe(4423);
  await renewed(kept, 2);
  expect(tokensOf(lost)).toHaveLength(1);
  expect(kept.page.closeCode).toBeUndefined();
  await expect(lost.viewer.openRoom(await lost.viewer.openLobby(), model.username)).rejects.toThrow(
    'close 4423',
  );
});

test('whoever has no card any more where one is asked gets no token, and may stay for the chat: S211 (LIVE-VIDEO-021)', async () => {
  const model = await goLive();
  const viewer = await site.join({ roles: ['require_credit_card'] });
  await giveCard(viewer);
  const lost = { viewer, page: await viewer.openRoom(await viewer.openLobby(), model.username) };
  const other = await site.join();
  const kept = { viewer: other, page: await other.openRoom(await other.openLobby(), model.username) };
  await renew();
  await Promise.all([renewed(lost, 1), renewed(kept, 1)]);
  await sql`delete from cards where account_id = ${viewer.id}`.execute(kysely);
  await renew();
  await renewed(kept, 2);
  await site.site.hub.submit(model.username, {
    kind: 'state',
    name: 'v3.chat.update',
    payload: { status: 'online', origin_server: null },
  });
  await lost.page.waitFor('v3.chat.update');
  expect(tokensOf(lost)).toHaveLength(1);
  expect(lost.page.closeCode).toBeUndefined();
});

test('many are decided as each of them alone, in shows too, by three questions: S211', async () => {
  const owner = (await site.site.accounts.findByUsername((await goLive()).username))!;
  const row = await site.site.rooms.get(owner.id);
  const people = await Promise.all(Array.from({ length: 4 }, () => site.join()));
  const [member, spy, outside, suspended] = people as [Member, Member, Member, Member];
  for (const [{ id }, seat] of [
    [member, 'member'],
    [spy, 'spy'],
  ] as const)
    await sql`insert into room_seats values (${owner.id}, ${`a${id}`}, ${seat})`.execute(kysely);
  const carded = await site.join({ roles: ['require_credit_card'] });
  const callerOf = async (person: Member, isSuspended = false) => ({
    account: (await site.site.accounts.findByUsername(person.username))!,
    key: `a${person.id}`,
    sessionId: `s${person.id}`,
    isSuspended,
  });
  const callers = [
    await callerOf(member),
    await callerOf(spy),
    await callerOf(outside),
    await callerOf(suspended, true),
    await callerOf(carded),
  ];
  const locked = { ...owner, settings: { ...owner.settings, cam_password: PASSWORD } };
  const asks = callers.flatMap((caller) =>
    (['online', 'private', 'limited', 'standby', 'offline'] as const).flatMap((status) =>
      [owner, locked].map((one) => ({ row: { ...row, status }, owner: one, caller }) as unknown as WatchAsk),
    ),
  );
  questions.length = 0;
  const together = await tokens.findMany(asks);
  expect(questions).toHaveLength(3);
  const apart = await Promise.all(asks.map((ask) => tokens.find(ask.row, ask.owner, ask.caller)));
  const modes = (grants: readonly ({ readonly mode: string } | undefined)[]) =>
    grants.map((granted) => granted?.mode ?? 'none');
  expect(modes(together)).toEqual(modes(apart));
  // One line per person: on air, private, limited, standby, offline; each without and with a password.
  expect(
    modes(together)
      .join(' ')
      .match(/(?:\w+ ?){10}/g)
      ?.map((line) => line.trim()),
  ).toEqual([
    'public none private none limited none none none none none',
    'public none spy none none none none none none none',
    'public none none none none none none none none none',
    'none none none none none none none none none none',
    'none none none none none none none none none none',
  ]);
});

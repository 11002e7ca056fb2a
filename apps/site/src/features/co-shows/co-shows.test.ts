import type { Visitor } from '@klieg/testing';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { goOnAir, inRoom, makeShowSteps } from '../../app/testing-shows-store.ts';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

/* The site does nothing by itself here: co-shows are tended when a test says so. */
const site = await useTestSite({ env: { ...BEHIND_PROXY, ROLES: 'site,media' } });
const { kysely } = site.database;
const shows = makeShowSteps(site);
const look = () => site.site.doChores();
const noBody = { body: {} };

const pair = async () => [await shows.model(), await shows.model()] as const;
const enter = async (visitor: Visitor, model: Member) => {
  const lobby = await visitor.openLobby({ edition: 5 });
  return Object.assign(await visitor.openRoom(lobby, model.username, { edition: 5 }), { lobby });
};
const ask = (from: Member, to: Pick<Member, 'username'>) =>
  from.call('askCoShow', { body: { username: to.username } }).then(({ request }) => request.co_show_id);
const accept = (own: Member, id: string) => own.call('acceptCoShow', { params: { id }, body: {} });
const decline = (own: Member, id: string) => own.call('declineCoShow', { params: { id }, body: {} });
const begin = async (from: Member, to: Member) => {
  const id = await ask(from, to);
  return (await accept(to, id)).co_show;
};
const coShowIn = async (room: Member, visitor?: Visitor) =>
  (await (visitor ?? (await site.visit())).call('getRoom', { params: inRoom(room) })).coShow;
const setStatus = (model: Member, status: string) =>
  sql`update rooms set status = ${status} where account_id = ${model.id}`.execute(kysely);
/** Before media have told of a picture: of a broadcast that is not there they may tell what they want. */
const neverLive = (model: Member) =>
  sql`update rooms set status = 'offline', broadcast_id = null, version = version + 1
    where account_id = ${model.id}`.execute(kysely);
const letPass = (id: string) =>
  sql`update co_shows set expires_at = clock_timestamp(), closed_at = closed_at - interval '1 hour'
    where co_show_id = ${id}`.execute(kysely);
const ignore = (one: Member, other: Member, ignored = true) =>
  one.call('ignorePerson', { params: inRoom(other), body: { ignored } });
const ban = (room: Member, who: Member) =>
  room.call('moderate', { params: inRoom(room), body: { username: who.username, action: 'ban' } });

describe('a performer', () => {
  test.runIf(isFullRun)(
    'asks another, who is told who asks, declines or lets it run out; either is told (CO1) (CO4)',
    async () => {
      const [ada, bea] = await pair();
      const [there, here] = [await enter(bea, bea), await enter(ada, ada)];
      const id = await ask(ada, bea);
      expect(await there.lobby.waitFor('v3.co_show.request')).toMatchObject({
        co_show_id: id,
        status: 'asked',
        username: ada.username,
        is_own: false,
      });
      expect((await bea.call('getCoShow')).requests).toMatchObject([
        { co_show_id: id, username: ada.username },
      ]);
      expect((await ada.call('getCoShow')).asked).toMatchObject({ co_show_id: id, username: bea.username });
      expect(await ask(ada, bea)).toBe(id);
      const cleo = await shows.model();
      expect(await codeOf(ask(ada, cleo))).toBe('co_shows.asked');
      expect(await codeOf(ask(bea, ada))).toBe('co_shows.asked_you');
      for (let times = 0; times < 2; times++) await decline(bea, id);
      expect(
        await here.lobby.waitFor('v3.co_show.request', ({ status }) => status === 'declined'),
      ).toMatchObject({ username: bea.username, is_own: true });
      expect(await codeOf(ask(ada, bea))).toBe('co_shows.too_soon');
      expect(await codeOf(accept(bea, id))).toBe('co_shows.gone');
      await letPass(id);

      const late = await ask(ada, bea);
      await letPass(late);
      expect((await bea.call('getCoShow')).requests).toEqual([]);
      expect(await codeOf(accept(bea, late))).toBe('co_shows.gone');
      await look();
      await here.lobby.waitFor('v3.co_show.request', ({ status }) => status === 'expired');
      expect(await codeOf(decline(bea, late))).toBe('co_shows.gone');
      await letPass(late);

      const taken = await ask(ada, bea);
      for (let times = 0; times < 2; times++) await ada.call('withdrawCoShow', noBody);
      await there.lobby.waitFor('v3.co_show.request', ({ status }) => status === 'withdrawn');
      await letPass(taken);
      const lost = await ask(ada, bea);
      await setStatus(ada, 'offline');
      await look();
      expect(await codeOf(accept(bea, lost))).toBe('co_shows.gone');
    },
  );

  test('may ask somebody who is at the studio, and who goes live to accept (CO1)', async () => {
    const [ada, bea] = await pair();
    await neverLive(bea);
    const id = await ask(ada, bea);
    expect((await bea.call('getCoShow')).requests).toHaveLength(1);
    expect(await codeOf(accept(bea, id))).toBe('broadcast.not_live');
    await goOnAir(site, bea);
    expect((await accept(bea, id)).co_show).toMatchObject({ username: ada.username });
  });

  test('cannot be asked where something keeps them apart, with one word for all of it (CO2)', async () => {
    const ada = await shows.model();
    const [banning, banned, ignored, closedTo, inShow, house] = [
      await shows.model(),
      await shows.model(),
      await shows.model(),
      await shows.model({ block_room_models: true }),
      await shows.model(),
      await shows.model(),
    ];
    await ban(banning, ada);
    await ban(ada, banned);
    await ignore(ada, ignored);
    await setStatus(inShow, 'private');
    await sql`update accounts set is_voyeur_cam = true where id = ${house.id}`.execute(kysely);
    const viewer = await site.join();
    for (const to of [
      banning,
      banned,
      ignored,
      closedTo,
      inShow,
      house,
      viewer,
      ada,
      { username: 'nobody_at_all' },
    ])
      expect(await codeOf(ask(ada, to)), to.username).toBe('co_shows.room_closed');
    expect(await codeOf(viewer.call('getCoShow'))).toBe('common.forbidden');
    const waiting = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(ask(waiting, ada))).toBe('broadcast.not_approved');
    await setStatus(ada, 'standby');
    expect(await codeOf(ask(ada, ignored))).toBe('broadcast.not_live');
  });

  test('is never told of being ignored: the request waits and reaches nobody (CO3)', async () => {
    const [ada, bea] = await pair();
    const there = await enter(bea, bea);
    const here = await enter(ada, ada);
    await ignore(bea, ada);
    const id = await ask(ada, bea);
    expect(await here.lobby.waitFor('v3.co_show.request')).toMatchObject({ status: 'asked', is_own: true });
    expect((await ada.call('getCoShow')).asked).toMatchObject({ username: bea.username });
    expect((await bea.call('getCoShow')).requests).toEqual([]);
    expect(await codeOf(accept(bea, id))).toBe('co_shows.gone');
    expect(await codeOf(decline(bea, id))).toBe('co_shows.gone');
    await letPass(id);
    await look();
    await here.lobby.waitFor('v3.co_show.request', ({ status }) => status === 'expired');
    expect(there.lobby.received.filter(({ name }) => name === 'v3.co_show.request')).toEqual([]);
  });

  test('who asks somebody new ends an own request whose time is over, and both are told, also where the new one is refused', async () => {
    const [ada, bea] = await pair();
    const there = await enter(bea, bea);
    await letPass(await ask(ada, bea));
    // Nobody has looked since.
    expect(await codeOf(ask(ada, ada))).not.toBe('not refused');
    await there.lobby.waitFor('v3.co_show.request', ({ status }) => status === 'expired');
    expect((await ada.call('getCoShow')).asked).toBeNull();
  });

  test('finds live performers by name, and those they know without one (CO1)', async () => {
    const [ada, bea] = await pair();
    const [hiding, followed, away] = [
      await shows.model(),
      await shows.model(),
      await site.join({ type: 'model' }),
    ];
    await ignore(hiding, ada);
    for (const model of [followed, away]) await ada.call('follow', { params: inRoom(model), body: {} });
    const find = async (q: string) => {
      await site.site.catalog.reload();
      const { partners } = await ada.call('findCoShowPartners', { query: { q } });
      return partners.map(({ username }) => username);
    };
    expect(await find('')).toEqual([followed.username]);
    expect(await find(bea.username.toUpperCase())).toEqual([bea.username]);
    // A list without them would tell it.
    expect(await find(hiding.username)).toEqual([hiding.username]);
    await ignore(ada, bea);
    expect(await find(bea.username)).toEqual([]);
    expect(await find(ada.username)).toEqual([]);
  });
});

describe('a co-show', () => {
  test('shows both in both rooms, also to who comes later, with a line that says to whom tips go (CO6) (CO9)', async () => {
    const [ada, bea] = await pair();
    const rooms = [await enter(await site.join(), ada), await enter(await site.visit(), bea)];
    const id = await ask(ada, bea);
    const { co_show: begun } = await accept(bea, id);
    for (const [page, own, partner] of [
      [rooms[0]!, ada, bea],
      [rooms[1]!, bea, ada],
    ] as const) {
      const told = { co_show_id: id, username: partner.username, display_name: partner.username };
      expect(await page.waitFor('v3.co_show.update')).toMatchObject({ ...told, status: 'running' });
      expect(await page.waitFor('v3.chat.message')).toMatchObject({
        type: 'system',
        system_code: 'co_show_began',
        message: `${own.username} and ${partner.username} do a show together now. Tips that are given here go to ${own.username}`,
      });
      expect(await coShowIn(own)).toMatchObject(told);
      const late = await enter(await site.visit(), own);
      expect((await late.waitFor('v3.room.snapshot')).coShow).toMatchObject(told);
    }
    // A repeat, also of an answer that was lost, is the same show and tells nobody again.
    expect((await accept(bea, id)).co_show).toEqual(begun);
    expect((await ada.call('getCoShow')).co_show).toMatchObject({ co_show_id: id, username: bea.username });
    await Promise.all([ada, bea, ada].map((own) => own.call('endCoShow', noBody)));
    for (const page of rooms) {
      expect(await page.waitFor('v3.co_show.update', ({ status }) => status === 'ended')).toMatchObject({
        reason: 'ended',
      });
      await page.waitFor('v3.chat.message', ({ system_code: code }) => code === 'co_show_ended');
      expect(page.received.filter(({ name }) => name === 'v3.chat.message')).toHaveLength(2);
    }
    expect(await coShowIn(ada)).toBeNull();
    // It was wanted, so the next may be asked at once.
    await begin(bea, ada);
  });

  test.runIf(isFullRun)(
    'is one at a time, whatever is asked and accepted at once, and nothing waits for ever (CO5)',
    async () => {
      const [ada, bea] = await pair();
      const others = [await shows.model(), await shows.model(), await shows.model()];
      const both = await Promise.all([codeOf(ask(ada, bea)), codeOf(ask(bea, ada))]);
      expect(both.toSorted()).toEqual(['co_shows.asked_you', 'not refused']);
      const [asking, answering] = both[0] === 'not refused' ? [ada, bea] : [bea, ada];
      const ids = await Promise.all(others.map((other) => ask(other, answering)));
      const own = (await asking.call('getCoShow')).asked!.co_show_id;
      const codes = await Promise.all([own, ...ids].map((id) => codeOf(accept(answering, id))));
      expect(codes.toSorted()).toEqual([
        'co_shows.running',
        'co_shows.running',
        'co_shows.running',
        'not refused',
      ]);
      const { rows } =
        await sql`select account_id from co_show_rooms where account_id in (${ada.id}, ${bea.id})`.execute(
          kysely,
        );
      expect(rows.length).toBeGreaterThan(0);
      expect(await codeOf(ask(answering, others[0]!))).toBe('co_shows.running');
      const free = await shows.model();
      expect(await codeOf(ask(free, answering))).toBe('co_shows.room_closed');

      // Three in a ring, each asked by one and asking another: the answers lock the same rooms in turn.
      const ring = [await shows.model(), await shows.model(), await shows.model()];
      const asked = await Promise.all(ring.map((from, at) => ask(from, ring[(at + 1) % 3]!)));
      const answers = await Promise.all(asked.map((id, at) => codeOf(accept(ring[(at + 1) % 3]!, id))));
      expect(answers.filter((code) => code === 'not refused')).toHaveLength(1);
      for (const code of answers)
        expect(['not refused', 'co_shows.running', 'co_shows.room_closed']).toContain(code);
    },
  );

  test.runIf(isFullRun)(
    'gives nobody a right: the partner’s picture is had by who may watch that room, and by nobody else (CO7) (CO8)',
    async () => {
      // Where a room blocks places, somebody whose place is not known is kept out, a performer as well.
      const ada = await site.join({ type: 'model', from: { country: 'DE' } });
      await goOnAir(site, ada);
      const bea = await shows.model({ blocked_countries: ['ES'] });
      const tokenOf = (who: Visitor, room: Member) =>
        codeOf(who.call('getStreamToken', { params: inRoom(room), body: { want: 'ws' } }));
      const banned = await site.join({ from: { country: 'DE' } });
      await ban(bea, banned);
      await begin(ada, bea);
      const [guest, spaniard] = [await site.visit({ country: 'DE' }), await site.visit({ country: 'ES' })];
      for (const who of [guest, spaniard, banned]) {
        expect(await tokenOf(who, ada)).toBe('not refused');
        expect(await coShowIn(ada, who)).toMatchObject({ username: bea.username });
      }
      expect(await tokenOf(guest, bea)).toBe('not refused');
      expect(await tokenOf(spaniard, bea)).toBe('rooms.not_found');
      expect(await tokenOf(banned, bea)).toBe('rooms.banned');
      await bea.call('saveSettings', { body: { cam_password: 'open sesame' } });
      expect(await tokenOf(guest, bea)).toBe('rooms.password_required');
      expect(await tokenOf(guest, ada)).toBe('not refused');
      await look();
      expect(await coShowIn(ada)).not.toBeNull();
      const { rows } = await sql`select from room_seats where room_id in (${ada.id}, ${bea.id})`.execute(
        kysely,
      );
      expect(rows).toEqual([]);
    },
  );

  test.runIf(isFullRun)(
    'ends when either room is no public broadcast any more, or one wants no more of the other, and once (CO10)',
    async () => {
      const ends: readonly (readonly [string, (ada: Member, bea: Member) => Promise<unknown>])[] = [
        ['show', (ada) => setStatus(ada, 'standby')],
        ['show', (_ada, bea) => setStatus(bea, 'limited')],
        ['offline', (ada) => setStatus(ada, 'offline')],
        [
          'offline',
          (_ada, bea) =>
            sql`update rooms set broadcast_id = ${uuidv7()} where account_id = ${bea.id}`.execute(kysely),
        ],
        [
          'offline',
          (ada) => sql`update accounts set suspended_at = now() where id = ${ada.id}`.execute(kysely),
        ],
        ['ended', ignore],
        ['ended', (ada, bea) => ban(bea, ada)],
      ];
      const seen = ends.map(async ([reason, what], at) => {
        const [ada, bea] = await pair();
        const page = await enter(bea, bea);
        await begin(ada, bea);
        await what(ada, bea);
        return { page, reason, at };
      });
      const pages = await Promise.all(seen);
      await Promise.all([look(), look()]);
      for (const { page, reason, at } of pages) {
        expect(
          await page.waitFor('v3.co_show.update', ({ status }) => status === 'ended'),
          `${at}`,
        ).toMatchObject({ reason });
        await page.waitFor('v3.chat.message', ({ system_code: code }) => code === 'co_show_ended');
      }
      await look();
      for (const { page } of pages)
        expect(page.received.filter(({ name }) => name === 'v3.co_show.update')).toHaveLength(2);
      const [ada, bea] = await pair();
      await begin(ada, bea);
      await setStatus(ada, 'reconnecting');
      await look();
      expect(await coShowIn(bea)).not.toBeNull();
    },
  );

  test.runIf(isFullRun)(
    'gives way to what is paid for at once, and is barred by what is announced (CO10) (CO11)',
    async () => {
      const [ada, bea] = await pair();
      const viewer = await site.join({ tokens: 1_000 });
      const page = await enter(viewer, bea);
      await begin(ada, bea);
      const { request_id: wish } = (await shows.request(viewer, ada)) as { request_id: string };
      await shows.accept(ada, wish);
      // Nobody has looked: the begin of the private is the fact that ends it.
      expect(await page.waitFor('v3.co_show.update', ({ status }) => status === 'ended')).toMatchObject({
        reason: 'show',
      });
      await shows.end(ada, ada);
      const cleo = await shows.model();
      await cleo.call('offerGroupShow', {
        body: { show_id: uuidv7(), cost_per_minute: 6, min_people: 2 },
      });
      expect(await codeOf(ask(cleo, bea))).toBe('shows.in_show');
      expect(await codeOf(ask(bea, cleo))).toBe('co_shows.room_closed');
      await begin(await shows.model(), bea);
      await bea.call('stopBroadcast', noBody);
      await eventually(async () => expect(await coShowIn(bea)).toBeNull());
    },
  );
});

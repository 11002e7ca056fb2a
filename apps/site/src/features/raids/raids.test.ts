import { RAID_PAUSE_MINUTES, REFUSED_ROOMS_MAX } from '@klieg/contract/features/raids/limits';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { goOnAir, inRoom } from '../../app/testing-shows-store.ts';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

/* The site does nothing by itself here: raids are tended when a test says so. */
const site = await useTestSite({ env: { ...BEHIND_PROXY, ROLES: 'site,media' } });
const { kysely } = site.database;
const look = () => site.site.doChores();

const liveModel = async (settings: Readonly<Record<string, unknown>> = {}) => {
  const model = await site.join({ type: 'model', settings });
  await goOnAir(site, model);
  return model;
};
const enter = async (visitor: Visitor, model: Member) =>
  visitor.openRoom(await visitor.openLobby({ edition: 3 }), model.username, { edition: 3 });
const start = (from: Member, to: Member) =>
  from.call('startRaid', { body: { username: to.username } }).then(({ raid }) => raid);
const go = (who: Visitor, from: Member, id: string) =>
  who.call('joinRaid', { params: { ...inRoom(from), id }, body: {} });
const find = async (from: Member, q: string) => {
  await site.site.catalog.reload();
  return (await from.call('findRaidRooms', { query: { q } })).rooms.map(({ username }) => username);
};
const setStatus = (model: Member, status: string) =>
  sql`update rooms set status = ${status} where account_id = ${model.id}`.execute(kysely);
const letEnd = (id: string) =>
  sql`update raids set ends_at = clock_timestamp() where raid_id = ${id}`.execute(kysely);

describe('a raid', () => {
  test('asks the viewers of a room, also those who come later, and moves nobody without a yes (R1) (R9)', async () => {
    const [ada, bea] = [await liveModel(), await liveModel()];
    const viewer = await site.join();
    const page = await enter(viewer, ada);
    const raid = await start(ada, bea);
    expect(raid).toMatchObject({ to: bea.username, to_name: bea.username, moved: 0 });
    expect(await page.waitFor('v3.raid.update')).toMatchObject({
      raid_id: raid.raid_id,
      status: 'asking',
      to: bea.username,
      ends_at: Date.parse(raid.ends_at),
      moved: 0,
    });
    const late = await site.visit();
    expect((await late.call('getRoom', { params: inRoom(ada) })).raid).toEqual(raid);
    expect((await late.call('getRoom', { params: inRoom(bea) })).raid).toBeNull();
    expect((await ada.call('getRaids')).raid).toEqual(raid);
    await letEnd(raid.raid_id);
    await look();
    expect(await page.waitFor('v3.raid.update', ({ status }) => status === 'done')).toMatchObject({
      moved: 0,
    });
    expect((await late.call('getRoom', { params: inRoom(ada) })).raid).toBeNull();
    expect((await ada.call('getRaids')).raid).toBeNull();
  });

  test('counts once who goes along, by whichever page, and a few guests of one network (R4)', async () => {
    const [ada, bea] = [await liveModel(), await liveModel()];
    const page = await enter(ada, ada);
    const { raid_id: id } = await start(ada, bea);
    const viewer = await site.join();
    await Promise.all([go(viewer, ada, id), go(viewer, ada, id), go(viewer, ada, id)]);
    for (let guests = 0; guests < 7; guests++)
      expect(await go(await site.visit({ address: '203.0.113.5' }), ada, id)).toEqual({
        status: 1,
        to: bea.username,
      });
    await go(ada, ada, id);
    await go(bea, ada, id);
    await look();
    expect(await page.waitFor('v3.raid.update', ({ moved }) => moved > 0)).toMatchObject({
      status: 'asking',
      moved: 6,
    });
    expect(await codeOf(go(viewer, ada, uuidv7()))).toBe('raids.over');
    expect(await codeOf(go(viewer, bea, id))).toBe('raids.over');
    await letEnd(id);
    expect(await codeOf(go(viewer, ada, id))).toBe('raids.over');
  });

  test.runIf(isFullRun)(
    'tells the other room once with how many it comes, and nothing where nobody does (R6)',
    async () => {
      const [ada, bea] = [await liveModel(), await liveModel()];
      const there = await enter(bea, bea);
      const { raid_id: id } = await start(ada, bea);
      await go(await site.join(), ada, id);
      await go(await site.join(), ada, id);
      await letEnd(id);
      await Promise.all([look(), look()]);
      await look();
      expect(await there.waitFor('v3.chat.message')).toMatchObject({
        type: 'system',
        system_code: 'raid',
        username: ada.username,
        message: `${ada.username} raids with 2 viewers`,
      });
      const cleo = await liveModel();
      const other = await start(cleo, bea);
      await cleo.call('cancelRaid', { body: {} });
      await look();
      await expect((await site.visit()).call('getRoom', { params: inRoom(cleo) })).resolves.toMatchObject({
        raid: null,
      });
      expect(other.moved).toBe(0);
      expect(there.received.filter(({ name }) => name === 'v3.chat.message')).toHaveLength(1);
    },
  );

  test('is one at a time, also of many presses, and the next waits (R3)', async () => {
    const [ada, bea] = [await liveModel(), await liveModel()];
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(start(ada, bea))));
    expect(codes.toSorted()).toEqual([
      'not refused',
      'raids.running',
      'raids.running',
      'raids.running',
      'raids.running',
    ]);
    for (let times = 0; times < 2; times++) await ada.call('cancelRaid', { body: {} });
    expect(await codeOf(start(ada, bea))).toBe('raids.too_soon');
    const { raid, free_at: freeAt } = await ada.call('getRaids');
    expect(raid).toBeNull();
    expect(Date.parse(freeAt!)).toBeGreaterThan(Date.now());
    await sql`update raids set ended_at = ended_at - make_interval(mins => ${RAID_PAUSE_MINUTES})
      where from_id = ${ada.id}`.execute(kysely);
    await start(ada, bea);
    await setStatus(bea, 'offline');
    expect(await codeOf(start(bea, ada))).toBe('broadcast.not_live');
    const waiting = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(start(waiting, ada))).toBe('broadcast.not_approved');
    expect(await codeOf((await site.join()).call('getRaids'))).toBe('common.forbidden');
  });

  test.runIf(isLongRun)(
    'goes on where the own room closes, and ends when the other does, goes private or is away (R3) (R5)',
    async () => {
      for (const status of ['offline', 'private', 'limited', 'standby']) {
        const [ada, bea] = [await liveModel(), await liveModel()];
        const page = await enter(ada, ada);
        const there = await enter(bea, bea);
        const { raid_id: id } = await start(ada, bea);
        await go(await site.join(), ada, id);
        await setStatus(ada, 'offline');
        await look();
        expect((await ada.call('getRaids')).raid).toMatchObject({ moved: 1 });
        await setStatus(bea, status);
        await look();
        expect(await page.waitFor('v3.raid.update', (told) => told.status === 'room_closed')).toMatchObject({
          moved: 1,
        });
        expect(await codeOf(go(await site.join(), ada, id))).toBe('raids.over');
        // Who went along before is announced all the same.
        await there.waitFor('v3.chat.message', ({ system_code: code }) => code === 'raid');
      }
    },
  );
});

describe('a room', () => {
  test('takes a raid and is found where nothing speaks against it (R2)', async () => {
    const ada = await liveModel();
    const open = await liveModel();
    const closed: readonly Member[] = [
      await liveModel({ raids_welcome: false }),
      await liveModel({ cam_password: 'secret' }),
      await liveModel({ block_room_models: true }),
      await site.join({ type: 'model' }),
    ];
    const blocking = await liveModel();
    await blocking.call('ignorePerson', { params: inRoom(ada), body: { ignored: true } });
    const blocked = await liveModel();
    await ada.call('ignorePerson', { params: inRoom(blocked), body: { ignored: true } });
    const found = await find(ada, 'person_');
    expect(await find(ada, open.username.toUpperCase())).toContain(open.username);
    for (const room of [...closed, blocking, blocked, ada]) {
      expect(found, room.username).not.toContain(room.username);
      expect(await codeOf(start(ada, room)), room.username).toBe('raids.room_closed');
    }
    expect(await find(ada, 'no such name')).toEqual([]);
    expect(await codeOf(ada.call('startRaid', { body: { username: 'nobody_here' } }))).toBe(
      'raids.room_closed',
    );
    await open.call('saveSettings', { body: { raids_welcome: false } });
    expect(await codeOf(start(ada, open))).toBe('raids.room_closed');
  });

  test('may refuse raids from another, which ends one on its way, and allow them again (R8)', async () => {
    const [ada, bea] = [await liveModel(), await liveModel()];
    const page = await enter(ada, ada);
    await start(ada, bea);
    const refuse = (is_refused: boolean) =>
      bea.call('refuseRaids', { body: { username: ada.username, is_refused } });
    for (let times = 0; times < 2; times++) expect((await refuse(true)).refused).toEqual([ada.username]);
    await page.waitFor('v3.raid.update', ({ status }) => status === 'room_closed');
    expect(await find(ada, bea.username)).toEqual([]);
    expect(await codeOf(start(ada, bea))).toBe('raids.room_closed');
    expect((await bea.call('getRaids')).refused).toEqual([ada.username]);
    expect((await refuse(false)).refused).toEqual([]);
    expect(await find(ada, bea.username)).toEqual([bea.username]);
    const nobody = { username: 'nobody_here', is_refused: true };
    expect(await codeOf(bea.call('refuseRaids', { body: nobody }))).toBe('rooms.not_found');
    await sql`insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type,
        birth_date, compliance_status, settings)
      select 'many_' || i, 'x', 'many_' || i || '@example.org', true, '', 'f', 'model', '1990-01-01', 'none', '{}'
      from generate_series(1, ${REFUSED_ROOMS_MAX}::int) i`.execute(kysely);
    await sql`insert into refused_raids (account_id, from_id)
      select ${bea.id}, id from accounts where username like 'many\\_%'`.execute(kysely);
    expect(await codeOf(refuse(true))).toBe('raids.refused_full');
  });

  test('that keeps a viewer out does so, too, when they would come along (R4)', async () => {
    const [ada, bea] = [await liveModel(), await liveModel()];
    const banned = await site.join();
    await bea.call('moderate', { params: inRoom(bea), body: { username: banned.username, action: 'ban' } });
    const { raid_id: id } = await start(ada, bea);
    expect(await codeOf(go(banned, ada, id))).toBe('raids.kept_out');
    await look();
    expect((await ada.call('getRaids')).raid).toMatchObject({ moved: 0 });
  });
});

import { verifyMediaToken, MEDIA_FACTS } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

let ahead = 0;
const site = await useTestSite({ clock: { now: () => Date.now() + ahead } });
const { kysely } = site.database;
const boss = await openTestDesk(site).joinSuperAdmin();
const mod = await site.join({ roles: ['site_mod'] });
const keeper = await site.join({ roles: ['model_admin'] });
const reason = 'a viewer has called for help';
const note = 'They have said that they are sorry.';

const inForce = async (query: object = {}) =>
  (await mod.call('listSanctionsInForce', { query: { limit: '100', ...query } as never })).items;
const lift = (id: string, by: Member = mod) => by.call('liftSanction', { params: { id }, body: { note } });
const suspend = (who: Member, until: string | null = null) =>
  boss.call('changeDeskUser', {
    params: { id: String(who.id) },
    body: { suspension: { reason_code: 'rules', statement: 'You have broken a rule.', until } },
  } as never);
const sanction = (room: Member, username: string, action: string, more: object = {}) =>
  room.call('moderate', {
    params: { username: room.username },
    body: { username, action, ...more },
  } as never);
const deedsOf = async (who: Member) =>
  (await boss.call('listAudit', { query: { target: `account:${who.id}` } })).items.map(
    ({ action, actor, detail }) => ({ action, actor, detail }),
  );

describe('what is in force', () => {
  test('is listed with where, by whom and until when, the newest first, by kind and by person', async () => {
    const model = await site.join({ type: 'model' });
    const [one, two] = [await site.join(), await site.join()];
    await sanction(model, one.username, 'silence', { minutes: 30, reason: 'writes too much' });
    await sanction(model, two.username, 'ban', { reason: 'was rude' });
    await suspend(one);
    const listed = await inForce({ username: one.username });
    expect(listed).toMatchObject([
      { kind: 'suspend', scope: 'site', room: null, by: boss.username, reason_code: 'rules', until: null },
      {
        kind: 'silence',
        scope: 'chat',
        room: model.username,
        by: model.username,
        reason_code: 'writes too much',
      },
    ]);
    expect(listed.every(({ username }) => username === one.username)).toBe(true);
    expect((await inForce({ kind: 'ban' })).map(({ username }) => username)).toContain(two.username);
    const first = await mod.call('listSanctionsInForce', { query: { limit: '1' } });
    expect(first.in_force).toBe((await inForce()).length);
    expect(first.next_cursor).toBe('1');
    // What is over by itself is gone from the list.
    ahead = 31 * 60_000;
    expect(await inForce({ username: one.username })).toMatchObject([{ kind: 'suspend' }]);
    ahead = 0;
  });

  test('is lifted with a note, in a room and on the whole site, once (common.not_found)', async () => {
    const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
    const viewer = await site.join();
    await sanction(model, viewer.username, 'ban');
    expect(
      await codeOf(viewer.call('getRoom', { params: { username: model.username }, query: {} as never })),
    ).toBe('rooms.banned');
    await suspend(viewer);
    const [suspension, ban] = await inForce({ username: viewer.username });
    expect(await codeOf(lift(uuidv7()))).toBe('common.not_found');
    await lift(ban!.id);
    const both = await Promise.all([
      lift(suspension!.id).then(() => 'ok', String),
      lift(suspension!.id).then(() => 'ok', String),
    ]);
    expect(both.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect(await codeOf(lift(ban!.id))).toBe('common.not_found');
    expect(await inForce({ username: viewer.username })).toEqual([]);
    await viewer.arrive();
    await viewer.login(viewer.username, viewer.password);
    await viewer.call('getRoom', { params: { username: model.username }, query: {} as never });
    expect((await deedsOf(viewer)).filter(({ action }) => action.endsWith('_lifted'))).toEqual([
      { action: 'accounts.suspension_lifted', actor: mod.username, detail: { note } },
      {
        action: 'rooms.sanction_lifted',
        actor: mod.username,
        detail: { kind: 'ban', room: model.username, username: viewer.username, note },
      },
    ]);
  });

  test('of staff is lifted by admins alone, and nothing by others (moderation.cannot_sanction)', async () => {
    const other = await site.join({ roles: ['site_mod'] });
    await suspend(other);
    const [one] = await inForce({ username: other.username });
    expect(await codeOf(lift(one!.id))).toBe('moderation.cannot_sanction');
    for (const who of [keeper, await site.join()]) {
      expect(await codeOf(lift(one!.id, who))).toBe('common.forbidden');
      expect(await codeOf(who.call('listSanctionsInForce', { query: {} as never }))).toBe('common.forbidden');
      const params = { username: other.username };
      expect(await codeOf(who.call('getSanctioned', { params }))).toBe('common.forbidden');
    }
    await lift(one!.id, boss);
    expect(await inForce({ username: other.username })).toEqual([]);
  });

  test('stands with what was before on the page of a person, without address and money', async () => {
    const viewer = await site.join({ tokens: 77 });
    await suspend(viewer);
    const params = { username: viewer.username };
    const [one] = await inForce(params);
    await lift(one!.id);
    await mod.call('createReport', {
      body: { kind: 'profile', target: viewer.username, reason: 'spam' } as never,
    });
    const told = await mod.call('getSanctioned', { params });
    expect(told).toMatchObject({
      user: { username: viewer.username, tokens: 0, email_confirmed: false },
      type: 'other',
      suspension_date: null,
      sanctions: [{ id: one!.id, kind: 'suspend', lifted_at: expect.any(String) as string }],
      reports: { open: 1, upheld: 0 },
      linked: [],
    });
    expect(JSON.stringify(told)).not.toContain('@');
    expect(await codeOf(mod.call('getSanctioned', { params: { username: 'nobody_here' } }))).toBe(
      'common.not_found',
    );
  });
});

describe('a room that is watched unseen', () => {
  const watch = (username: string, by: Member = mod, given = reason) =>
    by.call('watchRoom', { params: { username }, query: { reason: given } });
  const looks = async (room: Member) =>
    (await deedsOf(room)).filter(({ action }) => action === 'rooms.watched');
  const goLive = async (by: Member) => {
    const { ingest } = await by.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
    const claims = verifyMediaToken(site.site.mediaSecret, ingest!.token, Date.now() + ahead);
    if (claims?.use !== 'publish') throw new Error('no right to publish');
    const { broadcastId, streamName } = claims;
    site.bus.publish(MEDIA_FACTS, liveFact(by, { broadcastId, streamName }));
    await eventually(async () => expect((await site.site.rooms.get(by.id as never)).status).toBe('online'));
  };

  test('opens whatever it is at: behind a password and in a private, and is told nobody', async () => {
    const model = await site.join({ type: 'model', settings: { cam_password: 'secret-door' } });
    await goLive(model);
    const viewer = await site.join();
    const there = await viewer.openLobby();
    expect(there.closeCode).toBeUndefined();
    const seen = await model.openRoom(await model.openLobby(), model.username);
    const grant = await watch(model.username);
    const claims = verifyMediaToken(site.site.mediaSecret, grant.token, Date.now());
    expect(claims).toMatchObject({ use: 'play', mode: 'public', streamName: grant.stream_name });
    expect(claims).not.toHaveProperty('meter');
    expect(grant).toMatchObject({ mode: 'public', urls: { ws: `/live/ws/${grant.stream_name}` } });
    // A private, which staff has no seat in.
    await sql`update rooms set status = 'private' where account_id = ${model.id}`.execute(kysely);
    const ask = (by: Member) =>
      codeOf(by.call('getStreamToken', { params: { username: model.username }, body: {} }));
    expect(await ask(mod)).toBe('broadcast.not_entitled');
    expect((await watch(model.username, keeper)).mode).toBe('private');
    expect(seen.received.map(({ name }) => name)).not.toContain('v3.chat.user_joined');
    expect(JSON.stringify(seen.received)).not.toContain(mod.username);
  });

  test('is written down with who and why: once for a look that goes on, again for another reason or later', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    await watch(model.username);
    await watch(model.username);
    expect(await looks(model)).toMatchObject([
      { actor: mod.username, detail: { reason, mode: 'public', broadcast: expect.any(String) as string } },
    ]);
    await watch(model.username, mod, 'another reason altogether');
    await watch(model.username, keeper);
    expect(await looks(model)).toHaveLength(3);
    ahead = 11 * 60_000;
    await watch(model.username);
    ahead = 0;
    expect(await looks(model)).toHaveLength(4);
  });

  test('is nobody else’s, needs a reason, and is nothing where nobody is live (common.not_found) (rooms.offline)', async () => {
    const model = await site.join({ type: 'model' });
    expect(await codeOf(watch(model.username))).toBe('rooms.offline');
    expect(await codeOf(watch('nobody_here'))).toBe('common.not_found');
    expect(await codeOf(watch(mod.username))).toBe('common.not_found');
    await goLive(model);
    expect(await codeOf(watch(model.username, mod, 'short'))).toBe('common.invalid_input');
    for (const who of [model, await site.join(), await site.join({ roles: ['auditor'] })])
      expect(await codeOf(watch(model.username, who))).toBe('common.forbidden');
    const path = `/api/v1/mod/rooms/${model.username}/watch?reason=${encodeURIComponent(reason)}`;
    expect(await (await mod.fetch(path)).json()).toMatchObject({ code: 'common.csrf' });
    expect(await looks(model)).toEqual([]);
  });
});

describe('what waits', () => {
  test('is read by whoever works for the house, each the queues of their office, with the clock of the first', async () => {
    const subject = await site.join();
    const report = { kind: 'profile', target: subject.username, reason: 'underage' };
    const { report_id: id } = await (await site.join()).call('createReport', { body: report as never });
    const [{ queues, rooms, watching }, kept] = [
      await mod.call('readStanding'),
      await keeper.call('readStanding'),
    ];
    const cases = queues.find(({ queue }) => queue === 'live')!;
    const { items, open } = await mod.call('listReports', { query: { limit: '100' } as never });
    expect(cases.open).toBe(open);
    const dues = items.map((one) => Date.parse(one.due_at));
    expect(Date.parse(cases.oldest_due_at!)).toBe(Math.min(...dues));
    expect([rooms, watching]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(new Set(queues.map(({ queue }) => queue))).toEqual(
      new Set(['illegal', 'complaint', 'live', 'appeal']),
    );
    expect(new Set(kept.queues.map(({ queue }) => queue))).toEqual(new Set(['media', 'identity']));
    await mod.call('decideReport', {
      params: { id },
      body: { state: 'dismissed', action: 'none', note: 'Looked at it.' },
    });
    const after = await mod.call('readStanding');
    expect(after.median_answer_seconds).toBeGreaterThanOrEqual(0);
    expect(await codeOf((await site.join()).call('readStanding'))).toBe('common.forbidden');
  });

  test.runIf(isFullRun)(
    'is told to pages of those whose queue it is, when it changes, and to nobody else',
    async () => {
      const [own, keepers, stranger] = [
        await mod.openLobby(),
        await keeper.openLobby(),
        await (await site.join()).openLobby(),
      ];
      const first = await own.waitFor('v3.staff.queue', ({ queue }) => queue === 'live');
      await keepers.waitFor('v3.staff.queue', ({ queue }) => queue === 'identity');
      const subject = await site.join();
      const report = { kind: 'profile', target: subject.username, reason: 'spam' };
      await (await site.join()).call('createReport', { body: report as never });
      await own.waitFor(
        'v3.staff.queue',
        ({ queue, count }) => queue === 'live' && count === first.count + 1,
      );
      await suspend(subject);
      await subject.arrive();
      await subject.login(subject.username, subject.password);
      const appeal = { about: 'suspension' as const, text: 'It was not me, somebody else had my telephone.' };
      await subject.call('sendAppeal', { body: appeal });
      const told = await own.waitFor(
        'v3.staff.queue',
        ({ queue, count }) => queue === 'appeal' && count === 1,
      );
      expect(told.oldest_due_at).toBeGreaterThan(Date.now());
      const seqs = own.received
        .filter(({ name }) => name === 'v3.staff.queue')
        .map(({ payload }) => payload['seq']);
      expect(seqs).toEqual([...new Set(seqs as number[])].toSorted((a, b) => a - b));
      const queuesOf = ({ received }: typeof own) =>
        new Set(
          received.filter(({ name }) => name === 'v3.staff.queue').map(({ payload }) => payload['queue']),
        );
      expect(queuesOf(own)).toEqual(new Set(['illegal', 'complaint', 'live', 'appeal']));
      expect(queuesOf(keepers)).toEqual(new Set(['media', 'identity']));
      expect(queuesOf(stranger)).toEqual(new Set());
    },
  );
});

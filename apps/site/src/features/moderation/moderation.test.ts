import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { imageFormat } from '../../platform/images/image-format.ts';
import { pngOf } from '../../platform/images/testing-images.ts';
import { onSessionEnded } from '../sessions/index.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const boss = await desk.joinSuperAdmin();
const [mod, other] = [await site.join({ roles: ['site_mod'] }), await site.join({ roles: ['site_mod'] })];
const { kysely } = site.database;

type Wish = NonNullable<NonNullable<Parameters<typeof mod.call<'decideReport'>>[1]>['body']>;
const note = 'Read it and looked at the room.';
const decide = async (id: string, wish: Omit<Wish, 'note'>, by: Member = mod) =>
  (await by.call('decideReport', { params: { id }, body: { note, ...wish } as Wish })).report;
const read = (id: string) => mod.call('getReport', { params: { id } });
const report = async (by: Member, body: object) =>
  (
    await by.call('createReport', {
      body: { kind: 'profile', reason: 'spam', ...body } as never,
    })
  ).report_id;
const reported = async (more: object = {}) => {
  const [viewer, subject] = [await site.join(), await site.join()];
  return { viewer, subject, id: await report(viewer, { target: subject.username, ...more }) };
};
const idsOf = async (query: object = {}) =>
  (await mod.call('listReports', { query: { limit: '100', ...query } as never })).items.map(({ id }) => id);
const deedsOf = async (target: string) =>
  (await boss.call('listAudit', { query: { target } })).items.map(({ action, actor, detail }) => [
    action,
    actor,
    detail,
  ]);
/** A line of somebody in the room of a performer, reported by another. */
const reportedLine = async () => {
  const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
  const [writer, reader] = [await site.join({ tokens: 5 }), await site.join()];
  const room = await writer.openRoom(await writer.openLobby(), model.username);
  room.send('v3.chat.send', { client_id: uuidv7(), message: 'a rude line' });
  const line = await room.waitFor('v3.chat.message');
  const id = await report(reader, { kind: 'message', target: line.id, username: model.username });
  return { model, writer, room, line, id };
};

describe('the desk of reports', () => {
  test('shows urgent ones first, then the oldest, each with its clock, its subject and who reported', async () => {
    const [slow, urgent] = [await reported(), await reported({ reason: 'underage' })];
    const { items, open } = await mod.call('listReports', { query: { limit: '100' } as never });
    const ids = items.map(({ id }) => id);
    expect(ids.indexOf(urgent.id)).toBeLessThan(ids.indexOf(slow.id));
    expect(open).toBe(items.length);
    const shown = items.find(({ id }) => id === urgent.id)!;
    expect(shown).toMatchObject({
      kind: 'profile',
      reporter: urgent.viewer.username,
      subject: urgent.subject.username,
      state: 'open',
      assignee: null,
      is_urgent: true,
      reports: 1,
    });
    expect(Date.parse(shown.due_at) - Date.parse(shown.created_at)).toBe(86_400_000);
    const calm = items.find(({ id }) => id === slow.id)!;
    expect(Date.parse(calm.due_at) - Date.parse(calm.created_at)).toBeGreaterThanOrEqual(7 * 86_400_000);
    expect(await idsOf({ reason: 'underage' })).toContain(urgent.id);
    expect(await idsOf({ reason: 'underage' })).not.toContain(slow.id);
    expect(await idsOf({ kind: 'room' })).not.toContain(slow.id);
    const [first, second] = [
      await mod.call('listReports', { query: { limit: '1' } as never }),
      await mod.call('listReports', { query: { limit: '1', cursor: '1' } as never }),
    ];
    expect([first.items[0]!.id, second.items[0]!.id]).toEqual(ids.slice(0, 2));
    expect(first.next_cursor).toBe('1');
  });

  test('takes reports of one thing as one case, also those that come while somebody looks into it', async () => {
    const { subject, id } = await reported();
    await report(await site.join(), { target: subject.username, reason: 'underage' });
    await decide(id, { state: 'in_review' });
    await report(await site.join(), { target: subject.username });
    const whole = await read(id);
    expect(whole).toMatchObject({ reports: 3, is_urgent: true, state: 'in_review', assignee: mod.username });
    expect((await decide(id, { state: 'dismissed' })).state).toBe('dismissed');
    expect(await idsOf()).not.toContain(id);
    expect(await idsOf({ state: 'dismissed' })).toContain(id);
    // What is reported after the decision is a case of its own.
    const next = await report(await site.join(), { target: subject.username });
    expect(await read(next)).toMatchObject({ reports: 1, state: 'open', prior: [{ state: 'dismissed' }] });
  });

  test('keeps the picture that was sent along for whoever opens the case', async () => {
    const { id } = await reported({ still: pngOf(40, 30).toString('base64') });
    const { items } = await mod.call('listReports', { query: { limit: '100' } as never });
    expect(items.find((one) => one.id === id)!.evidence).toMatchObject([{ id: 'still', url: '' }]);
    const url = (await read(id)).evidence[0]!.url;
    expect(url).toMatch(/^data:image\/jpeg;base64,/u);
    expect(imageFormat(Buffer.from(url.split(',')[1]!, 'base64'))).toBe('jpeg');
  });

  test('shows what each who reported said, and when, with the pictures that were sent along', async () => {
    const { viewer, subject, id } = await reported({ text: 'Look at this.' });
    const still = pngOf(40, 30).toString('base64');
    const late = await site.join();
    const second = await report(late, { target: subject.username, reason: 'violence', still });
    const { told, evidence } = await read(id);
    expect(told.map(({ by, reason, text }) => [by, reason, text])).toEqual([
      [viewer.username, 'spam', 'Look at this.'],
      [late.username, 'violence', ''],
    ]);
    expect(evidence).toMatchObject([{ id: second, at: told[1]!.at }]);
    // What is urgent comes first, however many have spoken before.
    const last = await site.join();
    const gravest = await report(last, { target: subject.username, reason: 'underage' });
    expect((await read(id)).told.map((one) => one.id)[0]).toBe(gravest);
    await decide(id, { state: 'dismissed' });
    // A case of its own has its own reports alone.
    const next = await report(await site.join(), { target: subject.username });
    expect((await read(next)).told.map((one) => one.id)).toEqual([next]);
    expect((await read(id)).told).toHaveLength(3);
  });

  test('gives a case to one moderator at a time; of two who decide at once one is told (moderation.stale)', async () => {
    const { id } = await reported();
    await decide(id, { state: 'in_review' });
    expect(await codeOf(decide(id, { state: 'in_review' }, other))).toBe('moderation.stale');
    expect((await decide(id, { state: 'open' })).assignee).toBeNull();
    const ends = await Promise.all([mod, other].map((by) => codeOf(decide(id, { state: 'dismissed' }, by))));
    expect(ends.filter((end) => end === 'moderation.stale')).toHaveLength(1);
    expect((await read(id)).state).toBe('dismissed');
    expect(await codeOf(decide(id, { state: 'dismissed' }))).toBe('moderation.stale');
    expect(await codeOf(read(uuidv7()))).toBe('common.not_found');
    expect(await codeOf(decide(uuidv7(), { state: 'dismissed' }))).toBe('common.not_found');
  });

  test('lets another take a case over in which nothing was done for half an hour', async () => {
    const { id } = await reported();
    const { taken_until: until } = await decide(id, { state: 'in_review' });
    expect(Date.parse(until!) - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(await codeOf(decide(id, { state: 'in_review' }, other))).toBe('moderation.stale');
    await sql`update reports set assigned_at = assigned_at - interval '30 minutes' where id = ${id}`.execute(
      kysely,
    );
    expect((await decide(id, { state: 'in_review' }, other)).assignee).toBe(other.username);
    expect(await codeOf(decide(id, { state: 'dismissed' }))).toBe('moderation.stale');
    expect(await decide(id, { state: 'dismissed' }, other)).toMatchObject({
      state: 'dismissed',
      taken_until: null,
      history: [{ by: mod.username }, { by: other.username }, { by: other.username }],
    });
  });

  test('writes every step into the case and into the audit log, with who did it', async () => {
    const { subject, id } = await reported();
    await decide(id, { state: 'in_review' });
    await decide(id, { state: 'actioned', action: 'warn' });
    expect((await read(id)).history).toMatchObject([
      { by: mod.username, state: 'in_review', action: 'none', note },
      { by: mod.username, state: 'actioned', action: 'warn', note },
    ]);
    expect(await deedsOf(`report:${id}`)).toEqual([
      [
        'reports.actioned',
        mod.username,
        { kind: 'profile', subject: subject.username, action: 'warn', note },
      ],
      ['reports.in_review', mod.username, { kind: 'profile', subject: subject.username, note }],
    ]);
  });

  test('decides with an action or dismisses without one, and only what fits the thing (moderation.action_not_possible)', async () => {
    const { id } = await reported();
    for (const wish of [
      { state: 'actioned' },
      { state: 'dismissed', action: 'warn' },
      { state: 'closed' },
      { state: 'appealed' },
    ] as const)
      expect(await codeOf(decide(id, wish)), wish.state).toBe('common.invalid_input');
    for (const action of ['ban', 'kick', 'silence', 'remove', 'restore', 'hold_payout'] as const)
      expect(await codeOf(decide(id, { state: 'actioned', action })), action).toBe(
        'moderation.action_not_possible',
      );
    expect((await read(id)).actions).toEqual(['none', 'warn', 'suspend']);
  });

  test('has staff sanctioned by nobody, and nobody sanctioned by themselves (common.not_self)', async () => {
    const reader = await site.join();
    const ofStaff = await report(reader, { target: boss.username });
    expect((await read(ofStaff)).actions).toEqual(['none']);
    expect(await codeOf(decide(ofStaff, { state: 'actioned', action: 'suspend' }))).toBe(
      'moderation.action_not_possible',
    );
    const own = await report(reader, { target: mod.username });
    expect(await codeOf(decide(own, { state: 'actioned', action: 'warn' }))).toBe('common.not_self');
  });
});

describe('a decision', () => {
  test('warns somebody with the words of the moderator and without a word of who has reported', async () => {
    const { viewer, subject, id } = await reported();
    await decide(id, { state: 'actioned', action: 'warn' });
    const { items } = await subject.call('listNotifications', { query: {} as never });
    expect(items[0]).toMatchObject({ kind: 'system', title: 'A warning from our team', body: note });
    expect(JSON.stringify(items)).not.toContain(viewer.username);
  });

  test('suspends somebody at once, for a time, with a reason that follows from the report (IDENTITY-008)', async () => {
    const { subject, id } = await reported({ reason: 'impersonation' });
    const lobby = await subject.openLobby();
    const told: string[] = [];
    const stop = onSessionEnded(site.bus, ({ accountId, reason }) => {
      if (accountId === subject.id) told.push(reason);
    });
    await decide(id, { state: 'actioned', action: 'suspend', minutes: 60 });
    expect(await lobby.waitForClose()).toBe(4402);
    // Whoever publishes is ended by this word.
    expect(told).toEqual(['suspended']);
    stop();
    const again = await site.visit();
    await again.call('login', { body: { login: subject.username, password: TEST_PASSWORD } });
    expect(await again.call('getSuspension')).toMatchObject({
      reason_code: 'identity',
      statement: note,
      appeal_state: null,
    });
  });

  test('leaves a suspension in force that lasts longer than the one that follows from a further report', async () => {
    const { subject, id } = await reported();
    const untilOf = async () =>
      (
        await sql<{ until: Date | null }>`
          select suspension_until as until from accounts
          where id = ${subject.id} and suspended_at is not null`.execute(kysely)
      ).rows;
    await decide(id, { state: 'actioned', action: 'suspend' });
    const { report_id: further } = await (
      await site.join()
    ).call('createReport', {
      body: { kind: 'profile', target: subject.username, reason: 'spam' } as never,
    });
    await decide(further, { state: 'actioned', action: 'suspend', minutes: 60 });
    expect(await untilOf()).toEqual([{ until: null }]);
  });

  test('takes a line away, and silences or bans its writer in that room', async () => {
    const gone = await reportedLine();
    expect((await read(gone.id)).actions).toEqual([
      'none',
      'warn',
      'suspend',
      'silence',
      'kick',
      'ban',
      'remove',
    ]);
    await decide(gone.id, { state: 'actioned', action: 'remove' });
    await gone.room.waitFor('v3.chat.moderate', ({ action }) => action === 'delete_message');
    const banned = await reportedLine();
    await decide(banned.id, { state: 'actioned', action: 'ban', minutes: 30 });
    expect(await banned.room.waitForClose()).toBe(4403);
    const silenced = await reportedLine();
    await decide(silenced.id, { state: 'actioned', action: 'silence' });
    await silenced.room.waitFor('v3.chat.moderate', ({ action }) => action === 'silence');
  });

  test('puts nobody out of their own room (moderation.cannot_sanction)', async () => {
    const { model, id } = await reportedLine();
    await sql`update reports set subject_id = ${model.id} where id = ${id}`.execute(kysely);
    expect(await codeOf(decide(id, { state: 'actioned', action: 'ban' }))).toBe('moderation.cannot_sanction');
    expect((await read(id)).state).toBe('in_review');
  });

  test('about a guest can only be dismissed, or the line taken away', async () => {
    const { id } = await reportedLine();
    await sql`update reports set subject_id = null where id = ${id}`.execute(kysely);
    expect((await read(id)).actions).toEqual(['none', 'remove']);
    expect(await decide(id, { state: 'actioned', action: 'remove' })).toMatchObject({ state: 'actioned' });
  });
});

describe('the report of a month', () => {
  const monthOf = (at: Date) => at.toISOString().slice(0, 7);

  test('lists what was flagged and what became of it, without a name or a text, as JSON and as CSV', async () => {
    const { subject, viewer, id } = await reported({ reason: 'underage', text: 'my own words' });
    await decide(id, { state: 'actioned', action: 'warn' });
    const { receipt } = await (
      await site.visit()
    ).call('fileComplaint', {
      body: {
        kind: 'illegal',
        urls: [`${site.url}/${subject.username}`],
        name: 'Ada Complainant',
        email: 'ada@example.org',
        relation: 'third_party',
        statement: 'This must not be shown to anybody.',
        good_faith: true,
        signature: 'Ada C.',
      },
    });
    const month = monthOf(new Date());
    const answer = await boss.call('getMonthlyReport', { query: { month } as never });
    const row = answer.rows.find((one) => one[1] === id)!;
    expect(row).toMatchObject([
      'report',
      id,
      'profile',
      'underage',
      expect.any(String),
      'yes',
      'actioned',
      expect.any(String),
      0,
      'warn',
    ]);
    expect(answer.rows.some(([source, , kind]) => source === 'complaint' && kind === 'illegal')).toBe(true);
    expect(answer.totals['received']).toBe(answer.rows.length);
    const csv = await (await boss.fetch(`/api/v1/mod/reports/monthly?month=${month}&format=csv`)).text();
    expect(csv.split('\n')[0]).toContain('hours_to_decision');
    for (const word of [subject.username, viewer.username, 'my own words', 'Complainant', 'ada@', receipt])
      expect(csv, word).not.toContain(word);
  });

  test('of a month without cases is empty; only staff of the figures reads it', async () => {
    const query = { month: '2024-02' } as never;
    expect((await boss.call('getMonthlyReport', { query })).rows).toEqual([]);
    expect(await codeOf(mod.call('getMonthlyReport', { query }))).toBe('common.forbidden');
    expect(await codeOf(boss.call('getMonthlyReport', { query: { month: '2024-13' } as never }))).toBe(
      'common.invalid_input',
    );
  });
});

describe('rooms on the air', () => {
  const goLive = async (model: Member) => {
    await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
    await sql`update rooms set status = 'online', started_at = now() where account_id = ${model.id}`.execute(
      kysely,
    );
  };
  const wall = async () => (await mod.call('listLiveWall', { query: {} as never })).items;

  test('stand on a wall, those with urgent reports first; a moderator ends one, which is written down (MODERATION-ROLES-019)', async () => {
    const [calm, bad] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    for (const model of [bad, calm]) await goLive(model);
    await report(await site.join(), { kind: 'room', target: bad.username, reason: 'underage' });
    const items = await wall();
    expect(items.map(({ user }) => user.username).slice(0, 2)).toEqual([bad.username, calm.username]);
    expect(items[0]).toMatchObject({ risk: 2, reports: 1, show: 'public' });
    // Each part by itself, with how many there are of all of them.
    const part = (only: 'flagged' | 'new' | 'private') =>
      mod.call('listLiveWall', { query: { only } as never });
    const flagged = await part('flagged');
    const names = flagged.items.map(({ user }) => user.username);
    expect([names.includes(bad.username), names.includes(calm.username)]).toEqual([true, false]);
    expect(flagged.counts).toMatchObject({ all: flagged.live, flagged: names.length, private: 0 });
    expect((await part('new')).items.map(({ user }) => user.username)).toContain(calm.username);
    expect((await part('private')).items).toEqual([]);
    const stop = { params: { username: bad.username }, body: { reason: 'underage', note } } as const;
    await mod.call('stopRoom', stop);
    expect((await wall()).map(({ user }) => user.username)).not.toContain(bad.username);
    expect(await deedsOf(`account:${bad.id}`)).toEqual([
      ['rooms.stopped', mod.username, { username: bad.username, reason: 'underage', note }],
    ]);
    expect(await codeOf(mod.call('stopRoom', stop))).toBe('broadcast.not_live');
    const nobody = { ...stop, params: { username: 'nobody_here' } };
    expect(await codeOf(mod.call('stopRoom', nobody))).toBe('common.not_found');
    await sql`update sessions set sudo_until = null where account_id = ${other.id}`.execute(kysely);
    expect(await codeOf(other.call('stopRoom', stop))).toBe('common.sudo_required');
  });
});

describe('an appeal', () => {
  const text = 'I have not written this, somebody else was at my desk.';
  const suspended = async () => {
    const { subject, id } = await reported();
    await decide(id, { state: 'actioned', action: 'suspend' });
    const again = await site.visit();
    await again.call('login', { body: { login: subject.username, password: TEST_PASSWORD } });
    return { subject, again };
  };
  const send = (by: Pick<Member, 'call'>, about = 'suspension') =>
    by.call('sendAppeal', { body: { about, text } as never });
  const judge = (id: string, decision: 'uphold' | 'overturn', by: Member = other) =>
    by.call('decideAppeal', { params: { id }, body: { decision, statement: 'Read by another person.' } });
  const openOnes = async (by: Member = other) =>
    (await by.call('listAppeals', { query: { limit: '100' } as never })).items;

  test('is sent by whoever is suspended, once, and lifts the suspension where another person agrees (IDENTITY-008)', async () => {
    const { subject, again } = await suspended();
    const { case_id: id } = await send(again);
    expect(await codeOf(send(again))).toBe('moderation.appeal_open');
    expect((await again.call('getSuspension')).appeal_state).toBe('open');
    const shown = (await openOnes()).find((one) => one.id === id)!;
    expect(shown).toMatchObject({
      username: subject.username,
      text,
      decision: { by: mod.username, statement: note },
      is_own: false,
    });
    expect((await openOnes(mod)).find((one) => one.id === id)!.is_own).toBe(true);
    expect(await codeOf(judge(id, 'overturn', mod))).toBe('common.second_person_needed');
    await judge(id, 'overturn');
    expect(await codeOf(again.call('getSuspension'))).toBe('common.not_found');
    expect(await codeOf(judge(id, 'uphold'))).toBe('moderation.stale');
    const { items } = await again.call('listNotifications', { query: {} as never });
    expect(items[0]).toMatchObject({ title: 'Your appeal was granted', body: 'Read by another person.' });
    expect((await deedsOf(`account:${subject.id}`)).map(([action]) => action)).toEqual([
      'appeals.overturned',
    ]);
  });

  test('that is not granted leaves everything as it is, and says so', async () => {
    const { again } = await suspended();
    const { case_id: id } = await send(again);
    await judge(id, 'uphold');
    expect(await again.call('getSuspension')).toMatchObject({ appeal_state: 'closed' });
    expect(await codeOf(send(again))).toBe('moderation.appeal_open');
    const closed = await other.call('listAppeals', { query: { state: 'closed' } as never });
    expect(closed.items.map((one) => one.id)).toContain(id);
  });

  test('needs a decision that can be appealed; nobody decides their own', async () => {
    const free = await site.join();
    expect(await codeOf(send(free))).toBe('moderation.nothing_to_appeal');
    const { again } = await suspended();
    expect(await codeOf(send(again, 'ban'))).toBe('moderation.nothing_to_appeal');
    expect(await codeOf(judge(uuidv7(), 'uphold'))).toBe('common.not_found');
    const { case_id: id } = await send(again);
    await sql`update appeals set account_id = ${other.id} where id = ${id}`.execute(kysely);
    expect(await codeOf(judge(id, 'overturn'))).toBe('common.not_self');
  });

  test('lifts nothing that began after it', async () => {
    const { subject, again } = await suspended();
    const { case_id: id } = await send(again);
    const later = { reason_code: 'fraud', statement: 'Something else has come up.', until: null } as const;
    await boss.call('changeDeskUser', { params: { id: String(subject.id) }, body: { suspension: later } });
    await judge(id, 'overturn');
    const back = await site.visit();
    await back.call('login', { body: { login: subject.username, password: TEST_PASSWORD } });
    expect(await back.call('getSuspension')).toMatchObject({ reason_code: 'fraud', appeal_state: null });
  });
});

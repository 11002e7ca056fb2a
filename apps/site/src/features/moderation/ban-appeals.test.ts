import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

/* Whoever the house has banned or silenced has a way to say that this was wrong, and somebody else looks at it. */

const site = await useTestSite();
const { kysely } = site.database;
const [first, second] = await Promise.all([1, 2].map(() => site.join({ roles: ['site_mod'] })));

const statement = 'What you have shown is against our rules.';
const sanction = async ({ username }: Member, more: object = {}) =>
  (
    await first!.call('sanctionPerson', {
      params: { username },
      body: { kind: 'ban', scope: 'broadcast', reason_code: 'rules', statement, ...more },
    } as never)
  ).sanction_id;
const send = async (who: Member, more: object = {}) =>
  (
    await who.call('sendAppeal', {
      body: { about: 'ban', text: 'I have shown nothing of the kind.', ...more },
    } as never)
  ).case_id;
const decide = (by: Member, id: string, decision: 'uphold' | 'overturn') =>
  by.call('decideAppeal', { params: { id }, body: { decision, statement: 'Read by another person.' } });
const own = async (who: Member) => (await who.call('listOwnSanctions')).items;
const start = (model: Member) => model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
const titles = async (who: Member) =>
  (await who.call('listNotifications', { query: {} as never })).items.map(({ title, url }) => [title, url]);

describe('an appeal of a ban', () => {
  test('is sent by whom it is about, decided by another person, and ends the ban where that was wrong', async () => {
    const model = await site.join({ type: 'model' });
    expect(await own(model)).toEqual([]);
    const banId = await sanction(model);
    const running = {
      id: banId,
      kind: 'ban',
      scope: 'broadcast',
      until: null,
      reason_code: 'rules',
      statement,
    };
    expect(await own(model)).toMatchObject([{ ...running, can_appeal: true, appeal: null }]);
    expect(await titles(model)).toContainEqual([
      'Our team has banned you from broadcasting',
      '/account/complaints',
    ]);
    const id = await send(model);
    expect(await codeOf(send(model))).toBe('moderation.appeal_open');
    expect(await own(model)).toMatchObject([
      { id: banId, can_appeal: false, appeal: { state: 'open', statement: null } },
    ]);
    const listed = async (by: Member) =>
      (await by.call('listAppeals', { query: {} as never })).items.find((one) => one.id === id);
    expect(await listed(first!)).toMatchObject({
      about: 'ban',
      username: model.username,
      decision: { by: first!.username, reason_code: 'rules', statement },
      is_own: true,
    });
    expect(await listed(second!)).toMatchObject({ is_own: false });
    expect(await codeOf(decide(first!, id, 'overturn'))).toBe('common.second_person_needed');
    expect(await codeOf(start(model))).toBe('broadcast.banned');
    await decide(second!, id, 'overturn');
    expect(await codeOf(decide(second!, id, 'uphold'))).toBe('moderation.stale');
    expect((await start(model)).broadcast_id).toBeTruthy();
    expect(await own(model)).toEqual([]);
    expect((await titles(model)).map(([title]) => title)).toContain('Your appeal was granted');
  });

  test('that is turned down leaves it, says why, and is not sent again', async () => {
    const model = await site.join({ type: 'model' });
    const banId = await sanction(model, { minutes: 60 });
    await decide(second!, await send(model, { ref_id: banId }), 'uphold');
    expect(await own(model)).toMatchObject([
      { id: banId, can_appeal: false, appeal: { state: 'closed', statement: 'Read by another person.' } },
    ]);
    expect(await codeOf(start(model))).toBe('broadcast.banned');
    expect(await codeOf(send(model))).toBe('moderation.appeal_open');
    // Another ban is another decision.
    await sanction(model);
    expect(await own(model)).toMatchObject([{ can_appeal: true, appeal: null }]);
    await send(model);
  });

  test('is of what holds now and is one’s own; what ended meanwhile is not brought back by it', async () => {
    const [model, other] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    const banId = await sanction(model);
    expect(await codeOf(send(other))).toBe('moderation.nothing_to_appeal');
    for (const ref_id of [banId, uuidv7(), 'no id']) {
      expect(await codeOf(send(other, { ref_id }))).toBe('moderation.nothing_to_appeal');
    }
    const id = await send(model);
    await first!.call('liftSanction', { params: { id: banId }, body: { note: 'They have said sorry.' } });
    const again = await sanction(model);
    await decide(second!, id, 'overturn');
    expect(await own(model)).toMatchObject([{ id: again, can_appeal: true }]);
    expect(await codeOf(start(model))).toBe('broadcast.banned');
    await sql`update house_sanctions set until = now() - interval '1 second' where id = ${again}`.execute(
      kysely,
    );
    expect(await own(model)).toEqual([]);
    expect(await codeOf(send(model, { ref_id: again }))).toBe('moderation.nothing_to_appeal');
  });

  test('of a silence in all rooms gives the word back; a warning is nothing that holds', async () => {
    const viewer = await site.join();
    await sanction(viewer, { kind: 'warn', scope: 'site' });
    expect(await own(viewer)).toEqual([]);
    const silenceId = await sanction(viewer, { kind: 'silence', scope: 'chat' });
    expect(await own(viewer)).toMatchObject([{ id: silenceId, kind: 'silence', scope: 'chat' }]);
    await decide(second!, await send(viewer), 'overturn');
    expect(await own(viewer)).toEqual([]);
    expect((await viewer.call('getCurrentUser')).isAutosilenced).toBe(false);
  });

  test('of two that are sent at once one is kept', async () => {
    const model = await site.join({ type: 'model' });
    await sanction(model);
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(send(model))));
    expect(codes.filter((code) => code === 'moderation.appeal_open')).toHaveLength(3);
  });
});

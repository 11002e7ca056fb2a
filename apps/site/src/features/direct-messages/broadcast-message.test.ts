import { silentLog, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { startJobQueue } from '../../platform/jobs/index.ts';
import { textsOf } from './testing-talks.ts';

const site = await useTestSite({ env: { BANNED_TERMS: 'scam coin' } });

const join = (settings: Record<string, unknown> = {}) => site.join({ tokens: 50, settings });
const follow = (member: Member, model: Member) =>
  member.call('follow', { params: { username: model.username }, body: {} });
const tip = (member: Member, model: Member) =>
  member.call('sendTip', {
    params: { id: String(model.id) },
    body: { amount: 5 },
    idempotencyKey: uuidv7(),
  });
const broadcast = (
  model: Member,
  text: string,
  audience: 'fans' | 'followers_tippers' = 'followers_tippers',
) => model.call('broadcastMessage', { body: { audience, text } });

describe('a message to many', () => {
  test('goes once to followers who have tipped, and to nobody else', async () => {
    const model = await site.join({ type: 'model' });
    const [both, follower, tipper, none, ignoring] = [
      await join(),
      await join(),
      await join(),
      await join({ pm_allow: 'none' }),
      await join(),
    ];
    for (const member of [both, follower, none, ignoring]) await follow(member, model);
    for (const member of [both, tipper, none, ignoring]) await tip(member, model);
    await ignoring.call('ignorePerson', { params: { username: model.username }, body: { ignored: true } });
    const page = await both.openLobby();
    expect(await broadcast(model, 'On air at nine')).toEqual({ status: 1, queued: 1 });
    expect(await page.waitFor('v3.pm.message')).toMatchObject({
      username: model.username,
      message: 'On air at nine',
    });
    expect(await textsOf(both, model)).toEqual(['On air at nine']);
    for (const member of [follower, tipper, none, ignoring]) expect(await textsOf(member, model)).toEqual([]);
  });

  test('opens the way for an answer', async () => {
    const model = await site.join({ type: 'model', settings: { pm_allow: 'none' } });
    const member = await join();
    await follow(member, model);
    await tip(member, model);
    await broadcast(model, 'Tell me your favourite record');
    await eventually(async () => expect(await textsOf(member, model)).toHaveLength(1));
    await member.call('sendMessage', {
      params: { username: model.username },
      body: { text: 'The blue one', client_id: uuidv7() },
    });
    expect(await textsOf(model, member)).toEqual(['Tell me your favourite record', 'The blue one']);
  });

  test('is sent at most twice a day (direct_messages.broadcast_limit)', async () => {
    const model = await site.join({ type: 'model' });
    expect((await broadcast(model, 'one')).queued).toBe(0);
    expect((await broadcast(model, 'two', 'fans')).queued).toBe(0);
    expect(await codeOf(broadcast(model, 'three'))).toBe('direct_messages.broadcast_limit');
  });

  test('is a model’s alone, and holds allowed words (common.forbidden) (compliance.text_refused)', async () => {
    expect(await codeOf(broadcast(await join(), 'hello'))).toBe('common.forbidden');
    const model = await site.join({ type: 'model' });
    expect(await codeOf(broadcast(model, 'a scam coin'))).toBe('compliance.text_refused');
    expect(await codeOf(broadcast(model, '  '))).toBe('common.invalid_input');
  });
});

describe('the rest of a message to many', () => {
  const { kysely } = site.database;
  const jobs = startJobQueue(site.database, silentLog);
  afterAll(async () => (await jobs).stop());

  /** It was sent to more people than get it at once: these wait for the next batch, which comes now. */
  const goOn = async (model: Member, ...waiting: readonly Member[]) => {
    const id = uuidv7();
    await sql`insert into message_broadcasts (id, account_id, audience, text, queued)
      values (${id}, ${model.id}, 'followers_tippers', 'On air at nine', 200)`.execute(kysely);
    for (const member of waiting)
      await sql`insert into message_broadcast_receivers (broadcast_id, account_id, client_id)
        values (${id}, ${member.id}, ${uuidv7()})`.execute(kysely);
    await (await jobs).enqueue('message-broadcast', { id }, { key: id });
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from message_broadcast_receivers where broadcast_id = ${id}`.execute(kysely);
      expect(rows).toEqual([]);
    });
  };

  test('reaches nobody who ignores the sender since, or whom she ignores', async () => {
    const model = await site.join({ type: 'model' });
    const [glad, ignoring, ignored] = [await join(), await join(), await join()];
    await sql`insert into ignored_people (account_id, ignored_id)
      values (${ignoring.id}, ${model.id}), (${model.id}, ${ignored.id})`.execute(kysely);
    await goOn(model, glad, ignoring, ignored);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int n from direct_messages where sender_id = ${model.id}`.execute(kysely);
    expect(rows).toEqual([{ n: 1 }]);
    expect(await textsOf(glad, model)).toEqual(['On air at nine']);
  });

  test.each([
    [
      'suspended',
      (model: Member) => sql`update accounts set suspended_at = now() where id = ${model.id}`.execute(kysely),
    ],
    [
      'silenced by the house',
      async (model: Member) =>
        (await site.join({ roles: ['site_mod'] })).call('sanctionPerson', {
          params: { username: model.username },
          body: {
            kind: 'silence',
            scope: 'chat',
            reason_code: 'rules',
            statement: 'You have written to many.',
          },
        } as never),
    ],
  ])('reaches nobody when its sender is %s meanwhile', async (_how, stop) => {
    const model = await site.join({ type: 'model' });
    const member = await join();
    await stop(model);
    await goOn(model, member);
    expect(await textsOf(member, model)).toEqual([]);
  });
});

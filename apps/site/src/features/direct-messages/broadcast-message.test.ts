import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
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

import { uuidv7 } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { goOnAir } from '../../app/testing-shows-store.ts';

/* What is written with tokens is a line that the whole room reads: the room's rules hold for it, too. */

const site = await useTestSite({ env: { BANNED_TERMS: 'cheap pills' } });

const tip = (from: Member, to: Member, body: object) =>
  from.call('sendTip', {
    params: { id: String(to.id) },
    body: { amount: 25, ...body },
    idempotencyKey: uuidv7(),
  } as never);
const split = (from: Member, to: Member, comment: string) =>
  from.call('proposeTipSplit', {
    params: { username: to.username },
    body: { amount: 40, target_splitters: 4, comment },
    idempotencyKey: uuidv7(),
  } as never);
const tokensOf = async (who: Member) => {
  const { spendable, held } = await site.site.ledger.balanceOf(who.id as never);
  return [spendable, held];
};

async function room(settings: object = {}) {
  const model = await site.join({ type: 'model', settings: { chat_allowed: 'all', ...settings } });
  await goOnAir(site, model);
  const viewer = await site.join({ tokens: 1_000 });
  const params = { params: { username: model.username } };
  const moderate = (action: 'silence' | 'unsilence') =>
    model.call('moderate', { ...params, body: { username: viewer.username, action } } as never);
  const shield = (body: object) => model.call('saveShield', { ...params, body } as never);
  return { model, viewer, params, moderate, shield };
}

describe('a comment', () => {
  test('with a word of the room’s list, of the operator’s, or with an address is refused, and nothing is paid (CHAT-016)', async () => {
    const { model, viewer, shield } = await room();
    await shield({ banned_words: ['pineapple'] });
    for (const comment of [
      'I like p1neappl3',
      'Cheap, PILLS here',
      'see www.example.com',
      'go to shop.example.net',
    ]) {
      expect([comment, await codeOf(tip(viewer, model, { comment }))]).toEqual([
        comment,
        'compliance.text_refused',
      ]);
      expect([comment, await codeOf(split(viewer, model, comment))]).toEqual([
        comment,
        'compliance.text_refused',
      ]);
    }
    expect(await tokensOf(viewer)).toEqual([1_000, 0]);
    await tip(viewer, model, { comment: 'I like apples' });
    await split(viewer, model, 'all together');
    expect(await tokensOf(viewer)).toEqual([965, 10]);
    // Where the performer shows links, so do tips.
    await shield({ links_allowed: true });
    await tip(viewer, model, { comment: 'see www.example.com' });
  });

  test('of somebody who is silenced is refused by its own text; without one the tip is welcome (S2712)', async () => {
    const { model, viewer, moderate } = await room();
    await moderate('silence');
    const refused: unknown = await tip(viewer, model, { comment: 'hello' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'tipping.comment_silenced',
      body: { message: 'You cannot write in this room now. Give your tokens without a comment.' },
    });
    expect(await codeOf(split(viewer, model, 'hello'))).toBe('tipping.comment_silenced');
    await tip(viewer, model, { comment: '  ' });
    await tip(viewer, model, {});
    await split(viewer, model, '');
    await moderate('unsilence');
    await tip(viewer, model, { comment: 'hello' });
    expect(await tokensOf(viewer)).toEqual([915, 10]);
  });

  test('of those who moderate the room passes its list, as their lines do', async () => {
    const { model, viewer, shield, params } = await room();
    await shield({ banned_words: ['pineapple'] });
    await model.call('setModerator', { ...params, body: { username: viewer.username, moderator: true } });
    await tip(viewer, model, { comment: 'no pineapple here, please' });
  });
});

test('a tip for something that nobody offers is not paid: 410 tipping.item_gone (S1203)', async () => {
  const { model, viewer } = await room();
  for (const body of [
    { type: 'tip_menu', source_id: 'item-1' },
    { type: 'app', app_data: { app_id: 51 } },
    { app_data: { app_id: 1, item_id: 'x' } },
    { type: 'tip_menu' },
  ])
    expect(await codeOf(tip(viewer, model, body))).toBe('tipping.item_gone');
  for (const type of ['private', 'spy', 'spy_startup', 'limited', 'fans', 'split', 'gift'])
    expect([type, await codeOf(tip(viewer, model, { type }))]).toEqual([type, 'common.invalid_input']);
  expect(await tokensOf(viewer)).toEqual([1_000, 0]);
  for (const type of ['tip', 'pm', 'feed', 'offline']) await tip(viewer, model, { type });
  expect(await tokensOf(viewer)).toEqual([900, 0]);
});

test('who has not given the room’s password reads nothing of its inside and gives nothing into it; afterwards they do', async () => {
  const { model, viewer, params } = await room({
    cam_password: 'sesame',
    private_cost: 60,
    chat_notice: 'Be kind',
  });
  const insider = await site.join({ tokens: 1_000 });
  const pass = (who: Member) =>
    who.call('enterRoomPassword', { ...params, body: { password: 'sesame' } } as never);
  await pass(insider);
  await model.call('installApp', {
    body: { type: 1, config: { label: 'Secret song', target: 100 } },
  } as never);
  await split(insider, model, 'of insiders');
  await tip(insider, model, {});
  const guest = await site.visit();
  const refusals = async (who: Member | typeof guest) => ({
    split: await codeOf(who.call('getTipSplit', params)),
    apps: await codeOf(who.call('listRoomApps', params)),
    tickets: await codeOf(who.call('getTicketShow', params)),
    group: await codeOf(who.call('getGroupShow', params)),
  });
  const all = (code: string) => ({ split: code, apps: code, tickets: code, group: code });
  expect(await refusals(guest)).toEqual(all('rooms.password_required'));
  expect(await refusals(viewer)).toEqual(all('rooms.password_required'));
  for (const give of [
    () => tip(viewer, model, { comment: 'hello' }),
    () => split(viewer, model, 'hello'),
    () =>
      viewer.call('joinTipSplit', {
        ...params,
        body: { split_amount: 10 },
        idempotencyKey: uuidv7(),
      } as never),
    () => viewer.call('requestPrivate', { ...params, body: {}, idempotencyKey: uuidv7() } as never),
    () => viewer.call('startSpy', { ...params, body: {}, idempotencyKey: uuidv7() } as never),
    () =>
      viewer.call('buyTicket', { ...params, body: { ticket_price: 100 }, idempotencyKey: uuidv7() } as never),
  ])
    expect(await codeOf(give())).toBe('rooms.password_required');
  for (const who of [guest, viewer]) {
    const seen = await who.call('getRoom', params);
    expect(seen).toMatchObject({
      viewer: { cam_password_ok: false },
      chat: { can_write: { ok: false, reason: 'password_required' }, noticeText: '', installedAppId: null },
      tipSplit: null,
      apps: [],
    });
    expect(JSON.stringify(seen)).not.toMatch(`Secret song|${insider.username}|of insiders`);
  }
  await pass(viewer);
  expect(await refusals(viewer)).toEqual(all('not refused'));
  expect(await viewer.call('getRoom', params)).toMatchObject({
    chat: { noticeText: 'Be kind', installedAppId: 1 },
    tipSplit: { comment: 'of insiders' },
  });
  await tip(viewer, model, { comment: 'hello' });
});

import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

const setUp = async (tokens = 1_000) => {
  const model = await site.join({ type: 'model' });
  const viewer = await site.join({ tokens });
  const tip = (amount: number, more: object = {}) =>
    viewer.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount, ...more },
      idempotencyKey: uuidv7(),
    });
  return { model, viewer, tip };
};

describe('a tip', () => {
  test('with status 1 moves the tokens, the model gets her share (LEDGER-TIP-001) (LEDGER-TIP-007) (LEDGER-TIP-008)', async () => {
    const { model, viewer, tip } = await setUp();
    expect(await tip(25, { comment: 'hi' })).toMatchObject({
      status: 1,
      amount: 25,
      tokens: 975,
      tip_effect: null,
    });
    expect((await viewer.call('getCurrentUser')).tokens).toBe(975);
    expect(await model.call('getCurrentUser')).toMatchObject({ tokens: 0, earnings: 15 });
  });

  test('is told to the room, to all pages of both sides, and changes both balances everywhere (LEDGER-TIP-002) (LEDGER-TIP-003)', async () => {
    const { model, viewer, tip } = await setUp();
    const tabs = await Promise.all([viewer.openLobby(), viewer.openLobby()]);
    const studio = await model.openLobby();
    const guest = await site.visit();
    const page = await guest.openRoom(await guest.openLobby(), model.username);
    const { tip_id: id } = await tip(100, { comment: 'for the song' });
    const news = {
      tokens: 100,
      sender_name: viewer.username,
      receiver_name: model.username,
      type: 'tip',
      comment: 'for the song',
      id,
    };
    expect(await page.waitFor('v3.tip.received')).toMatchObject(news);
    for (const tab of tabs) {
      expect(await tab.waitFor('v3.tip.received')).toMatchObject(news);
      expect(await tab.waitFor('v3.token.update', (update) => update.id === id)).toMatchObject({
        username: viewer.username,
        tokens: 900,
        token_change: -100,
        type: 'tip',
        pmIsEnabled: true,
      });
    }
    expect(await studio.waitFor('v3.token.update', (update) => update.id === id)).toMatchObject({
      tokens: 60,
      token_change: 60,
    });
  });

  test('stands among the lines of the room for whoever comes later, until the lines are cleared', async () => {
    const { model, viewer, tip } = await setUp();
    const lobby = await viewer.openLobby();
    const page = await viewer.openRoom(lobby, model.username);
    const { tip_id: id } = await tip(30, { comment: 'for the song' });
    await page.waitFor('v3.tip.received');
    const client_id = uuidv7();
    page.send('v3.chat.send', { client_id, message: 'after the tip' });
    await page.waitFor('v3.ack', (ack) => ack.client_id === client_id);
    const guest = await site.visit();
    const params = { username: model.username };
    const lines = async () => (await guest.call('getRoom', { params })).chatMessageList;
    expect(await lines()).toMatchObject([
      { id, type: 'tip', tip: 30, message: 'for the song', username: viewer.username, tip_item: null },
      { type: 'text', tip: null, message: 'after the tip' },
    ]);
    await model.call('clearChat', { params, body: { username: viewer.username } });
    expect(await lines()).toEqual([]);
  });

  test('of somebody who hides stands there without a name, and goes with what is cleared of theirs', async () => {
    const model = await site.join({ type: 'model' });
    // By their office: staff is seen in no room.
    const viewer = await site.join({ tokens: 100, roles: ['site_mod'] });
    const page = await viewer.openRoom(await viewer.openLobby(), model.username);
    await viewer.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 30, comment: 'from nobody' },
      idempotencyKey: uuidv7(),
    });
    await page.waitFor('v3.tip.received');
    const guest = await site.visit();
    const params = { username: model.username };
    const lines = async () => (await guest.call('getRoom', { params })).chatMessageList;
    expect(await lines()).toMatchObject([{ type: 'tip', message: 'from nobody', username: '' }]);
    expect(JSON.stringify(await lines())).not.toContain(viewer.username);
    await model.call('clearChat', { params, body: { username: viewer.username } });
    expect(await lines()).toEqual([]);
  });

  test('is traced to its postings, whose sides have the same sum', async () => {
    const { model, viewer, tip } = await setUp();
    const { tip_id: id } = await tip(33);
    const [row] = (await viewer.call('listHistory')).items;
    expect(row).toMatchObject({
      id,
      kind: 'tip',
      tokens: -33,
      balance_after: 967,
      counterpart: model.username,
      counterpart_name: model.username,
    });
    const trace = await viewer.call('traceTransfer', { params: { id } });
    expect(trace.postings.map(({ account, debit, credit }) => [account, debit, credit]).toSorted()).toEqual([
      ['earned', 0, 19],
      ['platform', 0, 14],
      ['spendable', 33, 0],
    ]);
    expect((await model.call('listHistory')).items[0]).toMatchObject({
      id,
      tokens: 19,
      counterpart: viewer.username,
    });
    const stranger = await site.join();
    expect(await codeOf(stranger.call('traceTransfer', { params: { id } }))).toBe('common.not_found');
    expect(await codeOf(stranger.call('traceTransfer', { params: { id: uuidv7() } }))).toBe(
      'common.not_found',
    );
  });

  test('without enough tokens is refused with its errorType and changes nothing (LEDGER-TIP-009) (ERRORS-002) (ledger.not_enough_tokens)', async () => {
    const { viewer, model } = await setUp(10);
    const answer = await viewer.fetch(`/api/v1/tip/${model.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': viewer.csrf,
        'idempotency-key': uuidv7(),
      },
      body: JSON.stringify({ amount: 11 }),
    });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({
      status: 0,
      errorType: 'not_enough_tokens',
      error: 'Not enough tokens',
    });
    expect((await viewer.call('getCurrentUser')).tokens).toBe(10);
  });

  test('over the own daily limit is refused (ERRORS-005) (ledger.user_daily_limit)', async () => {
    const { viewer, tip } = await setUp();
    await viewer.call('saveSettings', { body: { daily_limit: 50 } });
    expect(await codeOf(tip(30))).toBe('not refused');
    expect(await codeOf(tip(30))).toBe('ledger.user_daily_limit');
    expect(await viewer.call('getDailyLimit')).toMatchObject({
      daily_limit: 50,
      used_today: 30,
      remaining: 20,
    });
  });

  test('without a target, to oneself or to a closed account is refused (LEDGER-TIP-012) (tipping.target_closed)', async () => {
    const { viewer, model } = await setUp();
    const pending = await site.join({ type: 'model', isApproved: false });
    const to = (id: number | string) =>
      codeOf(
        viewer.call('sendTip', { params: { id: String(id) }, body: { amount: 1 }, idempotencyKey: uuidv7() }),
      );
    expect(await to(999_999)).toBe('rooms.not_found');
    expect(await to('abc')).toBe('common.invalid_input');
    expect(await to(viewer.id)).toBe('rooms.not_found');
    expect(await to(pending.id)).toBe('rooms.not_found');
    expect(
      await codeOf(
        model.call('sendTip', {
          params: { id: String(model.id) },
          body: { amount: 1 },
          idempotencyKey: uuidv7(),
        }),
      ),
    ).toBe('common.not_self');
  });

  test('between two of whom one ignores the other is refused, and the page knows it before (S7)', async () => {
    const { model, viewer, tip } = await setUp();
    const options = () => viewer.call('getTipOptions', { params: { id: String(model.id) } });
    expect((await options()).can_tip).toBe(true);
    const ignore = (ignored: boolean) =>
      model.call('ignorePerson', { params: { username: viewer.username }, body: { ignored } } as never);
    await ignore(true);
    expect(await codeOf(tip(5))).toBe('tipping.target_closed');
    expect((await options()).can_tip).toBe(false);
    expect((await viewer.call('getCurrentUser')).tokens).toBe(1_000);
    await ignore(false);
    expect(await tip(5)).toMatchObject({ status: 1, tokens: 995 });
  });

  test('of a guest is refused with a way to log in (LEDGER-TIP-013)', async () => {
    const { model } = await setUp();
    const guest = await site.visit();
    expect(
      await codeOf(
        guest.call('sendTip', {
          params: { id: String(model.id) },
          body: { amount: 1 },
          idempotencyKey: uuidv7(),
        }),
      ),
    ).toBe('common.unauthenticated');
  });

  test('of a model is refused: models do not spend (ledger.model_cannot_spend)', async () => {
    const { model } = await setUp();
    const other = await site.join({ type: 'model' });
    expect(
      await codeOf(
        other.call('sendTip', {
          params: { id: String(model.id) },
          body: { amount: 1 },
          idempotencyKey: uuidv7(),
        }),
      ),
    ).toBe('ledger.model_cannot_spend');
  });

  test('is blocked by the country of sender or receiver, and after a login from Sweden (LEDGER-TIP-015) (LEDGER-TIP-016) (LEDGER-TIP-017) (compliance.tip_geo_block_sender) (compliance.tip_geo_block_receiver)', async () => {
    const { viewer, tip } = await setUp();
    const swedish = await site.join({ type: 'model', country: 'SE' });
    const toSwede = viewer.call('sendTip', {
      params: { id: String(swedish.id) },
      body: { amount: 1 },
      idempotencyKey: uuidv7(),
    });
    expect(await codeOf(toSwede)).toBe('compliance.tip_geo_block_receiver');
    await sql`update accounts set last_login_country = 'SE' where id = ${viewer.id}`.execute(
      site.database.kysely,
    );
    expect(await codeOf(tip(1))).toBe('compliance.tip_geo_block_sender');
    expect((await viewer.call('getCurrentUser')).user.lastLoginCountryTipBlocked).toBe(true);
    expect(await codeOf(viewer.call('getPurchaseLink', { params: { internal_id: 'tokens_50' } }))).toBe(
      'billing.tip_blocked_country',
    );
  });

  test('of wild amounts is refused before anything happens', async () => {
    const { viewer, tip } = await setUp();
    for (const amount of [0, -5, 1.5, 100_001, Number.NaN])
      expect(await codeOf(tip(amount))).toBe('common.invalid_input');
    expect((await viewer.call('getCurrentUser')).tokens).toBe(1_000);
  });

  test.runIf(isFullRun)('200 at once spend a balance for one exactly once', async () => {
    const { viewer, tip } = await setUp(100);
    const codes = await Promise.all(Array.from({ length: 200 }, () => codeOf(tip(100))));
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(1);
    expect((await viewer.call('getCurrentUser')).tokens).toBe(0);
  });
});

test('what somebody has spent lately is added up, and nobody else sees it', async () => {
  const { model, viewer, tip } = await setUp();
  const spentBy = async (who: Pick<Member, 'call'>) =>
    (await who.call('getSpending', { query: { days: '1' } })).items.map(({ kind, tokens }) => [kind, tokens]);
  expect(await spentBy(viewer)).toEqual([]);
  await tip(30);
  await tip(12);
  const sum = (await spentBy(viewer)).reduce((all, [, tokens]) => all + Number(tokens), 0);
  expect(sum).toBe(42);
  expect(await spentBy(model)).toEqual([]);
  for (const days of ['0', '93', 'x'])
    expect(await codeOf(viewer.call('getSpending', { query: { days } }))).toBe('common.invalid_input');
});

describe('tip options', () => {
  test('start at 25 and then remember the last amount (LEDGER-TIP-008) (CONSTANTS-059)', async () => {
    const { model, viewer, tip } = await setUp();
    const options = () => viewer.call('getTipOptions', { params: { id: String(model.id) } });
    expect(await options()).toMatchObject({
      can_tip: true,
      reason: null,
      last_amount: 25,
      presets: [15, 25, 60, 120, 500],
    });
    await tip(77);
    expect((await options()).last_amount).toBe(77);
  });
});

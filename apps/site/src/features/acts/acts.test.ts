import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

const site = await useTestSite();

const SONG = { item_id: 'song', label: 'Song request', price: 40 };
const DRAW = { item_id: 'draw', label: 'A drawing of your pet', price: 100, stock: 1 };

const goLive = async (owner: Member) => {
  const started = await owner.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  site.bus.publish(MEDIA_FACTS, liveFact(owner, broadcast));
  await eventually(async () => expect((await owner.call('getBroadcast')).status).toBe('online'));
};
const install = (owner: Member, items: readonly object[] = [SONG, DRAW]) =>
  owner.call('installApp', { body: { type: TIP_MENU, config: { items } } } as never);
const seller = async (items?: readonly object[]) => {
  const owner = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
  await goLive(owner);
  await install(owner, items);
  return owner;
};
const buy = (from: Member, to: Member, item: { item_id: string; price: number }, more: object = {}) =>
  from.call('sendTip', {
    params: { id: String(to.id) },
    body: {
      amount: item.price,
      type: 'tip_menu',
      app_data: { app_id: TIP_MENU, item_id: item.item_id },
      ...more,
    },
    idempotencyKey: uuidv7(),
  } as never);
const actsOf = async (reader: Member, query: object = {}) =>
  (await reader.call('listActs', { query } as never)).items;
const change = (by: Member, id: string, action: string, more: object = {}) =>
  by.call('changeAct', { params: { id }, body: { action, ...more } } as never);
/** What a refusal says besides its code. */
const refusalOf = async (call: Promise<unknown>): Promise<unknown> =>
  (await call.catch((error: { body?: { params?: unknown } }) => error.body?.params)) as unknown;
const tokensOf = (member: Member) => site.site.ledger.balanceOf(member.id as AccountId);
/** The one act that somebody has, once the feed is read. */
const actOf = (reader: Member) =>
  eventually(async () => {
    const [act] = await actsOf(reader);
    expect(act).toBeDefined();
    return act!;
  });

describe('a tip menu (machine 14)', () => {
  test('is installed beside a goal, shown with its prices to everybody, and told to the room (GAMES-003) (GAMES-016)', async () => {
    const owner = await seller();
    const viewer = await site.join({ tokens: 500 });
    const page = await viewer.openRoom(await viewer.openLobby(), owner.username);
    const panel = {
      label: 'Tip menu',
      radio_options: [
        { label: 'Song request', value: 'song', tokens: 40 },
        { label: 'A drawing of your pet', value: 'draw', tokens: 100 },
      ],
    };
    const room = await viewer.call('getRoom', { params: { username: owner.username } });
    expect(room.app_panels.tip_panel).toEqual(panel);
    expect(room.chat.installedModuleIdList).toEqual([TIP_MENU]);
    await owner.call('installApp', { body: { type: 1, config: { label: 'Goal', target: 100 } } } as never);
    expect(await page.waitFor('v3.chat.app_changed_relayed')).toMatchObject({
      app_id: 1,
      module_ids: [TIP_MENU],
    });
    expect(await page.waitFor('v3.chat.app_panels')).toMatchObject({ tip_panel: panel });
    const late = await viewer.openRoom(await viewer.openLobby(), owner.username, { epoch: 'old', seq: 1 });
    expect(await late.waitFor('v3.room.snapshot')).toMatchObject({ app_panels: { tip_panel: panel } });
    const options = await viewer.call('getTipOptions', { params: { id: String(owner.id) } });
    expect(options.menu).toEqual([
      { item_id: 'song', label: 'Song request', price: 40 },
      { item_id: 'draw', label: 'A drawing of your pet', price: 100 },
    ]);
    await owner.call('saveSettings', { body: { cam_password: 'sesame' } });
    const menuOf = async (who: Member) =>
      (await who.call('getTipOptions', { params: { id: String(owner.id) } })).menu;
    expect(await menuOf(await site.join())).toEqual([]);
    await viewer.call('enterRoomPassword', {
      params: { username: owner.username },
      body: { password: 'sesame' },
    });
    expect(await menuOf(viewer)).toEqual(options.menu);
  });

  test('sells by a tip of exactly its price: the room hears of it, and it is owed until it is given (GAMES-021) (GAMES-006) (S1401)', async () => {
    const owner = await seller();
    const viewer = await site.join({ tokens: 500 });
    const page = await viewer.openRoom(await viewer.openLobby(), owner.username);
    const paid = await buy(viewer, owner, SONG, {
      comment: 'the slow one',
      app_data: { app_id: TIP_MENU, item_id: 'song', radio_option: 'words of the page' },
    });
    expect(paid).toMatchObject({ amount: 40, tip_effect: { menu_item: 'Song request', app_id: TIP_MENU } });
    expect(await page.waitFor('v3.tip.received')).toMatchObject({
      type: 'tip_menu',
      tokens: 40,
      comment: 'the slow one',
      app_data: { app_id: TIP_MENU, item_id: 'song', radio_option: 'Song request' },
    });
    expect(await page.waitFor('v3.app.outcome')).toMatchObject({
      app_id: TIP_MENU,
      label: 'Song request',
      username: viewer.username,
      tokens: 40,
      id: paid.tip_id,
    });
    const owed = await actOf(owner);
    expect(owed).toMatchObject({
      id: paid.tip_id,
      label: 'Song request',
      tokens: 40,
      payer: viewer.username,
      model: owner.username,
      state: 'owed',
      contest_until: null,
    });
    expect(await change(owner, owed.id, 'done')).toMatchObject({ state: 'done' });
    expect(await change(owner, owed.id, 'done')).toMatchObject({ state: 'done' });
    expect(await actsOf(owner, { state: 'owed' })).toEqual([]);
    expect((await actsOf(viewer, { state: 'done' }))[0]!.contest_until).not.toBeNull();
  });

  test.each([
    ['another price', { amount: 39 }],
    ['an item that is not on it', { app_data: { app_id: TIP_MENU, item_id: 'nothing' } }],
    ['no item', { app_data: { app_id: TIP_MENU } }],
    ['no app', { app_data: null }],
    ['an app that sells nothing', { app_data: { app_id: 1, item_id: 'song' } }],
    ['a plain tip with an item', { type: 'tip' }],
    ['a move of a game', { type: 'app' }],
  ])('takes no tip for %s, and no tokens (tipping.item_gone) (S1203)', async (_, more) => {
    const owner = await seller();
    const viewer = await site.join({ tokens: 500 });
    expect(await codeOf(buy(viewer, owner, SONG, more))).toBe('tipping.item_gone');
    expect((await tokensOf(viewer)).spendable).toBe(500);
  });

  test('sells nothing that is switched off, sold out or of a performer who is away, and a plain tip of its price buys nothing (S1402)', async () => {
    const owner = await seller([{ ...SONG, enabled: false }, DRAW]);
    const [viewer, other] = [await site.join({ tokens: 500 }), await site.join({ tokens: 500 })];
    expect(await codeOf(buy(viewer, owner, SONG))).toBe('tipping.item_gone');
    await viewer.call('sendTip', {
      params: { id: String(owner.id) },
      body: { amount: 100 },
      idempotencyKey: uuidv7(),
    } as never);
    await buy(viewer, owner, DRAW);
    await actOf(viewer);
    expect(await codeOf(buy(other, owner, DRAW))).toBe('tipping.item_gone');
    const room = await other.call('getRoom', { params: { username: owner.username } });
    expect(room.app_panels.tip_panel).toBeNull();
    expect(await actsOf(owner)).toHaveLength(1);
    await owner.call('updateApp', {
      params: { type: String(TIP_MENU) },
      body: { config: { items: [SONG] }, version: 1 },
    } as never);
    await owner.call('stopBroadcast', { body: {} });
    await eventually(async () => expect((await owner.call('getBroadcast')).status).toBe('offline'));
    expect(await codeOf(buy(viewer, owner, SONG))).toBe('tipping.item_gone');
  });

  test.runIf(isFullRun)(
    'gives all tokens back where the last one was sold to somebody else in the same moment (S1204)',
    async () => {
      const owner = await seller([DRAW]);
      const viewers = await Promise.all(Array.from({ length: 6 }, () => site.join({ tokens: 100 })));
      const answers = await Promise.allSettled(viewers.map((viewer) => buy(viewer, owner, DRAW)));
      expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
      await site.site.settled();
      await eventually(async () => {
        const left = await Promise.all(viewers.map(async (viewer) => (await tokensOf(viewer)).spendable));
        expect(left.filter((tokens) => tokens === 0)).toHaveLength(1);
        expect(left.filter((tokens) => tokens === 100)).toHaveLength(5);
      });
      await eventually(async () =>
        expect((await actsOf(owner)).filter(({ state }) => state !== 'returned')).toHaveLength(1),
      );
    },
  );

  test('is refused with two items of one id, none, or an empty label (room_games.config_invalid)', async () => {
    const owner = await site.join({ type: 'model' });
    for (const items of [[SONG, SONG], [], [{ ...SONG, label: ' ' }], [{ ...SONG, price: 0 }]])
      expect(await codeOf(install(owner, items))).toBe('room_games.config_invalid');
  });

  test('sells so many more as the performer sets, counted from what was sold', async () => {
    const owner = await seller([DRAW]);
    const viewer = await site.join({ tokens: 500 });
    await buy(viewer, owner, DRAW);
    await actOf(viewer);
    const [app] = (await owner.call('listRoomApps', { params: { username: owner.username } })).apps;
    expect(app!.state).toEqual({ items: [], sold: { draw: 1 } });
    await owner.call('updateApp', {
      params: { type: String(TIP_MENU) },
      body: { config: { items: [{ ...DRAW, stock: 2 }] }, version: app!.version },
    } as never);
    await buy(viewer, owner, DRAW);
    await eventually(async () => expect(await actsOf(owner)).toHaveLength(2));
    expect(await codeOf(buy(viewer, owner, DRAW))).toBe('tipping.item_gone');
  });
});

describe('what is owed (S1205)', () => {
  const sold = async () => {
    const owner = await seller();
    const viewer = await site.join({ tokens: 40 });
    await buy(viewer, owner, SONG);
    return { owner, viewer, act: await actOf(owner) };
  };

  test('goes back at the will of the performer: every token, from everybody, once, and the payer is told', async () => {
    const { owner, viewer, act } = await sold();
    const answers = await Promise.all([1, 2, 3].map(() => change(owner, act.id, 'return')));
    expect(answers.map(({ state }) => state)).toEqual(['returned', 'returned', 'returned']);
    await eventually(async () => expect((await tokensOf(viewer)).spendable).toBe(40));
    await site.site.settled();
    await site.site.doChores();
    expect((await tokensOf(viewer)).spendable).toBe(40);
    const { items } = await viewer.call('listNotifications', { query: {} } as never);
    expect(items.map(({ title }) => title)).toEqual([`${owner.username}: 40 tokens refunded`]);
  });

  test.runIf(isFullRun)(
    'goes back by itself some days after the broadcast has ended with it owed',
    async () => {
      const { owner, viewer, act } = await sold();
      await owner.call('stopBroadcast', { body: {} });
      await site.site.settled();
      await eventually(async () => {
        const [{ return_at: at } = { return_at: null }] = await actsOf(owner);
        expect(Date.parse(at!) - Date.now()).toBeLessThan(7 * 86_400_000 + 1);
      });
      await site.site.doChores();
      expect((await actsOf(owner))[0]!.state).toBe('owed');
      await sql`update acts set return_at = now() where act_id = ${act.id}`.execute(site.database.kysely);
      await site.site.doChores();
      expect((await actsOf(viewer))[0]!.state).toBe('returned');
      expect((await tokensOf(viewer)).spendable).toBe(40);
    },
  );

  test.runIf(isFullRun)('goes back also where the process died after that was decided', async () => {
    const { viewer, act } = await sold();
    await sql`update acts set state = 'returning' where act_id = ${act.id}`.execute(site.database.kysely);
    await eventually(async () => expect((await tokensOf(viewer)).spendable).toBe(40));
    await eventually(async () => expect((await actsOf(viewer))[0]!.state).toBe('returned'));
  });

  test('stands in both statements by its name, and so does what went back', async () => {
    const { owner, viewer, act } = await sold();
    await change(owner, act.id, 'return');
    const refundOf = await eventually(async () => {
      const rows = (await viewer.call('listHistory', { query: {} })).items;
      expect(rows[0]).toMatchObject({ kind: 'refund', tokens: 40, about: { label: 'Song request' } });
      expect(rows[1]).toMatchObject({ kind: 'tip', about: { label: 'Song request', refund_of: null } });
      expect(rows[0]!.about!.refund_of).toEqual({ id: rows[1]!.id, kind: 'tip', at: rows[1]!.at });
      return rows[0]!.about!.refund_of;
    });
    const [back] = (await owner.call('listHistory', { query: {} })).items;
    expect(back).toMatchObject({ kind: 'refund', about: { label: 'Song request', refund_of: refundOf } });
  });

  test.runIf(isFullRun)(
    'is returned where the house has taken the tip back, in part first, and goes back no second time',
    async () => {
      const { owner, viewer, act } = await sold();
      const back = (amountTokens: number) =>
        site.site.ledger.refund({ id: uuidv7(), kind: 'refund', transferId: act.id as Uuid, amountTokens });
      // The press may come before the feed has told of the part.
      await back(15);
      await change(owner, act.id, 'return');
      await eventually(async () => expect((await tokensOf(viewer)).spendable).toBe(40));
      await eventually(async () => {
        const { rows } = await sql`select state, returned_tokens from acts where act_id = ${act.id}`.execute(
          site.database.kysely,
        );
        expect(rows).toEqual([{ state: 'returned', returned_tokens: 40 }]);
      });
      expect((await back(1)).status).toBe('refused');
    },
  );

  test('that was given can be contested by who has paid, once and for two days, which a moderator looks at', async () => {
    const { owner, viewer, act } = await sold();
    await change(owner, act.id, 'done');
    await change(viewer, act.id, 'contest', { text: 'No song came' });
    await change(viewer, act.id, 'contest', { text: 'Again' });
    expect((await actsOf(viewer))[0]).toMatchObject({ is_contested: true, contest_until: null });
    const { rows } = await sql<{ text: string }>`
      select text from reports where reporter_id = ${viewer.id}`.execute(site.database.kysely);
    expect(rows).toEqual([{ text: 'Paid and not given: Song request (40 tokens). No song came' }]);
    await sql`update acts set contested_at = null, done_at = now() - interval '49 hours'
      where act_id = ${act.id}`.execute(site.database.kysely);
    expect(await refusalOf(change(viewer, act.id, 'contest'))).toEqual({ reason: 'late' });
    expect((await actsOf(viewer))[0]).toMatchObject({ is_contested: false });
  });

  test('that is still owed, or given back, cannot be contested, and stays what it is (acts.not_contestable)', async () => {
    const { owner, viewer, act } = await sold();
    expect(await codeOf(change(viewer, act.id, 'contest'))).toBe('acts.not_contestable');
    expect(await refusalOf(change(viewer, act.id, 'contest'))).toEqual({ reason: 'owed' });
    expect((await actsOf(viewer))[0]).toMatchObject({ state: 'owed', is_contested: false });
    await change(owner, act.id, 'return');
    expect(await refusalOf(change(viewer, act.id, 'contest'))).toEqual({ reason: 'returned' });
    const { rows } = await sql`select 1 from reports where reporter_id = ${viewer.id}`.execute(
      site.database.kysely,
    );
    expect(rows).toEqual([]);
  });

  test('is nobody else’s to see or change, and each side has its own part (common.not_found) (common.forbidden)', async () => {
    const { owner, viewer, act } = await sold();
    const stranger = await site.join();
    expect(await actsOf(stranger)).toEqual([]);
    for (const action of ['done', 'return', 'contest'])
      expect(await codeOf(change(stranger, act.id, action))).toBe('common.not_found');
    expect(await codeOf(change(viewer, act.id, 'done'))).toBe('common.forbidden');
    expect(await codeOf(change(viewer, act.id, 'return'))).toBe('common.forbidden');
    expect(await codeOf(change(owner, act.id, 'contest'))).toBe('common.forbidden');
    expect(await codeOf(change(owner, uuidv7(), 'done'))).toBe('common.not_found');
  });

  test('names nobody who hides, to the performer or in the room', async () => {
    const owner = await seller();
    const hidden = await site.join({ tokens: 40, settings: { invisible_mode_level: 1 } });
    await sql`update accounts set membership = 'vip' where id = ${hidden.id}`.execute(site.database.kysely);
    const watcher = await site.join();
    const page = await watcher.openRoom(await watcher.openLobby(), owner.username);
    await buy(hidden, owner, SONG);
    expect(await page.waitFor('v3.app.outcome')).not.toHaveProperty('username');
    expect((await actOf(owner)).payer).toBeNull();
  });

  test('is listed newest first, page by page', async () => {
    const owner = await seller();
    const viewer = await site.join({ tokens: 400 });
    for (let n = 0; n < 5; n++) await buy(viewer, owner, SONG);
    await eventually(async () => expect(await actsOf(viewer)).toHaveLength(5));
    const all = (await actsOf(viewer)).map(({ id }) => id);
    expect(all).toEqual(all.toSorted().toReversed());
    const first = await viewer.call('listActs', { query: { limit: '2' } } as never);
    const second = await viewer.call('listActs', {
      query: { limit: '3', cursor: first.next_cursor! },
    } as never);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all);
    expect(second.next_cursor).toBeNull();
  });
});

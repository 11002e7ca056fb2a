import type { AccountId } from '@klieg/kernel';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { putCard } from '../../app/testing-card.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import {
  buy,
  decide,
  get,
  joinClub,
  joinStaff,
  mediaMakers,
  tokensOf,
} from '../../app/testing-media-store.ts';

const site = await useTestSite();
const { kysely } = site.database;
const staff = await joinStaff(site);
const { add, publish } = mediaMakers(site);
const joinModel = (more: Readonly<Record<string, unknown>> = {}) =>
  site.join({ type: 'model', settings: more });
const earnedOf = async (model: Member) =>
  (await site.site.ledger.pursesOf(model.id as AccountId)).earning.posted;
const isRight = async () => expect(await site.site.ledger.reconcile('all')).toMatchObject({ findings: [] });
const heldOf = async (member: Member) => (await site.site.ledger.balanceOf(member.id as AccountId)).held;
const errorOf = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { readonly body?: { readonly params?: object; readonly errorType?: string } }) => error.body,
  );
const buyAll = (buyer: Member, model: Member, price: number, body: object = {}, key: string = uuidv7()) =>
  buyer.call('purchaseAllMedia', {
    params: { username: model.username },
    body: { price, ...body },
    idempotencyKey: key,
  });
const offerOf = async (buyer: Member, model: Member) =>
  (await buyer.call('listModelMedia', { params: { username: model.username }, query: {} })).unpurchased;

describe('buying a media', () => {
  test('costs its price, of which the performer gets 80 percent; both are told, and the buyer has it (MEDIA-LIBRARY-010) (MEDIA-LIBRARY-034) (LEDGER-TIP-006)', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 300 })];
    const { id } = await publish(model, staff);
    const lobby = await buyer.openLobby();
    const answer = await buy(buyer, id, { source: 'room', price: 100 });
    expect(answer).toMatchObject({
      status: 1,
      message: 'Media Purchased',
      price: 100,
      tokens: 200,
      media: { id, access_type: 'purchased', owned: true, price: 0 },
    });
    expect([await tokensOf(buyer), await heldOf(buyer), await earnedOf(model)]).toEqual([200, 0, 80]);
    // Every page of the buyer hears which media it is.
    expect(await lobby.waitFor('v3.token.update', ({ type }) => type === 'media')).toMatchObject({
      id: String(id),
      tokens: 200,
      token_change: -100,
    });
    expect((await buyer.call('getCurrentUser')).media_ids).toEqual([id]);
    await eventually(async () => {
      const { items } = await model.call('listNotifications', { query: {} });
      expect(items[0]).toMatchObject({
        kind: 'media_sold',
        title: `${buyer.username} has bought “A walk by the sea”`,
      });
    });
    expect((await model.call('listOwnMedia', { query: {} })).items).toMatchObject([{ id, sales: 1 }]);
    await isRight();
  });

  test('is one payment, however often the same press comes, and from however many pages', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 1_000 })];
    const { id } = await publish(model, staff);
    const key = uuidv7();
    const presses = await Promise.allSettled([1, 2, 3].map(() => buy(buyer, id, {}, key)));
    expect(presses.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await buy(buyer, id, {}, key)).price).toBe(100);
    const pages = await Promise.all(Array.from({ length: 6 }, () => buy(buyer, id)));
    // What is owned is charged no more (MEDIA-LIBRARY-031).
    expect(pages.map(({ price }) => price)).toEqual([0, 0, 0, 0, 0, 0]);
    const second = await publish(model, staff);
    const both = await Promise.all(Array.from({ length: 6 }, () => buy(buyer, second.id)));
    expect(both.map(({ price }) => price).toSorted((a, b) => b - a)).toEqual([100, 0, 0, 0, 0, 0]);
    expect([await tokensOf(buyer), await heldOf(buyer)]).toEqual([800, 0]);
    await isRight();
  });

  test.runIf(isFullRun)(
    'is one payment of two hundred presses of somebody who has tokens for one',
    async () => {
      const [model, buyer] = [await joinModel(), await site.join({ tokens: 100 })];
      const { id } = await publish(model, staff);
      const presses = await Promise.allSettled(Array.from({ length: 200 }, () => buy(buyer, id)));
      const prices = presses.flatMap((press) => (press.status === 'fulfilled' ? press.value.price : []));
      expect(prices.filter((price) => price > 0)).toEqual([100]);
      expect([await tokensOf(buyer), await heldOf(buyer), await earnedOf(model)]).toEqual([0, 0, 80]);
      expect((await get(buyer, id)).access_type).toBe('purchased');
      await isRight();
    },
  );

  test('charges nothing for what is owned, included by the club, or costs nothing (MEDIA-LIBRARY-031) (FANCLUB-018)', async () => {
    const model = await joinModel({
      fanclub_enabled: true,
      fanclub_prices: { supporter: 100, insider: 200, legend: 400 },
    });
    const buyer = await site.join({ tokens: 300 });
    const [free, open, included] = [
      await publish(model, staff, { token_price: 0 }),
      await publish(model, staff, { is_free_no_auth: true }),
      await publish(model, staff, { fanclub_access_level: 'supporter' }),
    ];
    await joinClub(buyer, model, 'supporter', 100);
    for (const { id } of [free, open, included])
      expect(await buy(buyer, id)).toMatchObject({ status: 1, price: 0, tokens: 200 });
    expect(await tokensOf(buyer)).toBe(200);
  });

  test('takes the level’s discount, and refuses a price that is another one now (common.price_changed) (FANCLUB-017)', async () => {
    const model = await joinModel({
      fanclub_enabled: true,
      fanclub_prices: { supporter: 100, insider: 200, legend: 400 },
    });
    const fan = await site.join({ tokens: 400 });
    await joinClub(fan, model, 'insider', 200);
    const { id } = await publish(model, staff, { token_price: 99 });
    expect(await errorOf(buy(fan, id, { price: 99 }))).toMatchObject({
      code: 'common.price_changed',
      params: { price: 89 },
    });
    expect(await buy(fan, id, { price: 89 })).toMatchObject({ price: 89, tokens: 111 });
    await model.call('changeMedia', { params: { id: String(id) }, body: { token_price: 10 } });
    const other = await site.join({ tokens: 100 });
    expect(await codeOf(buy(other, id, { price: 99 }))).toBe('common.price_changed');
    expect(await buy(other, id, { price: 10 })).toMatchObject({ price: 10 });
  });

  test('asks who has too few tokens and no card to buy more, and says how many are missing; with a card the ledger says so (media_library.need_credits) (ledger.not_enough_tokens) (MEDIA-LIBRARY-032) (ERRORS-022)', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 80 })];
    const { id } = await publish(model, staff);
    expect(await errorOf(buy(buyer, id))).toMatchObject({
      status: 0,
      code: 'media_library.need_credits',
      errorType: 'not_enough_tokens',
      error: 'You have to buy more credits to buy this media',
      params: { missing_tokens: 20 },
    });
    const carded = await site.join({ tokens: 80 });
    await putCard(carded);
    const dear = await publish(model, staff, { token_price: 5_000 });
    expect(await codeOf(buy(carded, dear.id))).toBe('ledger.not_enough_tokens');
    expect([await tokensOf(buyer), await heldOf(buyer)]).toEqual([80, 0]);
  });

  test('is not for its performer, other performers and guests, and not of what nobody finds (common.not_self) (ledger.model_cannot_spend) (media_library.not_found)', async () => {
    const [model, other, buyer] = [await joinModel(), await joinModel(), await site.join({ tokens: 500 })];
    const { id } = await publish(model, staff);
    expect(await codeOf(buy(model, id))).toBe('common.not_self');
    expect(await codeOf(buy(other, id))).toBe('ledger.model_cannot_spend');
    expect(await codeOf(buy(await site.visit(), id))).toBe('common.unauthenticated');
    expect(await codeOf(buy(buyer, 999_999))).toBe('media_library.not_found');
    const waiting = await add(model);
    expect(await codeOf(buy(buyer, waiting.id))).toBe('media_library.not_found');
  });
});

describe('what a crash leaves', () => {
  test.runIf(isFullRun)(
    'between the right and the payment is paid by the next look, once, and the performer is told of it',
    async () => {
      const [model, buyer] = [await joinModel(), await site.join({ tokens: 300 })];
      const { id } = await publish(model, staff);
      const orderId = uuidv7();
      await site.site.ledger.hold({
        id: orderId,
        kind: 'media',
        from: buyer.id as AccountId,
        to: model.id as AccountId,
        amountTokens: 100,
        machine: `media:${orderId}`,
        expiresAt: Date.now() + 600_000,
      });
      await sql`insert into media_orders (order_id, buyer_id, model_id, tokens, source, ordered_at, state)
      values (${orderId}, ${buyer.id}, ${model.id}, 100, 'room', now() - interval '1 minute', 'held')`.execute(
        kysely,
      );
      await sql`insert into media_rights (buyer_id, media_id, order_id, tokens, bought_at)
      values (${buyer.id}, ${id}, ${orderId}, 100, now())`.execute(kysely);
      await eventually(async () => expect(await earnedOf(model)).toBe(80));
      expect([await tokensOf(buyer), await heldOf(buyer)]).toEqual([200, 0]);
      expect(await buy(buyer, id)).toMatchObject({ price: 0 });
      await isRight();
      // Whoever was to tell the performer is gone as well.
      const soldTo = async () => {
        const { items } = await model.call('listNotifications', { query: {} });
        return items.filter(({ kind }) => kind === 'media_sold').map(({ title }) => title);
      };
      await eventually(async () =>
        expect(await soldTo()).toEqual([`${buyer.username} has bought “A walk by the sea”`]),
      );
    },
  );

  test('of a payment whose media nobody knows any more stops no notification after it', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 300 })];
    const { id } = await publish(model, staff);
    await site.site.ledger.spend({
      id: uuidv7(),
      kind: 'media',
      from: buyer.id as AccountId,
      to: model.id as AccountId,
      amountTokens: 10,
      sharePercent: 80,
      note: { ref: { type: 'media', id: uuidv7() }, detail: { source: 'room', count: 0 } },
    });
    await buy(buyer, id);
    await eventually(async () => {
      const { items } = await model.call('listNotifications', { query: {} });
      const sold = items.filter(({ kind }) => kind === 'media_sold').map(({ title }) => title);
      expect(sold).toContain(`${buyer.username} has bought “A walk by the sea”`);
      expect(sold).toHaveLength(2);
    });
  });

  test.runIf(isFullRun)(
    'before the right is no payment: what was held comes back, and a right whose tokens are gone is none',
    async () => {
      const [model, buyer] = [await joinModel(), await site.join({ tokens: 300 })];
      const { id } = await publish(model, staff);
      const orderId = uuidv7();
      // The hold is gone when it is to be paid.
      await sql`insert into media_orders (order_id, buyer_id, model_id, tokens, source, ordered_at, state)
      values (${orderId}, ${buyer.id}, ${model.id}, 100, 'room', now() - interval '1 minute', 'held')`.execute(
        kysely,
      );
      await sql`insert into media_rights (buyer_id, media_id, order_id, tokens, bought_at)
      values (${buyer.id}, ${id}, ${orderId}, 100, now())`.execute(kysely);
      await eventually(async () => expect((await get(buyer, id)).access_type).toBe('locked'));
      expect([await tokensOf(buyer), await earnedOf(model)]).toEqual([300, 0]);
    },
  );
});

describe('buying all', () => {
  test('of what is left costs a fifth less, rounded down, and is offered from two on (MEDIA-LIBRARY-036) (media_library.too_few) (common.price_changed)', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 1_000 })];
    const [first, second, third] = [
      await publish(model, staff, { token_price: 33 }),
      await publish(model, staff, { token_price: 50 }),
      await publish(model, staff, { token_price: 18 }),
    ];
    await publish(model, staff, { token_price: 0 });
    expect(await offerOf(buyer, model)).toEqual({ count: 3, price_total: 101, price_discounted: 80 });
    expect(await errorOf(buyAll(buyer, model, 101))).toMatchObject({
      code: 'common.price_changed',
      params: { price: 80 },
    });
    const lobby = await buyer.openLobby();
    const key = uuidv7();
    const bought = await buyAll(buyer, model, 80, {}, key);
    expect(bought).toMatchObject({ status: 1, bought: 3, price: 80, tokens: 920 });
    expect(bought.media_ids.toSorted((a, b) => a - b)).toEqual([first.id, second.id, third.id]);
    for (const { id } of [first, second, third])
      await lobby.waitFor('v3.token.update', (told) => told.type === 'media' && told.id === String(id));
    expect(await buyAll(buyer, model, 80, {}, key)).toMatchObject({ bought: 3, price: 80 });
    expect([await tokensOf(buyer), await earnedOf(model)]).toEqual([920, 64]);
    expect(await offerOf(buyer, model)).toEqual({ count: 0, price_total: 0, price_discounted: 0 });
    expect(await codeOf(buyAll(buyer, model, 0))).toBe('media_library.too_few');
    await isRight();
  });

  test('refuses as buying one does, and charges once from two pages (media_library.need_credits) (common.not_self) (rooms.not_found) (rooms.banned) (ledger.model_cannot_spend) (ledger.not_enough_tokens)', async () => {
    const [model, poor, buyer] = [
      await joinModel(),
      await site.join({ tokens: 10 }),
      await site.join({ tokens: 500 }),
    ];
    for (const _ of [1, 2]) await publish(model, staff);
    expect(await codeOf(buyAll(poor, model, 160))).toBe('media_library.need_credits');
    await putCard(poor);
    expect(await codeOf(buyAll(poor, model, 160))).toBe('ledger.not_enough_tokens');
    expect(await codeOf(buyAll(model, model, 160))).toBe('common.not_self');
    expect(await codeOf(buyAll(await joinModel(), model, 160))).toBe('ledger.model_cannot_spend');
    expect(await codeOf(buyAll(buyer, { ...model, username: 'nobody_is_here' }, 160))).toBe(
      'rooms.not_found',
    );
    const pages = await Promise.allSettled(Array.from({ length: 4 }, () => buyAll(buyer, model, 160)));
    expect(pages.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await tokensOf(buyer), await heldOf(buyer)]).toEqual([340, 0]);
    await model.call('moderate', {
      params: { username: model.username },
      body: { action: 'ban', username: buyer.username },
    });
    expect(await codeOf(buyAll(buyer, model, 160))).toBe('rooms.banned');
    await isRight();
  });
});

describe('what was bought', () => {
  test('is put away and had back, and never given back; lists tell it by kind (MEDIA-LIBRARY-017) (MEDIA-LIBRARY-018) (MEDIA-LIBRARY-019) (MEDIA-LIBRARY-028) (media_library.not_found)', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 500 })];
    const [pictures, video] = [
      await publish(model, staff),
      await publish(model, staff, { type_id: 2, tags: ['sea'] }),
    ];
    for (const { id } of [pictures, video]) await buy(buyer, id);
    const list = async (b: string, filters?: object) =>
      buyer.call('listPurchased', {
        params: { a: 'purchased', b: b as 'pictures' },
        query: filters ? { filters: JSON.stringify(filters) } : {},
      });
    const idsIn = async (b: string, filters?: object) => (await list(b, filters)).items.map(({ id }) => id);
    expect(await idsIn('pictures')).toEqual([pictures.id]);
    expect(await list('videos')).toMatchObject({
      total: 1,
      media: { id: video.id, access_type: 'purchased' },
      playlists: [],
    });
    expect(await idsIn('recording')).toEqual([]);
    // Every tab with how many it has, also in a list that is narrowed to nothing.
    const totals = async () => (await list('videos', { q: '100%' })).totals;
    const none = { pictures: 0, videos: 0, recording: 0, playlists: 0, fanclub: 0, hidden_media: 0 };
    expect(await totals()).toEqual({ ...none, pictures: 1, videos: 1 });
    expect(
      await idsIn('videos', { tag: 'sea', username: model.username, q: 'WALK', sort_by: 'price_low' }),
    ).toEqual([video.id]);
    expect(await idsIn('videos', { q: '100%' })).toEqual([]);
    expect(await idsIn('videos', { username: 'nobody_is_here' })).toEqual([]);
    expect(
      await codeOf(
        buyer.call('listPurchased', { params: { a: 'purchased', b: 'videos' }, query: { filters: '{' } }),
      ),
    ).toBe('common.invalid_input');
    const hide = (id: number) => buyer.call('hidePurchase', { params: { id: String(id) } });
    const restore = (id: number) => buyer.call('restorePurchase', { params: { id: String(id) }, body: {} });
    expect(await hide(video.id)).toEqual({ status: 1 });
    expect(await hide(video.id)).toEqual({ status: 1 });
    expect(await totals()).toEqual({ ...none, pictures: 1, hidden_media: 1 });
    expect([await idsIn('videos'), await idsIn('hidden_media'), await tokensOf(buyer)]).toEqual([
      [],
      [video.id],
      300,
    ]);
    // It is the buyer's all the same.
    expect((await get(buyer, video.id)).access_type).toBe('purchased');
    await restore(video.id);
    expect([await idsIn('videos'), await idsIn('hidden_media')]).toEqual([[video.id], []]);
    expect(await codeOf(hide(999_999))).toBe('media_library.not_found');
    expect(await codeOf(restore(999_999))).toBe('media_library.not_found');
    const stranger = await site.join();
    expect(await codeOf(stranger.call('hidePurchase', { params: { id: String(video.id) } }))).toBe(
      'media_library.not_found',
    );
  });

  test.runIf(isFullRun)(
    'stays the buyer’s when its performer takes it away or changes it, and goes with its tokens back when it is removed',
    async () => {
      const [model, buyer, other] = [
        await joinModel(),
        await site.join({ tokens: 500 }),
        await site.join({ tokens: 500 }),
      ];
      const { id } = await publish(model, staff);
      await buy(buyer, id);
      await model.call('changeMedia', { params: { id: String(id) }, body: { name: 'Another name' } });
      expect([(await get(buyer, id)).result, (await get(other, id)).result]).toEqual([true, false]);
      await decide(staff, id);
      await model.call('deleteMedia', { params: { id: String(id) }, body: {} });
      expect([(await get(buyer, id)).access_type, (await get(other, id)).result]).toEqual([
        'purchased',
        false,
      ]);
      // Whoever finds it reports it, and a moderator takes it off.
      await buyer.call('createReport', {
        body: { kind: 'media', target: String(id), reason: 'copyright', text: 'It is not hers.' },
      });
      const moderator = await site.join({ roles: ['site_mod'] });
      const { items } = await moderator.call('listReports', { query: { kind: 'media' } });
      const held = items.find(({ target }) => target === String(id))!;
      expect(held).toMatchObject({ kind: 'media' });
      const decideCase = () =>
        moderator.call('decideReport', {
          params: { id: held.id },
          body: { state: 'actioned', action: 'remove', note: 'Taken off the site' },
        });
      await decideCase();
      expect((await get(buyer, id)).result).toBe(false);
      await eventually(async () => expect(await tokensOf(buyer)).toBe(500));
      await site.site.doChores();
      expect([await tokensOf(buyer), await earnedOf(model)]).toEqual([500, 0]);
      expect((await buyer.call('getCurrentUser')).media_ids).toEqual([]);
      await isRight();
    },
  );
});

import { toInstant, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const BUDGET = 1_000_000;
const site = await useTestSite({ env: { PROMO_DAILY_TOKENS: String(BUDGET) } });
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;

const deedsOf = async (target: string) => (await boss.call('listAudit', { query: { target } })).items;
const confirm = (member: Member) =>
  sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(kysely);

test('only admins with their password given lately get in, and a stranger changes nothing', async () => {
  const [guest, viewer, late] = [await site.visit(), await site.join(), await desk.joinAdmin()];
  await sql`update sessions set sudo_until = null where account_id = ${late.id}`.execute(kysely);
  const calls = [
    ['listDeskProducts', {}],
    ['listDeskPromos', {}],
    ['listDeskWheels', {}],
    ['saveDeskProduct', { body: product('tokens_50') }],
    ['saveDeskPromo', { body: promo('FREE_TOKENS') }],
    ['saveDeskWheel', { body: wheel([5, 50], [10, 50]) }],
  ] as const;
  for (const [name, given] of calls) {
    expect(await codeOf(guest.call(name, given as never)), name).toBe('common.unauthenticated');
    expect(await codeOf(viewer.call(name, given as never)), name).toBe('common.forbidden');
    expect(await codeOf(late.call(name, given as never)), name).toBe('common.sudo_required');
  }
});

const product = (internal_id: string, more: object = {}) => ({
  internal_id,
  tokens: 50,
  bonus_tokens: 0,
  amount: 500,
  label: null,
  is_oneclick: true,
  position: 1,
  kind: null,
  biller: null,
  enabled: true,
  ...more,
});

describe('products', () => {
  const save = (body: ReturnType<typeof product> & { is_new?: boolean }) =>
    admin.call('saveDeskProduct', { body });
  const offered = async (member: Member) => {
    const { products } = await member.call('listProducts', { body: {} });
    return products.credit.map((one) => one.internal_id);
  };

  test('a package is added, changed in its order and taken away; each step stands in the audit log (BILLING-036)', async () => {
    const buyer = await site.join();
    const { items } = await save(
      product('tokens_75', { tokens: 75, amount: 700, is_new: true, position: 0 }),
    );
    const added = items.find((one) => one.internal_id === 'tokens_75');
    expect(added).toMatchObject({ tokens: 75, amount: 700, sold: 0, enabled: true });
    expect((await offered(buyer))[0]).toBe('tokens_75');
    await save(product('tokens_75', { tokens: 75, amount: 650, position: 900 }));
    expect((await offered(buyer)).at(-1)).toBe('tokens_75');
    // The same again is no change.
    await save(product('tokens_75', { tokens: 75, amount: 650, position: 900 }));
    await save(product('tokens_75', { tokens: 75, amount: 650, position: 900, enabled: false }));
    expect(await offered(buyer)).not.toContain('tokens_75');
    expect(await codeOf(desk.buy(buyer, 'tokens_75'))).toBe('billing.product_unknown');
    expect((await admin.call('listDeskProducts')).items.at(-1)).toMatchObject({
      internal_id: 'tokens_75',
      enabled: false,
    });
    expect((await deedsOf('product:tokens_75')).map(({ action, detail }) => [action, detail])).toEqual([
      ['products.changed', { enabled: 'true → false' }],
      ['products.changed', { amount: '700 → 650', position: '0 → 900' }],
      ['products.added', expect.objectContaining({ amount: '700', tokens: '75' })],
    ]);
  });

  test('a link that is open and an order that is paid keep what they were made of', async () => {
    const buyer = await site.join();
    await save(product('tokens_80', { tokens: 80, amount: 800, is_new: true }));
    const paid = await desk.buy(buyer, 'tokens_80');
    const { order_id: open } = await buyer.call('getPurchaseLink', { params: { internal_id: 'tokens_80' } });
    await save(product('tokens_80', { tokens: 60, amount: 1_800 }));
    const orderOf = (id: string) => buyer.call('getOrder', { params: { order_id: id } });
    expect(await orderOf(paid)).toMatchObject({ amount: 800, tokens_added: 80 });
    expect(await orderOf(open)).toMatchObject({ amount: 800 });
    await desk.approve(open, `tx-${open}`, 800);
    await eventually(async () => expect((await orderOf(open)).state).toBe('succeeded'));
    expect((await buyer.call('getCurrentUser')).tokens).toBe(160);
    const after = await buyer.call('getPurchaseLink', { params: { internal_id: 'tokens_80' } });
    expect(after.order_id).not.toBe(open);
    expect(await orderOf(after.order_id)).toMatchObject({ amount: 1_800 });
    const { items } = await admin.call('listDeskProducts');
    expect(items.find((one) => one.internal_id === 'tokens_80')!.sold).toBe(2);
  });

  test('one that a kind of billers or one biller sells is at no other', async () => {
    const buyer = await site.join();
    await save(product('for_paypal', { is_new: true, kind: 'paypal' }));
    await save(product('for_cards', { is_new: true, kind: 'credit' }));
    await save(product('for_epoch', { is_new: true, biller: 'epoch' }));
    const seen = await offered(buyer);
    expect(seen).toContain('for_cards');
    expect(seen).not.toContain('for_paypal');
    expect(seen).not.toContain('for_epoch');
    expect(await codeOf(desk.buy(buyer, 'for_epoch'))).toBe('billing.biller_unavailable');
    expect(await codeOf(desk.buy(buyer, 'for_paypal'))).toBe('billing.biller_unavailable');
    await desk.buy(buyer, 'for_cards');
  });

  test('a name that is taken, one that is not there and wrong input are refused', async () => {
    expect(await codeOf(save(product('tokens_50', { is_new: true })))).toBe('back_office.name_taken');
    for (const own of ['postpay', 'card_on_file'])
      expect(await codeOf(save(product(own))), own).toBe('back_office.name_taken');
    expect(await codeOf(save(product('nothing_here')))).toBe('billing.product_unknown');
    for (const wrong of [
      { tokens: 0 },
      { amount: 99 },
      { amount: 50_001 },
      { internal_id: 'membership_vip' },
      { internal_id: 'Tokens 50' },
      { kind: 'cash' },
    ])
      expect(await codeOf(save(product('tokens_50', wrong))), JSON.stringify(wrong)).toBe(
        'common.invalid_input',
      );
    const twice = product('tokens_twice', { is_new: true });
    const codes = await Promise.all([codeOf(save(twice)), codeOf(save(twice))]);
    expect(codes.toSorted()).toEqual(['back_office.name_taken', 'not refused']);
  });
});

const promo = (code: string, more: object = {}) => ({
  code,
  tokens: 20,
  title: null,
  text: '',
  image_url: null,
  internal_id: null,
  limits: { uses_max: null },
  starts_at: toInstant(new Date(Date.now() - 60_000)),
  ends_at: null,
  advert_ids: [],
  ...more,
});

describe('codes', () => {
  const save = (body: ReturnType<typeof promo> & { is_new?: boolean }) =>
    admin.call('saveDeskPromo', { body });
  let networks = 0;
  const redeem = (member: Member, code: string) =>
    member.call('redeemPromo', { body: { promo_code: code }, idempotencyKey: uuidv7() });
  const newcomer = async () => {
    const member = await site.join({ from: { address: `192.0.2.${++networks}` } });
    await confirm(member);
    return member;
  };

  test('a code gives what it says from its start on, and a change is for those who come later', async () => {
    const { items } = await save(promo('autumn', { is_new: true, limits: { uses_max: 2 } }));
    expect(items.find(({ code }) => code === 'AUTUMN')).toMatchObject({ tokens: 20, uses: 0, state: 'open' });
    const first = await newcomer();
    expect((await redeem(first, 'AUTUMN')).tokens_added).toBe(20);
    await save(promo('AUTUMN', { tokens: 30, limits: { uses_max: 2 } }));
    const second = await newcomer();
    expect((await redeem(second, 'AUTUMN')).tokens_added).toBe(30);
    expect((await first.call('getCurrentUser')).tokens).toBe(20);
    expect(await codeOf(redeem(await newcomer(), 'AUTUMN'))).toBe('promo.code_invalid');
    const after = await admin.call('listDeskPromos');
    expect(after.items.find(({ code }) => code === 'AUTUMN')).toMatchObject({ uses: 2, state: 'used_up' });
    expect(after).toMatchObject({ budget_tokens: BUDGET });
    expect(after.promised_tokens).toBeGreaterThanOrEqual(50);
    expect((await deedsOf('promo:AUTUMN')).map(({ action, detail }) => [action, detail])).toEqual([
      ['promos.changed', expect.objectContaining({ tokens: '20 → 30' })],
      ['promos.added', expect.objectContaining({ tokens: '20' })],
    ]);
  });

  test('an offer is shown to visitors of its adverts, and not when it is over (PROMO-005)', async () => {
    const guest = await site.visit();
    const offer = {
      title: 'Forty',
      text: 'Forty tokens.',
      internal_id: 'tokens_500',
      advert_ids: ['north_1'],
    };
    await save(promo('NORTH', { ...offer, tokens: 40, is_new: true }));
    const shown = async () => (await guest.call('getPromos', { query: { advert_id: 'north_1' } })).default;
    expect(await shown()).toMatchObject({ code: 'NORTH', title: 'Forty', tokens: 40, amount: 5_000 });
    expect((await guest.call('getPromos', { query: {} })).default?.code).not.toBe('NORTH');
    const { items } = await admin.call('listDeskPromos');
    expect(items.find(({ code }) => code === 'NORTH')).toMatchObject({ discount: 9, state: 'open' });
    await save(promo('NORTH', { ...offer, ends_at: toInstant(new Date(Date.now() - 1_000)) }));
    expect((await shown())?.code).not.toBe('NORTH');
  });

  test('its picture is in the configuration for the advert, and its package among those of promotions (PROMO-004)', async () => {
    const guest = await site.visit();
    const image = async (id?: string) =>
      (await guest.call('getSiteConfig', { query: id === undefined ? {} : { id } })).promo_offer_img;
    const promoted = async (advert_id?: string) =>
      (await guest.call('listProducts', { body: { ...(advert_id && { advert_id }) } })).promo_products;
    expect(await image('south_1')).toBeNull();
    const offer = { title: 'South', internal_id: 'tokens_500', advert_ids: ['south_1'] };
    await save(promo('SOUTH', { ...offer, image_url: '/promo/south.webp', is_new: true }));
    expect(await image('south_1')).toBe('/promo/south.webp');
    expect(await image('elsewhere')).toBeNull();
    expect(await image()).toBeNull();
    const { default: first, wheel: spins, free_tokens: free } = await promoted('south_1');
    expect(first).toMatchObject({
      internal_id: 'tokens_500',
      biller_link: 'billing/purchase/sandbox/tokens_500',
    });
    // A spin comes with each of them; FREE_TOKENS leads to 200.
    const { products } = await guest.call('listProducts', { body: {} });
    expect(spins).toEqual(products.credit);
    expect(free).toMatchObject({ internal_id: 'tokens_200' });
    expect((await promoted())!.default).toMatchObject({ internal_id: 'tokens_200' });
    await save(promo('SOUTH', { ...offer, internal_id: null }));
    expect((await promoted('south_1')).default).toBeNull();
  });

  test('wrong dates, a package that is not sold, a code that is taken and wrong input are refused', async () => {
    const now = toInstant(new Date());
    expect(await codeOf(save(promo('DATES', { is_new: true, starts_at: now, ends_at: now })))).toBe(
      'back_office.dates_invalid',
    );
    expect(await codeOf(save(promo('PACKAGE', { is_new: true, internal_id: 'nothing_here' })))).toBe(
      'billing.product_unknown',
    );
    expect(await codeOf(save(promo('free_tokens', { is_new: true })))).toBe('back_office.name_taken');
    for (const wrong of [
      { code: 'AB' },
      { code: 'WITH SPACE' },
      { tokens: 0 },
      { image_url: 'javascript:alert(1)' },
      { image_url: '//elsewhere.example/x.png' },
      { limits: { uses_max: 0 } },
      { advert_ids: ['no spaces'] },
    ])
      expect(await codeOf(save(promo('WRONG', wrong))), JSON.stringify(wrong)).toBe('common.invalid_input');
  });
});

const wheel = (...fields: readonly (readonly [tokens: number, odds: number])[]) => ({
  wheel: 'promo' as const,
  prizes: fields.map(([tokens, odds]) => ({ tokens, odds_percent: odds })),
});

describe('wheels', () => {
  const newcomer = async () => {
    const member = await site.join({ byForm: true });
    await confirm(member);
    await eventually(async () => expect((await member.call('getPromoWheel')).spins).toBe(1));
    return member;
  };
  const spin = (member: Member, lock?: { commit: string; plan: number }) =>
    member.call('spinPromoWheel', {
      body: lock ? { lock: { commit: lock.commit, plan: lock.plan } } : {},
      idempotencyKey: uuidv7(),
    });
  const oddsOf = async (member: Member) =>
    (await member.call('getPromoWheel')).prizes.map(({ tokens, odds_percent: odds }) => [tokens, odds]);
  const FIRST = [
    [5, 50],
    [10, 30],
    [20, 15],
    [50, 4.5],
    [100, 0.5],
  ];

  test.runIf(isFullRun)(
    'a spin that was given keeps its odds and its lock; who is given one later has the new ones, shown as they are drawn (PROMO-012)',
    async () => {
      const before = await newcomer();
      const shown = await before.call('getPromoWheel');
      const { items } = await admin.call('saveDeskWheel', {
        body: wheel([7, 33.33], [8, 33.33], [9, 33.34]),
      });
      expect(items[0]).toMatchObject({ wheel: 'promo', mean_cost: 800 });
      expect(items[0]!.open_spins_of_before).toBeGreaterThanOrEqual(1);
      expect(items[1]).toMatchObject({ wheel: 'vault', open_spins_of_before: 0 });
      expect(await before.call('getPromoWheel')).toEqual(shown);
      const after = await newcomer();
      expect(await oddsOf(after)).toEqual([
        [7, 33.33],
        [8, 33.33],
        [9, 33.34],
      ]);
      const [old, fresh] = [await spin(before, shown.lock!), await spin(after)];
      expect(old.commit).toBe(shown.lock!.commit);
      expect(FIRST.map(([tokens]) => tokens)).toContain(old.prize.tokens);
      expect(fresh.prize.tokens).toBe([7, 8, 9][fresh.slot]);
      const drawOf = async (member: Member) => (await member.call('listDraws', { query: {} })).items[0]!;
      expect(await drawOf(before)).toMatchObject({
        weights: [500, 300, 150, 45, 5],
        prizes: [5, 10, 20, 50, 100],
      });
      expect(await drawOf(after)).toMatchObject({ weights: [3_333, 3_333, 3_334], prizes: [7, 8, 9] });
      // Without a spin the present odds are shown.
      expect(await oddsOf(before)).toEqual(await oddsOf(after));
    },
  );

  test.runIf(isLongRun)(
    'the most that a spin can cost by its own plan is what is promised with it',
    async () => {
      await admin.call('saveDeskWheel', { body: wheel([1, 99], [400, 1]) });
      const promised = async () => (await admin.call('listDeskPromos')).promised_tokens;
      // Spins that accounts and purchases of before are still to be given are promised, too.
      await eventually(async () => {
        const { rows } = await sql`select 1 from accounts a where type <> 'model'
        and not exists (select from spin_grants where key = 'registration:' || a.id)
        union all select 1 from vault_members where next_spin_at <= now()`.execute(kysely);
        expect(rows).toEqual([]);
      });
      const before = await promised();
      await newcomer();
      expect((await promised()) - before).toBe(400);
    },
  );

  test('a change is one entry of the audit log with the odds before and after; the same again is none', async () => {
    const body = { ...wheel([3, 25], [4, 75]), wheel: 'vault' as const };
    await admin.call('saveDeskWheel', { body });
    await admin.call('saveDeskWheel', { body });
    expect((await deedsOf('wheel:vault')).map(({ action, detail }) => [action, detail])).toEqual([
      [
        'wheels.changed',
        expect.objectContaining({
          before: '5: 50 %, 10: 30 %, 20: 15 %, 50: 4.5 %, 100: 0.5 %',
          after: '3: 25 %, 4: 75 %',
        }),
      ],
    ]);
  });

  test('odds that do not add up, a prize twice, one above the budget and wrong input are refused', async () => {
    const codeFor = (...fields: [number, number][]) =>
      codeOf(admin.call('saveDeskWheel', { body: wheel(...fields) }));
    expect(await codeFor([5, 50], [10, 49])).toBe('back_office.odds_invalid');
    expect(await codeFor([5, 50], [5, 50])).toBe('back_office.prize_twice');
    expect(await codeFor([5, 100])).toBe('common.invalid_input');
    expect(await codeFor([0, 50], [5, 50])).toBe('common.invalid_input');
    expect(await codeFor([10_001, 50], [5, 50])).toBe('common.invalid_input');
    expect(await codeFor([5, -1], [6, 101])).toBe('common.invalid_input');
  });
});

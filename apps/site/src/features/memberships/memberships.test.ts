import { createHmac } from 'node:crypto';
import { type AccountId, uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { makeMembershipStore } from './membership-store.ts';

const site = await useTestSite();
const { kysely } = site.database;

const GOOD = '4242 4242 4242 4242';

/** Pays for a membership on the biller's page as a person would. @returns the order's id */
const buy = async (member: Member, internalId: string, number = GOOD): Promise<string> => {
  const { purchase_link: link, order_id: id } = await member.call('getPurchaseLink', {
    params: { internal_id: internalId },
  });
  const query = link.slice(link.indexOf('?') + 1);
  await fetch(`${site.sandboxUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ query, number, expiry: '12/34', code: '123' }).toString(),
  });
  return id;
};
const listed = (member: Member) => member.call('listMemberships');
const currentOf = async (member: Member) => (await listed(member)).current;
const levelOf = async (member: Member) => (await member.call('getCurrentUser')).user.membership;
const becomes = (member: Member, level: string | null) =>
  eventually(async () => expect(await levelOf(member)).toBe(level));

const daysLeft = async (member: Member): Promise<number> =>
  Math.round((Date.parse((await currentOf(member))!.renews_at) - Date.now()) / (DAY_MS / 2)) / 2;
/** As if everything had been so many days ago. */
const age = async (member: Member, days: number) => {
  const past = sql`make_interval(mins => ${Math.round(days * 24 * 60)})`;
  await sql`update membership_periods set paid_at = paid_at - ${past} where account_id = ${member.id}`.execute(
    kysely,
  );
  await sql`update orders set settled_at = settled_at - ${past} where account_id = ${member.id}`.execute(
    kysely,
  );
  await sql`update personal_offers set starts_at = starts_at - ${past}, ends_at = ends_at - ${past}
    where account_id = ${member.id}`.execute(kysely);
  await sql`update memberships set ends_at = ends_at - ${past}, next_try_at = next_try_at - ${past}
    where account_id = ${member.id}`.execute(kysely);
};
/** The card on file becomes one of another outcome. */
const useCard = (member: Member, digits: string) =>
  sql`update cards set card_token = ${`sbx_4${digits}`} where account_id = ${member.id}`.execute(kysely);
const orders = async (member: Member) => {
  const { items } = await member.call('listReceipts', { query: {} });
  return items.map(({ amount, tokens, state }) => [amount, tokens, state]);
};
const moneyOf = async (orderId: string) => {
  const { rows } = await sql<{ account: number; cents: number }>`
    select e.account, sum(e.amount)::bigint as cents from ledger.entries e
    join ledger.transfers t on t.id = e.transfer_id
    where e.account < 0 and t.ref_id = ${orderId} group by e.account order by e.account`.execute(kysely);
  return rows.map(({ cents }) => cents);
};

/** How the biller answers from now on; nothing given: as it should. */
const control = async (faults: object = {}) => {
  const body = JSON.stringify(faults);
  const signature = createHmac('sha256', site.sandboxSecret).update(body).digest('hex');
  await fetch(`${site.sandboxUrl}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body,
  });
};
afterEach(() => control());

/** The order of the next period is at the biller. */
const chargeBegins = (member: Member) =>
  eventually(async () => {
    const { rows } = await sql`
      select from orders where account_id = ${member.id} and purpose = 'membership' and state = 'sent'`.execute(
      kysely,
    );
    expect(rows).toHaveLength(1);
  });
/** Somebody waits for a row of memberships that another transaction holds. */
const waitsForLock = () =>
  eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update memberships%'
        and datname = current_database()`.execute(kysely);
    expect(rows).toHaveLength(1);
  });

/** What the bank does to a payment later. */
const reverse = async (orderId: string, type: 'refunded' | 'charged_back' | 'dispute_won') => {
  const { rows } = await sql<{ transaction_id: string; amount_cents: number }>`
    select transaction_id, amount_cents from orders where id = ${orderId}`.execute(kysely);
  const body = JSON.stringify({
    event_id: uuidv7(),
    type,
    order_id: orderId,
    transaction_id: rows[0]!.transaction_id,
    amount: rows[0]!.amount_cents,
    currency: 'USD',
    decline_code: null,
    card: null,
  });
  const time = Date.now();
  const signature = createHmac('sha256', site.sandboxSecret).update(`${time}.${body}`).digest('hex');
  await fetch(`${site.url}/api/v1/postback/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': `t=${time},v1=${signature}` },
    body,
  });
};

describe('memberships', () => {
  test('are listed for everybody with price, period and benefits, and are no packages of tokens (BILLING-039) (S3302)', async () => {
    const guest = await site.visit();
    const { items, current } = await guest.call('listMemberships');
    expect(current).toBeNull();
    expect(items.map((item) => [item.membership, item.internal_id, item.amount, item.discount])).toEqual([
      ['premium', 'membership_premium', 999, 0],
      ['vip', 'membership_vip', 2_999, 0],
      ['super_vip', 'membership_super_vip', 6_999, 0],
    ]);
    for (const { benefits } of items) expect(benefits.length).toBeGreaterThan(0);
    const { products } = await guest.call('listProducts', { body: {} });
    expect(
      Object.values(products)
        .flat()
        .filter(({ membership }) => membership !== null),
    ).toEqual([]);
  });

  test('are bought at a biller, tell the pages, bring their tokens, and the rest of the price is revenue (S3301) (S3302) (LEDGER-TIP-002)', async () => {
    const member = await site.join();
    const lobby = await member.openLobby();
    const order = await buy(member, 'membership_vip');
    await becomes(member, 'vip');
    const update = await lobby.waitFor('v3.account.update');
    expect(update).toMatchObject({ part: 'membership', status: 'active' });
    const told = await lobby.waitFor('v3.token.update', ({ membership }) => membership !== undefined);
    expect(told).toMatchObject({ username: member.username, membership: 'vip' });
    expect(await currentOf(member)).toMatchObject({
      membership: 'vip',
      auto_renew: true,
      renewal_amount: 2_999,
      is_past_due: false,
    });
    expect(await daysLeft(member)).toBe(30);
    expect((await member.call('getCurrentUser')).tokens).toBe(220);
    // Owed by the biller, owed to who has the tokens, and earned.
    expect((await moneyOf(order)).toSorted((a, b) => a - b)).toEqual([-2_999, 799, 2_200]);
    expect(await site.site.ledger.reconcile('all')).toMatchObject({ findings: [] });
  });

  test('a declined payment makes nobody a member', async () => {
    const member = await site.join();
    const order = await buy(member, 'membership_premium', '4000 0000 0000 0002');
    await eventually(async () =>
      expect((await member.call('getOrder', { params: { order_id: order } })).state).toBe('declined'),
    );
    expect([await levelOf(member), await currentOf(member)]).toEqual([null, null]);
  });

  test('raised half-way, what is left of the lower one makes the higher one longer (S3301)', async () => {
    const member = await site.join();
    await buy(member, 'membership_premium');
    await becomes(member, 'premium');
    await age(member, 10);
    await buy(member, 'membership_vip');
    await becomes(member, 'vip');
    // 20 days of 9.99 are 6.7 days of 29.99.
    expect(await daysLeft(member)).toBe(36.5);
  });

  test('taken back they end at once, with their tokens, and are there again when the dispute is won (S3305)', async () => {
    const member = await site.join();
    const order = await buy(member, 'membership_super_vip');
    await becomes(member, 'super_vip');
    await reverse(order, 'charged_back');
    await becomes(member, null);
    expect(await currentOf(member)).toBeNull();
    expect((await member.call('getCurrentUser')).tokens).toBe(0);
    expect(await moneyOf(order)).toEqual([0, 0, 0]);
    await reverse(order, 'dispute_won');
    await becomes(member, 'super_vip');
    expect(await daysLeft(member)).toBe(30);
    expect(await site.site.ledger.reconcile('all')).toMatchObject({ findings: [] });
  });
});

describe('renewal', () => {
  const paidMember = async (level = 'vip') => {
    const member = await site.join();
    await buy(member, `membership_${level}`);
    await becomes(member, level);
    await eventually(async () => expect((await member.call('getCurrentUser')).has_cc).toBe(true));
    return member;
  };

  test.runIf(isFullRun)(
    'charges the card on file once, a day before the end, also by two nodes at once (S3303)',
    async () => {
      const member = await paidMember();
      await age(member, 29.5);
      await Promise.all([site.site.doChores(), site.site.doChores(), site.site.doChores()]);
      await eventually(async () => expect(await daysLeft(member)).toBe(30.5));
      await site.site.doChores();
      expect(await orders(member)).toEqual([
        [2_999, 220, 'succeeded'],
        [2_999, 220, 'succeeded'],
      ]);
      expect((await member.call('getCurrentUser')).tokens).toBe(440);
    },
  );

  test('a charge whose order was written down before a crash is asked for once (S3303)', async () => {
    const member = await paidMember();
    await age(member, 29.5);
    const order = uuidv7();
    await sql`update memberships set renewal_order = ${order} where account_id = ${member.id}`.execute(
      kysely,
    );
    await site.site.doChores();
    await eventually(async () => expect(await daysLeft(member)).toBe(30.5));
    expect((await member.call('getOrder', { params: { order_id: order } })).state).toBe('succeeded');
    expect(await orders(member)).toHaveLength(2);
  });

  test.runIf(isFullRun)(
    'refused it is tried again after a day and after two more; until then the benefits stay, then all ends (S3303)',
    async () => {
      const member = await paidMember('premium');
      await useCard(member, '000002');
      const states: unknown[] = [];
      for (const days of [29.5, 1.01, 2.01]) {
        await age(member, days);
        await site.site.doChores();
        await eventually(async () =>
          expect(
            (
              await sql<{ order: string | null }>`
          select renewal_order as order from memberships where account_id = ${member.id}`.execute(kysely)
            ).rows[0]!.order,
          ).toBeNull(),
        );
        const current = await currentOf(member);
        states.push([current?.membership, current?.is_past_due, current?.auto_renew]);
        if (days > 2) await site.site.doChores();
      }
      expect(states.slice(0, 2)).toEqual([
        ['premium', true, true],
        ['premium', true, true],
      ]);
      await becomes(member, null);
      expect((await orders(member)).map(([, , state]) => state)).toEqual([
        'declined',
        'declined',
        'declined',
        'succeeded',
      ]);
    },
  );

  test('who is stopped for buying too fast is not charged; it is tried again as after a decline', async () => {
    const member = await paidMember('premium');
    await age(member, 29.5);
    for (let count = 0; count < 8; count++)
      await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
        values (${uuidv7()}, ${member.id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'declined', now())`.execute(
        kysely,
      );
    const renewals = async () => {
      const { rows } = await sql`
        select 1 from orders where account_id = ${member.id} and purpose = 'membership'`.execute(kysely);
      return rows.length;
    };
    await site.site.doChores();
    await eventually(async () => expect((await currentOf(member))?.is_past_due).toBe(true));
    expect(await renewals()).toBe(0);
    // A day later nothing is too fast any more.
    await age(member, 1.01);
    await site.site.doChores();
    await eventually(async () => expect(await daysLeft(member)).toBeGreaterThan(29));
    expect(await renewals()).toBe(1);
  });

  test('who cancels while a charge is under way is not charged again after it (S3304)', async () => {
    const member = await paidMember('premium');
    await age(member, 29.5);
    const charging = site.site.doChores();
    await member.call('cancelMembership', { body: {} });
    await charging;
    await site.site.settled();
    expect(await currentOf(member)).toMatchObject({ auto_renew: false });
    // A dispute that is lost and won again does not bring the charges back, either.
    const { items } = await member.call('listReceipts', { query: {} });
    await reverse(items[0]!.order_id, 'charged_back');
    await reverse(items[0]!.order_id, 'dispute_won');
    await becomes(member, 'premium');
    await site.site.settled();
    expect(await currentOf(member)).toMatchObject({ auto_renew: false });
  });

  test.runIf(isFullRun)(
    'who cancels while a charge is under way that is declined is not charged again, either (S3304)',
    async () => {
      const member = await paidMember('premium');
      await useCard(member, '000002');
      await control({ delayMs: 1_500 });
      await age(member, 29.5);
      const charging = site.site.doChores();
      await chargeBegins(member);
      await member.call('cancelMembership', { body: {} });
      await charging;
      await eventually(async () => expect((await orders(member))[0]?.[2]).toBe('declined'));
      await site.site.settled();
      expect(await currentOf(member)).toMatchObject({ auto_renew: false, is_past_due: false });
      await age(member, 0.4);
      await site.site.doChores();
      expect(await orders(member)).toHaveLength(2);
    },
  );

  test.runIf(isFullRun)(
    'who cancels while others are charged is not charged after them (S3304)',
    async () => {
      const [first, second] = [await paidMember('premium'), await paidMember('premium')];
      await control({ delayMs: 1_500 });
      await age(first, 29.6);
      await age(second, 29.5);
      const charging = site.site.doChores();
      await chargeBegins(first);
      await second.call('cancelMembership', { body: {} });
      await charging;
      expect([(await orders(first)).length, (await orders(second)).length]).toEqual([2, 1]);
    },
  );

  test('a cancel that comes while news of an order are followed is not undone by them (S3304)', async () => {
    const member = await paidMember('premium');
    const store = makeMembershipStore(site.database);
    const ends: string[] = [];
    let canceling: Promise<unknown> = Promise.resolve();
    await kysely.transaction().execute(async (transaction) => {
      const known = (await store.lock(transaction, member.id as AccountId))!;
      canceling = member.call('cancelMembership', { body: {} }).then(() => ends.push('canceled'));
      await waitsForLock();
      const next = { ...known, endsAt: known.endsAt.getTime(), nextTryAt: known.endsAt.getTime() };
      await store.keep(transaction, next);
      ends.push('followed');
    });
    await canceling;
    expect(ends).toEqual(['followed', 'canceled']);
    expect(await currentOf(member)).toMatchObject({ auto_renew: false });
  });

  test('who is suspended cannot cancel, and is not charged (S3303)', async () => {
    const member = await paidMember('premium');
    await sql`update accounts set suspended_at = now() where id = ${member.id}`.execute(kysely);
    await age(member, 29.5);
    await site.site.doChores();
    const { rows } = await sql`select from orders where account_id = ${member.id}`.execute(kysely);
    expect(rows).toHaveLength(1);
  });

  test('canceled it charges nothing more; the time that is paid runs to its end (billing.no_membership) (S3304)', async () => {
    const member = await paidMember('premium');
    const stranger = await site.join();
    expect(await codeOf(stranger.call('cancelMembership', { body: {} }))).toBe('billing.no_membership');
    const { ends_at: endsAt } = await member.call('cancelMembership', { body: { reason: 'too dear' } });
    expect(endsAt).toBe((await currentOf(member))!.renews_at);
    expect(await member.call('cancelMembership', { body: {} })).toMatchObject({ ends_at: endsAt });
    await age(member, 29.5);
    await site.site.doChores();
    expect([await levelOf(member), (await orders(member)).length]).toEqual(['premium', 1]);
    await age(member, 1);
    await site.site.doChores();
    await becomes(member, null);
  });
});

describe('who has gone', () => {
  const gone = async () => {
    const member = await site.join();
    await buy(member, 'membership_premium');
    await becomes(member, 'premium');
    await member.call('cancelMembership', { body: {} });
    await age(member, 31);
    return member;
  };
  const offersOf = async (member: Member) => {
    const { premium_winback: back, premium_grandfathered: old, user } = await member.call('getCurrentUser');
    return { back, old, wasMember: user.has_already_purchased_premium };
  };

  test.runIf(isFullRun)(
    'is offered half of the price after three days, buys it once, and pays the whole price afterwards (S3306)',
    async () => {
      const member = await gone();
      await site.site.doChores();
      await becomes(member, null);
      expect(await offersOf(member)).toEqual({ back: null, old: null, wasMember: true });
      expect(await codeOf(buy(member, 'membership_premium_winback'))).toBe('billing.product_unknown');
      await age(member, 3.1);
      const { back } = await offersOf(member);
      expect(back).toMatchObject({ internal_id: 'membership_premium_winback', amount: 499, discount: 50 });
      expect((await listed(member)).items[0]).toMatchObject({
        internal_id: back!.internal_id,
        amount: 499,
        discount: 50,
      });
      // Somebody else cannot buy it.
      expect(await codeOf(buy(await site.join(), 'membership_premium_winback'))).toBe(
        'billing.product_unknown',
      );
      await buy(member, 'membership_premium_winback');
      await becomes(member, 'premium');
      expect(await currentOf(member)).toMatchObject({ renewal_amount: 999 });
      expect((await offersOf(member)).back).toBeNull();
      // Once a year: leaving again brings no second one.
      await member.call('cancelMembership', { body: {} });
      await age(member, 31);
      await site.site.doChores();
      await becomes(member, null);
      await age(member, 10);
      expect((await offersOf(member)).back).toBeNull();
      expect(await codeOf(buy(member, 'membership_premium_winback'))).toBe('billing.product_unknown');
    },
  );

  test.runIf(isFullRun)(
    'buys what is offered once, also by many presses at once or by a page that was open before (billing.product_unknown) (S3306)',
    async () => {
      const offered = async () => {
        const member = await gone();
        await site.site.doChores();
        await becomes(member, null);
        await age(member, 3.1);
        return member;
      };
      const product = { biller: 'sandbox', internal_id: 'membership_premium_winback' } as const;
      const charge = (member: Member) =>
        codeOf(member.call('purchase', { params: product, body: {}, idempotencyKey: uuidv7() }));
      const member = await offered();
      const answers = await Promise.all(Array.from({ length: 5 }, () => charge(member)));
      expect(answers.toSorted()).toEqual([
        ...Array.from({ length: 4 }, () => 'billing.product_unknown'),
        'not refused',
      ]);
      await becomes(member, 'premium');
      expect(await daysLeft(member)).toBe(30);

      const other = await offered();
      const { link } = await other.call('openPurchase', { params: product });
      const again = { params: product, body: {}, idempotencyKey: uuidv7() };
      expect(await other.call('purchase', again)).toMatchObject({ status: 0, link });
      expect((await orders(other)).filter(([amount]) => amount === 499)).toEqual([[499, 110, 'sent']]);
    },
  );

  test('keeps the old price where it has risen, at once and for good (S3306)', async () => {
    const member = await gone();
    const price = (cents: number) =>
      sql`update products set amount_cents = ${cents} where internal_id like 'membership_premium%'`.execute(
        kysely,
      );
    await price(1_332);
    try {
      await site.site.doChores();
      await becomes(member, null);
      const { old, back } = await offersOf(member);
      expect([old, back]).toMatchObject([
        { internal_id: 'membership_premium_grandfathered', amount: 999, discount: 25 },
        null,
      ]);
      await buy(member, old!.internal_id);
      await becomes(member, 'premium');
      expect(await currentOf(member)).toMatchObject({ renewal_amount: 999 });
    } finally {
      await price(999);
    }
  });
});

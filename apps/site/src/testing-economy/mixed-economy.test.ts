import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { type AccountId, silentLog, systemClock } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { randomOf } from '@klieg/testing/random';
import { howMany, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { beginGoal } from '../features/room-games/index.ts';
import { codeOfKind } from '../features/ledger/kinds.ts';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { recount } from '../features/ledger/reconcile/testing-recount.ts';
import { putCard } from '../app/testing-card.ts';
import { seatCrowd } from '../app/testing-crowd-store.ts';
import { NODES, useKillableSite } from './killable-site.ts';
import { CLUB_PRICES, makeOperations, MEDIA_PRICE, MENU_ITEM } from './operations.ts';
import { insist, makePerson } from './people.ts';

/*
 * Everything that moves money, from 64 clients on two nodes, while nodes and PostgreSQL are killed again and again.
 * KLIEG_OPERATIONS says how many operations, with as many kills as fall to them.
 */

const OPERATIONS = Number(process.env['KLIEG_OPERATIONS'] ?? howMany(300, 1_000_000, 1_000));
/** Of nodes and of PostgreSQL, in turns. */
const KILLS = Number(process.env['KLIEG_KILLS'] ?? howMany(1, 200, 3));
const CLIENTS = 64;
const ROOMS = 8;
/** So many that nobody's own limits are what is measured. */
const VIEWERS_OF_A_ROOM = howMany(16, 80);
const CARDED = 12;
const MEDIA_OF_A_MODEL = howMany(20, 200);
const TIMEOUT_MS = isLongRun ? 6 * 3_600_000 : 600_000;
const SEED = 20_261_126;

const site = await useKillableSite({
  POSTPAY_AFTER_DAYS: '0',
  POSTPAY_AFTER_PURCHASES: '1',
  PROMO_DAILY_TOKENS: '1000000',
});
const { kysely } = site.database;
const ledger = makeLedger({ database: site.database, clock: systemClock, log: silentLog });

async function openEconomy() {
  await seatCrowd(site.database, { rooms: ROOMS, viewers: VIEWERS_OF_A_ROOM });
  await sql`update accounts set compliance_status = 'approved'`.execute(kysely);
  await sql`update accounts set settings = settings || ${JSON.stringify({
    fanclub_enabled: true,
    fanclub_prices: CLUB_PRICES,
  })}::jsonb where type = 'model'`.execute(kysely);
  await sql`
    insert into sessions (id_hash, public_id, account_id, address, expires_at)
    select sha256(id::text::bytea), gen_random_uuid(), id, '127.0.0.1', now()
    from accounts where type = 'model'`.execute(kysely);
  await sql`update sessions set expires_at = now() + interval '1 day', sudo_until = now() + interval '1 day'`.execute(
    kysely,
  );
  await sql`insert into rooms (account_id, status) select id, 'online' from accounts where type = 'model'`.execute(
    kysely,
  );
  await sql`
    with apps as (
      insert into room_apps (room_id, type, is_exclusive, config, state, feed_number, told_number, version)
      select id, ${TIP_MENU}, false, ${JSON.stringify({ items: [MENU_ITEM] })}::jsonb, ${JSON.stringify(beginGoal(0))}::jsonb,
        0, 0, 1 from accounts where type = 'model' returning room_id)
    insert into menu_items (room_id, item_id, place, label, price, is_enabled)
    select room_id, ${MENU_ITEM.item_id}, 0, ${MENU_ITEM.label}, ${MENU_ITEM.price}, true from apps`.execute(
    kysely,
  );
  const { rows: media } = await sql<{ id: number }>`
    insert into media (review_id, model_id, type_id, name, description, token_price, tags, is_free_no_auth, cover_safe,
      status, submitted_at, created_at, live_at)
    select gen_random_uuid(), id, 1, 'Stills', '', ${MEDIA_PRICE}, '{}', false, false, 'live', now(), now(), now()
    from accounts, generate_series(1, ${MEDIA_OF_A_MODEL}) where type = 'model'
    returning media_id as id`.execute(kysely);
  const { rows } = await sql<{ id: AccountId; username: string; type: string }>`
    select id, username, type from accounts order by id`.execute(kysely);
  const ofType = (wanted: string) =>
    rows.filter(({ type }) => type === wanted).map(({ id, username }) => makePerson(site, id, username));
  const people = ofType('other');
  const carded = people.slice(0, CARDED);
  const cardOf = new Map<number, string>();
  for (const { id, pages } of carded) {
    await pages.a.arrive();
    cardOf.set(id, await putCard(pages.a));
  }
  // One half of them pays later, the other has tokens bought by itself.
  for (const [at, { id, pages }] of carded.entries()) {
    const card_id = cardOf.get(id)!;
    if (at % 2 === 0) await pages.a.call('enablePostpay', { body: { card_id, limit_cents: 5_000 } });
    else
      await pages.a.call('saveSettings', {
        body: {
          auto_re_ups: JSON.stringify({
            enabled: true,
            internal_id: 'tokens_50',
            below: 30,
            card_id,
            max_per_day: 8,
            max_cents_per_month: 100_000,
            disabled_by_user: false,
          }),
        },
      });
  }
  return {
    site,
    people,
    carded,
    models: ofType('model'),
    media: media.map(({ id }) => id),
    random: randomOf(SEED),
  };
}

/** A biller that gave no answer in time is asked again after one minute, two and four. */
const QUIET_MS = 8 * 60_000;

/** Nothing is on its way any more. A press that died before its biller was asked leaves an order that nobody will charge. */
async function untilQuiet(): Promise<void> {
  const look = async () => {
    const { rows } = await sql<Record<string, unknown>>`select
      (select count(*)::int from fan_payments where state = 'held') clubs,
      (select count(*)::int from media_orders where state = 'held') media,
      (select count(*)::int from postbacks where done_at is null) posts,
      (select coalesce(string_agg(concat_ws(' ', purpose, internal_id, state, now() - created_at), ', '), '')
        from orders where way = 'charge' and state in ('sent', 'pending')) charges,
      (select count(*)::int from postpay_lines where state = 'settling') settling,
      (select count(*)::int from ledger.holds where state = 1) holds`.execute(kysely);
    expect(rows[0], JSON.stringify(rows[0])).toEqual({
      clubs: 0,
      media: 0,
      posts: 0,
      charges: '',
      settling: 0,
      holds: 0,
    });
  };
  await vi.waitFor(look, { timeout: QUIET_MS, interval: 500 });
}

test(
  `${OPERATIONS} mixed operations of ${CLIENTS} clients on two nodes with ${KILLS} kills of nodes and PostgreSQL lose nothing acknowledged, and all adds up in tokens and cents`,
  async () => {
    const economy = await openEconomy();
    const { acknowledged, act } = makeOperations(economy);
    let begun = 0;
    let ended = 0;
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (begun++ < OPERATIONS) {
          await act();
          ended += 1;
        }
      }),
    );
    const kills = (async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        const due = (OPERATIONS * kill) / (KILLS + 1);
        while (ended < due) await new Promise((resolve) => setTimeout(resolve, 20));
        if (kill % 2 === 0) await site.killPostgres();
        else await site.killNode(NODES[(kill >> 1) % NODES.length]!);
      }
    })();
    await Promise.all([clients, kills]);
    // Of a short run chance may leave a kind that nobody had the tokens for.
    const isMissing = () => Object.values(acknowledged.counts).some(({ done }) => done === 0);
    for (let more = 0; more < OPERATIONS && isMissing(); more++) await act();
    // Splits whose second payer has not come would wait for five minutes.
    for (const model of economy.models)
      await insist(model, (page) =>
        page.call('cancelTipSplit', { params: { username: model.username }, body: {} }),
      );
    await untilQuiet();
    process.stdout.write(`mixed economy: ${JSON.stringify(acknowledged.counts)}\n`);

    // Every kind of operation was carried out, or the run would prove nothing of it.
    for (const [name, { done }] of Object.entries(acknowledged.counts))
      expect([name, done > 0]).toEqual([name, true]);
    const tips = [...acknowledged.tips.entries()];
    const { rows: lost } = await sql`
      select a.id from unnest(${tips.map(([id]) => id)}::uuid[], ${tips.map(([, tip]) => tip.payer)}::bigint[],
          ${tips.map(([, tip]) => tip.receiver)}::bigint[], ${tips.map(([, tip]) => tip.tokens)}::bigint[])
        a (id, payer, receiver, tokens)
      left join ledger.transfers t on t.id = a.id and t.debit = a.payer * 8 + 1 and t.credit = a.receiver * 8 + 2
        and t.debit_tokens = a.tokens
      where t.id is null`.execute(kysely);
    expect(lost).toEqual([]);
    // Nor is there a tip that nobody was told of: each was asked for until it was decided. Parts of splits name theirs.
    const { rows: doubled } = await sql`
      select id from ledger.transfers where kind = ${codeOfKind('tip')} and ref_type is null
        and not id = any(${tips.map(([id]) => id)}::uuid[])`.execute(kysely);
    expect(doubled).toEqual([]);

    const orders = [...acknowledged.orders.entries()];
    const { rows: ends } = await sql<{ id: string; state: string; bought: number; taken: number }>`
      select o.id, o.state,
        (select count(*)::int from ledger.transfers t where t.ref_id = o.id::text and t.kind = ${codeOfKind('purchase')}
          and t.credit = o.account_id * 8 + 1) bought,
        (select coalesce(sum(t.debit_tokens), 0)::int from ledger.transfers t join ledger.transfers p on p.id = t.cause
          where p.ref_id = o.id::text and t.debit = o.account_id * 8 + 1) taken
      from orders o where o.id = any(${orders.map(([id]) => id)}::uuid[])`.execute(kysely);
    const endOf = new Map(ends.map((end) => [end.id, end]));
    for (const [id, { refundedCents, isChargedBack }] of orders) {
      const end = endOf.get(id);
      expect({ id, bought: end?.bought }).toEqual({ id, bought: 1 });
      if (isChargedBack) expect(end).toMatchObject({ id, state: 'charged_back', taken: 200 });
      else if (refundedCents > 0)
        expect(end!.taken, id).toBeGreaterThanOrEqual(Math.floor(refundedCents / 10));
      else expect(end).toMatchObject({ id, state: 'succeeded', taken: 0 });
    }
    const { rows: pressed } = await sql<{ id: string }>`
      select id from orders where id = any(${[...acknowledged.presses]}::uuid[]) and state = 'succeeded'`.execute(
      kysely,
    );
    expect(pressed).toHaveLength(acknowledged.presses.size);

    const fans = [...acknowledged.fans.values()];
    const { rows: unpaid } = await sql`
      select a.member, a.model from unnest(${fans.map(({ member }) => member)}::bigint[],
        ${fans.map(({ model }) => model)}::bigint[]) a (member, model)
      where not exists (select from fan_payments p where p.member_id = a.member and p.model_id = a.model and p.state = 'paid')
        or not exists (select from fan_memberships f where f.member_id = a.member and f.model_id = a.model)`.execute(
      kysely,
    );
    expect(unpaid).toEqual([]);
    // What members have paid is what the ledger took of them for it, and nobody paid without being a member.
    const { rows: clubs } = await sql<{ kept: number; taken: number }>`select
      (select coalesce(sum(tokens), 0)::int from fan_payments where state = 'paid') kept,
      (select coalesce(sum(debit_tokens), 0)::int from ledger.transfers where kind = ${codeOfKind('subscription')}) taken`.execute(
      kysely,
    );
    expect(clubs[0]!.taken).toBe(clubs[0]!.kept);

    const bought = [...acknowledged.media.values()];
    const { rows: without } = await sql`
      select a.buyer, a.media from unnest(${bought.map(({ buyer }) => buyer)}::bigint[],
        ${bought.map(({ media }) => media)}::bigint[]) a (buyer, media)
      where not exists (select from media_rights r join media_orders o using (order_id)
        where r.buyer_id = a.buyer and r.media_id = a.media and o.state = 'paid')`.execute(kysely);
    expect(without).toEqual([]);
    const { rows: sold } = await sql<{ kept: number; taken: number }>`select
      (select coalesce(sum(tokens), 0)::int from media_orders where state = 'paid') kept,
      (select coalesce(sum(debit_tokens), 0)::int from ledger.transfers where kind = ${codeOfKind('media')}) taken`.execute(
      kysely,
    );
    expect(sold[0]!.taken).toBe(sold[0]!.kept);
    // Everything that was bought of a menu is owed once, or has gone back as a whole, and nothing else is.
    await eventually(async () => {
      const { rows: owed } = await sql<{ id: string }>`
        select act_id as id from acts
        where state = 'owed' or (state = 'returned' and returned_tokens = tokens) order by act_id`.execute(
        kysely,
      );
      expect(owed.map(({ id }) => id)).toEqual([...acknowledged.acts].toSorted());
    });

    const { rows: sums } = await sql<{ is_even: boolean }>`
      select (select sum(posted) from ledger.balances)
        + (select sum(amount) from ledger.entries where account < 8) = 0 is_even`.execute(kysely);
    expect(sums).toEqual([{ is_even: true }]);
    expect((await ledger.reconcile('all')).findings).toEqual([]);
    expect(recount(site.ownerConnection)).toMatch(/everything adds up$/);
  },
  TIMEOUT_MS,
);

import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { onSessionEnded } from '../sessions/index.ts';
import { makeExportUsers } from './export-users.ts';
import { makeUserDeskStore } from './user-desk-store.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;

type Body = NonNullable<NonNullable<Parameters<typeof admin.call<'changeDeskUser'>>[1]>['body']>;
const params = (member: Pick<Member, 'id'>) => ({ id: String(member.id) });
const change = (member: Pick<Member, 'id'>, body: Body, by: Member = admin) =>
  by.call('changeDeskUser', { params: params(member), body });
const whole = (member: Pick<Member, 'id'>) => admin.call('getDeskUser', { params: params(member) });
const me = (member: Member) => member.call('getCurrentUser');
const deedsOf = async (member: Pick<Member, 'id'>) => {
  const { items } = await boss.call('listAudit', { query: { target: `account:${member.id}` } });
  return items.map(({ action, actor, detail }) => [action, actor, detail]);
};
const nobody = { id: 999_999_999 };
const suspension = {
  reason_code: 'payment',
  statement: 'A bank has asked for a payment back.',
  until: null,
} as const;

test('only admins with their password given lately get in', async () => {
  const [guest, viewer, late] = [await site.visit(), await site.join(), await desk.joinAdmin()];
  await sql`update sessions set sudo_until = null where account_id = ${late.id}`.execute(kysely);
  const calls = [
    ['listDeskUsers', {}],
    ['exportDeskUsers', { query: {} }],
    ['getDeskUser', { params: params(viewer) }],
    ['changeDeskUser', { params: params(viewer), body: {} }],
    [
      'correctTokens',
      { params: params(viewer), body: { tokens: 5, reason: 'a gift' }, idempotencyKey: uuidv7() },
    ],
  ] as const;
  for (const [name, given] of calls) {
    expect(await codeOf(guest.call(name, given as never)), name).toBe('common.unauthenticated');
    expect(await codeOf(viewer.call(name, given as never)), name).toBe('common.forbidden');
    expect(await codeOf(late.call(name, given as never)), name).toBe('common.sudo_required');
  }
});

describe('accounts', () => {
  const find = async (query: object) =>
    (await admin.call('listDeskUsers', { query })).items.map(({ id }) => id);

  test('are found by part of a name, by address and by id, newest first, page by page', async () => {
    const [one, two] = [await site.join({ username: 'fern_ab' }), await site.join({ username: 'fern_cd' })];
    expect(await find({ q: 'FERN_' })).toEqual([two.id, one.id]);
    expect(await find({ q: 'fern_ab@example.org' })).toEqual([one.id]);
    expect(await find({ q: 'fern_c' })).toEqual([two.id]);
    expect(await find({ q: String(one.id) })).toContain(one.id);
    for (const odd of ['%', '_rn', "'; drop table accounts; --", '999999999999999'])
      expect(await find({ q: odd }), odd).not.toContain(one.id);
    const page = await admin.call('listDeskUsers', { query: { q: 'fern_', limit: '1' } });
    const rest = await admin.call('listDeskUsers', {
      query: { q: 'fern_', limit: '1', cursor: page.next_cursor! },
    });
    expect([page.items[0]!.id, rest.items[0]!.id, rest.next_cursor]).toEqual([two.id, one.id, null]);
  });

  test('are found by type, country, role and state', async () => {
    const model = await site.join({ type: 'model', country: 'PT', roles: ['dvr'] });
    const viewer = await site.join({ country: 'PT' });
    expect(await find({ country: 'PT', type: 'model' })).toEqual([model.id]);
    expect(await find({ country: 'PT', type: 'other' })).toEqual([viewer.id]);
    expect(await find({ country: 'PT', flag: 'dvr' })).toEqual([model.id]);
    expect(await find({ country: 'PT', flag: 'email_unconfirmed' })).toEqual([viewer.id, model.id]);
    await change(viewer, { suspension });
    expect(await find({ country: 'PT', flag: 'suspended' })).toEqual([viewer.id]);
    expect(await find({ flag: 'admin' })).toEqual(expect.arrayContaining([admin.id, boss.id]));
    for (const wrong of [{ country: 'pt' }, { flag: 'owner' }, { type: 'guest' }, { q: '' }])
      expect(await codeOf(admin.call('listDeskUsers', { query: wrong as never }))).toBe(
        'common.invalid_input',
      );
  });

  test('show in the list what each has, has paid, and when it was seen', async () => {
    const [buyer, poor] = [
      await site.join({ username: 'reed_ab' }),
      await site.join({ username: 'reed_cd' }),
    ];
    await desk.buy(buyer);
    await sql`delete from sessions where account_id = ${poor.id}`.execute(kysely);
    const { items } = await admin.call('listDeskUsers', { query: { q: 'reed_' } as never });
    const shown = await whole(buyer);
    const paid = shown.orders[0]!;
    expect(shown).toMatchObject({ spent_cents: paid.amount, paid_orders: 1, charged_back: 0 });
    expect(await whole(poor)).toMatchObject({ spent_cents: 0, paid_orders: 0, charged_back: 0 });
    expect(items.map(({ tokens, spent_cents: spent }) => [tokens, spent])).toEqual([
      [0, 0],
      [paid.tokens, paid.amount],
    ]);
    expect(items[0]!.last_seen_at).toBeNull();
    expect(Date.now() - Date.parse(items[1]!.last_seen_at!)).toBeLessThan(600_000);
  });

  test('tell what is left of what somebody paid, after parts that went back to them or their bank', async () => {
    const buyer = await site.join();
    await desk.buy(buyer);
    const [{ amount, tokens } = { amount: 0, tokens: 0 }] = (await whole(buyer)).orders;
    const book = (number: number, kind: 'refund' | 'chargeback' | 'restored', booked: number) =>
      sql`insert into order_bookings (order_id, number, kind, tokens, transfer_id, reverses)
        select id, ${number}, ${kind}, ${booked}, ${uuidv7()},
          case when ${kind} in ('refund', 'chargeback') then ${uuidv7()}::uuid end
        from orders where account_id = ${buyer.id}`.execute(kysely);
    const third = Math.floor(tokens / 3);
    const priceOf = (left: number) => Math.floor((amount * left) / tokens);
    await book(1, 'refund', third);
    expect(await whole(buyer)).toMatchObject({ spent_cents: priceOf(tokens - third), charged_back: 0 });
    await book(2, 'chargeback', third);
    expect(await whole(buyer)).toMatchObject({ spent_cents: priceOf(tokens - 2 * third), charged_back: 1 });
    await book(3, 'restored', third);
    expect(await whole(buyer)).toMatchObject({ spent_cents: priceOf(tokens - third), charged_back: 0 });
    await book(4, 'chargeback', tokens - third);
    await sql`update orders set state = 'charged_back' where account_id = ${buyer.id}`.execute(kysely);
    expect(await whole(buyer)).toMatchObject({ spent_cents: 0, paid_orders: 1, charged_back: 1 });
  });

  test('are taken along as rows, all that are found, and the audit log says by whom; too many are refused (back_office.too_many)', async () => {
    const [one, two] = [await site.join({ username: 'moss_ab' }), await site.join({ username: 'moss_cd' })];
    await change(one, { suspension: { reason_code: 'rules', statement: 'Against the rules.', until: null } });
    const { columns, rows, totals } = await admin.call('exportDeskUsers', { query: { q: 'moss_' } as never });
    expect(rows.map((row) => row[columns.indexOf('id')])).toEqual([two.id, one.id]);
    expect(rows.map((row) => row[columns.indexOf('state')])).toEqual(['good', 'suspended']);
    expect(totals).toEqual({ accounts: 2 });
    const { rows: deeds } = await sql<{ actor: string; detail: string }>`
      select actor, detail from audit_entries where action = 'users.exported' order by number desc limit 1`.execute(
      kysely,
    );
    expect(deeds).toEqual([
      { actor: admin.username, detail: JSON.stringify({ text: 'searched', rows: '2' }) },
    ]);
    const few = makeExportUsers({
      store: makeUserDeskStore({ kysely }),
      database: { kysely },
      auditLog: { note: () => Promise.reject(new Error('nothing is written down of what is refused')) },
      clock: { now: () => 0 },
      rowsMax: 1,
    });
    const wanted = { text: 'moss_', type: undefined, country: undefined, flag: undefined };
    await expect(few(wanted, {} as never)).rejects.toMatchObject({ code: 'back_office.too_many' });
  });

  test('show roles, log-ins, money, orders and what staff did, and nothing that opens them', async () => {
    const buyer = await site.join({ roles: ['high_model_fraud'] });
    const order = await desk.buy(buyer);
    await change(buyer, { note: 'Wrote to support about a double charge' });
    const shown = await whole(buyer);
    expect(shown).toMatchObject({
      id: buyer.id,
      username: buyer.username,
      email: `${buyer.username}@example.org`,
      type: 'other',
      user_roles: ['high_model_fraud'],
      high_model_fraud: true,
      remote_logging: false,
      geo: null,
      node_token: '',
      ips: ['127.0.0.1'],
      balances: { spendable: 100, held: 0, promotional: 0, earning: 0 },
      cards: [{ biller: 'sandbox', last4: '4242', is_default: true }],
      notes: [{ by: admin.username, text: 'Wrote to support about a double charge' }],
      sanctions: [],
      audit: [{ actor: admin.username, action: 'accounts.note_added' }],
    });
    expect(shown.orders.map(({ order_id: id }) => id)).toEqual([order]);
    expect(shown.sessions).toHaveLength(1);
    expect(JSON.stringify(shown)).not.toContain(buyer.cookies.get('session') ?? 'no cookie of this name');
    expect(await codeOf(whole(nobody))).toBe('common.not_found');
    const { items } = await admin.call('listAccountTransfers', {
      params: { id: String(shown.ledger_account) } as never,
    });
    expect(items.length).toBeGreaterThan(0);
  });
});

describe('a change', () => {
  test('of a setting lets the person change the name once; it is in the log, and made once', async () => {
    const viewer = await site.join();
    const { user } = await change(viewer, { can_change_username: true, max_linked_accounts: 5 });
    expect([user.can_change_username, user.max_linked_accounts]).toEqual([true, 5]);
    expect((await me(viewer)).settings).toMatchObject({ can_change_username: true, max_linked_accounts: 5 });
    await change(viewer, { can_change_username: true, max_linked_accounts: 5 });
    expect(await deedsOf(viewer)).toEqual([
      ['accounts.changed', admin.username, { max_linked_accounts: '3 → 5' }],
      ['accounts.changed', admin.username, { can_change_username: 'false → true' }],
    ]);
    const name = `granted_${viewer.id}`;
    await viewer.call('changeUsername', { body: { username: name } });
    expect((await whole(viewer)).username).toBe(name);
    expect((await whole(viewer)).can_change_username).toBe(false);
  });

  test('of roles ends log-ins and sockets, and holds from the next log-in (MODERATION-ROLES-005) (MODERATION-ROLES-008)', async () => {
    const viewer = await site.join();
    const lobby = await viewer.openLobby();
    await change(viewer, { user_roles: ['site_mod', 'dvr'] });
    expect(await lobby.waitForClose()).toBe(4402);
    expect((await me(viewer)).user.username).toMatch(/^guest_/);
    const again = await site.visit();
    await again.call('login', { body: { login: viewer.username, password: TEST_PASSWORD } });
    expect((await again.call('getCurrentUser')).user.user_roles).toEqual(['site_mod', 'dvr']);
    expect(await deedsOf(viewer)).toEqual([
      ['accounts.roles_changed', admin.username, { user_roles: '– → site_mod dvr' }],
    ]);
    expect(await codeOf(change(viewer, { user_roles: ['owner'] as never }))).toBe('common.invalid_input');
  });

  test('of the same roles ends nothing', async () => {
    const viewer = await site.join({ roles: ['vr', 'dvr'] });
    await change(viewer, { user_roles: ['dvr', 'vr'] });
    expect((await me(viewer)).user.username).toBe(viewer.username);
    expect(await deedsOf(viewer)).toEqual([]);
  });

  test('of a membership, of direct pay and of an address is told to the person', async () => {
    const viewer = await site.join();
    await change(viewer, { membership: 'vip', is_direct_pay: true, email_confirmed: true });
    expect((await me(viewer)).user).toMatchObject({
      membership: 'vip',
      is_direct_pay: true,
      email_confirmed: 1,
    });
    await change(viewer, { membership: null });
    expect((await me(viewer)).user.membership).toBeNull();
  });

  test('of who is featured is written down, and lists and the home page show it (BROWSE-013) (HOME-015)', async () => {
    const model = await site.join({ type: 'model' });
    const guest = await site.visit();
    const listed = async () => {
      await site.site.catalog.reload();
      const { userList } = await guest.call('browsePath', {
        params: { gender: 'browse-role', path: 'featured' },
      });
      return userList.map(({ username, flagList }) => [username, flagList.includes('featured')]);
    };
    expect(await listed()).toEqual([]);
    expect((await change(model, { is_featured: true })).user.is_featured).toBe(true);
    expect(await listed()).toEqual([[model.username, true]]);
    await site.site.broadcasts.start(
      (await site.site.accounts.findByUsername(model.username))!,
      'test',
      'webrtc',
    );
    await site.site.catalog.reload();
    const { sections } = await guest.call('readHomeSections', { query: {} });
    expect(sections[0]).toMatchObject({ key: 'featured', list: [{ username: model.username }] });
    await change(model, { is_featured: false });
    expect(await listed()).toEqual([]);
    expect(await deedsOf(model)).toEqual([
      ['accounts.changed', admin.username, { is_featured: 'true → false' }],
      ['accounts.changed', admin.username, { is_featured: 'false → true' }],
    ]);
  });

  test('of a membership that is paid for, of an address that there is none of or that is another’s is refused', async () => {
    const [paid, bare, twin] = [await site.join(), await site.join(), await site.join()];
    await sql`insert into memberships (account_id, membership, ends_at, is_running, auto_renew, renewal_cents, next_try_at)
      values (${paid.id}, 'vip', now() + interval '9 days', true, true, 1000,
        now() + interval '9 days')`.execute(kysely);
    expect(await codeOf(change(paid, { membership: 'premium' }))).toBe('back_office.membership_paid');
    await sql`update accounts set email = '' where id = ${bare.id}`.execute(kysely);
    expect(await codeOf(change(bare, { email_confirmed: true }))).toBe('identity.email_refused');
    await change(paid, { email_confirmed: true });
    await sql`update accounts set email = ${`${paid.username}@example.org`} where id = ${twin.id}`.execute(
      kysely,
    );
    expect(await codeOf(change(twin, { email_confirmed: true }))).toBe('identity.email_in_use');
    expect(await deedsOf(twin)).toEqual([]);
  });

  test('of oneself, of an admin by an admin, of an auditor and of nobody is refused; a super admin names admins', async () => {
    const viewer = await site.join();
    const other = await desk.joinAdmin();
    expect(await codeOf(change(admin, { can_change_username: true }))).toBe('common.not_self');
    expect(await codeOf(change(boss, { note: 'hello' }, boss))).toBe('common.not_self');
    expect(await codeOf(change(other, { suspension }))).toBe('back_office.needs_super_admin');
    expect(await codeOf(change(viewer, { isAdmin: true }))).toBe('back_office.needs_super_admin');
    expect(await codeOf(change(viewer, { user_roles: ['auditor'] }))).toBe('back_office.needs_super_admin');
    expect(await codeOf(change(nobody, {}))).toBe('common.not_found');
    await change(viewer, { isAdmin: true, user_roles: ['auditor'] }, boss);
    expect((await whole(viewer)).isAdmin).toBe(true);
    await change(viewer, { isAdmin: false, user_roles: [] }, boss);
    expect((await whole(viewer)).isAdmin).toBe(false);
  });

  test('of two at the same moment one follows the other', async () => {
    const viewer = await site.join();
    await Promise.all([
      change(viewer, { user_roles: ['dvr'] }),
      change(viewer, { user_roles: ['vr'] }, boss),
    ]);
    const deeds = await deedsOf(viewer);
    expect(deeds).toHaveLength(2);
    const { user_roles: roles } = await whole(viewer);
    expect(JSON.stringify(deeds[0])).toContain(`→ ${roles.join(' ')}`);
  });
});

describe('a suspension', () => {
  test('ends log-ins and sockets and says why; lifted, all is as before', async () => {
    const viewer = await site.join();
    const told: string[] = [];
    const stop = onSessionEnded(site.bus, ({ accountId, reason }) => {
      if (accountId === viewer.id) told.push(reason);
    });
    const lobby = await viewer.openLobby();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await change(viewer, { suspension: { ...suspension, until } });
    expect(await lobby.waitForClose()).toBe(4402);
    // Whoever publishes is ended by this word.
    expect(told).toEqual(['suspended']);
    const again = await site.visit();
    const login = { body: { login: viewer.username, password: TEST_PASSWORD } };
    expect((await again.call('login', login)).suspended).toBe(true);
    expect(await again.call('getSuspension')).toMatchObject({
      reason_code: 'payment',
      statement: suspension.statement,
      until,
    });
    expect(await codeOf(again.call('listSessions'))).toBe('identity.suspended');
    expect((await whole(viewer)).sanctions).toMatchObject([
      { kind: 'suspend', by: admin.username, reason_code: 'payment', until, lifted_at: null },
    ]);
    await change(viewer, { suspension: null });
    const free = await site.visit();
    expect((await free.call('login', login)).suspended).toBe(false);
    expect(await codeOf(free.call('getSuspension'))).toBe('common.not_found');
    const shown = await whole(viewer);
    expect([shown.suspension_date, shown.sanctions[0]!.lifted_at === null]).toEqual([null, false]);
    expect((await deedsOf(viewer)).map(([action]) => action)).toEqual([
      'accounts.suspension_lifted',
      'accounts.suspended',
    ]);
    stop();
  });

  test('whose time is over is lifted by itself', async () => {
    const viewer = await site.join();
    await change(viewer, {
      suspension: { ...suspension, until: new Date(Date.now() + 86_400_000).toISOString() },
    });
    await site.site.doChores();
    expect((await whole(viewer)).suspension_date).not.toBeNull();
    await sql`with over as (update account_suspensions set until = now() - interval '1 second' where account_id = ${viewer.id})
      update accounts set suspension_until = now() - interval '1 second' where id = ${viewer.id}`.execute(
      kysely,
    );
    await site.site.doChores();
    const { suspension_date: since, sanctions } = await whole(viewer);
    expect([since, sanctions[0]!.lifted_at === null]).toEqual([null, false]);
  });

  test('with an end that is over or without words is refused; a second one takes the place of the first', async () => {
    const viewer = await site.join();
    const over = '2020-01-01T00:00:00.000Z';
    expect(await codeOf(change(viewer, { suspension: { ...suspension, until: over } }))).toBe(
      'back_office.dates_invalid',
    );
    expect(await codeOf(change(viewer, { suspension: { ...suspension, statement: 'short' } }))).toBe(
      'common.invalid_input',
    );
    expect((await me(viewer)).user.suspension_date).toBeNull();
    await change(viewer, { suspension });
    await change(viewer, { suspension: { ...suspension, reason_code: 'fraud' } });
    const { sanctions } = await whole(viewer);
    expect(sanctions.map((one) => [one.reason_code, one.lifted_at === null])).toEqual([
      ['fraud', true],
      ['payment', false],
    ]);
    // To lift what there is not is no change.
    await change(viewer, { suspension: null });
    await change(viewer, { suspension: null });
    expect(
      (await deedsOf(viewer)).filter(([action]) => action === 'accounts.suspension_lifted'),
    ).toHaveLength(1);
  });
});

describe('tokens', () => {
  const correct = (
    member: Pick<Member, 'id'>,
    tokens: number,
    more: { proposal_id?: string; by?: Member; key?: string } = {},
  ) =>
    (more.by ?? admin).call('correctTokens', {
      params: params(member),
      body: {
        tokens,
        reason: 'A stream broke off',
        ...(more.proposal_id && { proposal_id: more.proposal_id }),
      },
      idempotencyKey: more.key ?? uuidv7(),
    });

  test('are a gift of the house, once for each key, with their reason in the log', async () => {
    const viewer = await site.join();
    const lobby = await viewer.openLobby();
    const key = uuidv7();
    const answer = { status: 1, balance: 250, proposal_id: null };
    expect(await correct(viewer, 250, { key })).toEqual(answer);
    expect(await correct(viewer, 250, { key })).toEqual(answer);
    await lobby.waitFor('v3.token.update');
    const shown = await whole(viewer);
    expect(shown.balances).toMatchObject({ spendable: 250, promotional: 250 });
    expect(shown.corrections).toMatchObject([
      { tokens: 250, reason: 'A stream broke off', asked_by: admin.username, state: 'done' },
    ]);
    expect((await deedsOf(viewer))[0]).toMatchObject([
      'accounts.tokens_corrected',
      admin.username,
      { tokens: '250', reason: 'A stream broke off' },
    ]);
  });

  test('are taken as far as they are there (ledger.would_go_negative)', async () => {
    const viewer = await site.join({ tokens: 100 });
    expect((await correct(viewer, -30)).balance).toBe(70);
    expect(await codeOf(correct(viewer, -71))).toBe('ledger.would_go_negative');
    expect((await me(viewer)).tokens).toBe(70);
    expect((await whole(viewer)).corrections.map(({ state }) => state)).toEqual(['refused', 'done']);
    expect((await deedsOf(viewer)).map(([action]) => action)).toEqual([
      'accounts.tokens_refused',
      'accounts.tokens_corrected',
      'accounts.tokens_corrected',
    ]);
  });

  test('of an admin are for super admins (back_office.needs_super_admin)', async () => {
    const other = await desk.joinAdmin();
    expect(await codeOf(correct(other, 1))).toBe('back_office.needs_super_admin');
    expect((await me(other)).tokens).toBe(0);
  });

  test('above a thousand wait for another admin, who confirms the same once (common.second_person_needed)', async () => {
    const viewer = await site.join();
    const { balance, proposal_id: id } = await correct(viewer, 1_001);
    expect([balance, id === null]).toEqual([0, false]);
    const proposal_id = id!;
    expect(await codeOf(correct(viewer, 1_001, { proposal_id }))).toBe('common.second_person_needed');
    expect(await codeOf(correct(viewer, 1_002, { proposal_id, by: boss }))).toBe('back_office.proposal_gone');
    expect(await codeOf(correct(await site.join(), 1_001, { proposal_id, by: boss }))).toBe(
      'back_office.proposal_gone',
    );
    const codes = await Promise.all([
      codeOf(correct(viewer, 1_001, { proposal_id, by: boss })),
      codeOf(correct(viewer, 1_001, { proposal_id, by: boss })),
    ]);
    expect(codes.toSorted()).toEqual(['back_office.proposal_gone', 'not refused']);
    expect((await me(viewer)).tokens).toBe(1_001);
    expect((await whole(viewer)).corrections).toMatchObject([
      { asked_by: admin.username, confirmed_by: boss.username, state: 'done' },
    ]);
  });

  test('in many small gifts are as much as in a large one, also at once (common.second_person_needed)', async () => {
    const viewer = await site.join();
    const answers = await Promise.all([600, 600, 600].map(async (tokens) => correct(viewer, tokens)));
    const proposals = answers.flatMap(({ proposal_id }) => proposal_id ?? []);
    expect(proposals).toHaveLength(2);
    expect((await me(viewer)).tokens).toBe(600);
    expect((await correct(viewer, -400)).proposal_id).toBeNull();
    expect((await correct(viewer, -1)).proposal_id).not.toBeNull();
    expect(await codeOf(correct(viewer, 600, { proposal_id: proposals[0]! }))).toBe(
      'common.second_person_needed',
    );
    await correct(viewer, 600, { proposal_id: proposals[0]!, by: boss });
    expect((await me(viewer)).tokens).toBe(800);
    expect((await correct(await site.join(), 1_000)).proposal_id).toBeNull();
  });

  test('are for viewers, and never for oneself; 0 and too many are no numbers', async () => {
    const [viewer, model] = [await site.join(), await site.join({ type: 'model' })];
    expect(await codeOf(correct(admin, 5))).toBe('common.not_self');
    expect(await codeOf(correct(model, 5))).toBe('ledger.model_cannot_spend');
    expect(await codeOf(correct(nobody, 5))).toBe('common.not_found');
    for (const wrong of [0, 1.5, 100_001, -100_001])
      expect(await codeOf(correct(viewer, wrong)), String(wrong)).toBe('common.invalid_input');
  });

  test('that a crash has left are moved later, once', async () => {
    const viewer = await site.join();
    await sql`insert into token_corrections (id, account_id, tokens, reason, asked_by, state)
      values (${uuidv7()}, ${viewer.id}, 40, 'left by a crash', ${admin.id}, 'due')`.execute(kysely);
    await site.site.doChores();
    await eventually(async () => expect((await me(viewer)).tokens).toBe(40));
    expect((await whole(viewer)).corrections[0]!.state).toBe('done');
  });
});

import { Readable } from 'node:stream';
import { uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { tableOf } from './rows-of-store.ts';
import { allTables } from './tables/all-tables.ts';
import { fillEveryTable, findWords } from './testing-full-person-store.ts';

let nowMs = Date.now();
const errors: string[] = [];
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields: { err?: unknown }, words: string) =>
    void errors.push(`${words} ${String(fields.err ?? '')}`),
};
const site = await useTestSite({ clock: { now: () => nowMs }, log: log as never });
const { kysely } = site.database;

const prove = (member: Member) =>
  sql`update sessions set sudo_until = ${new Date(nowMs + 900_000)}, expires_at = ${new Date(nowMs + 90 * DAY_MS)}
    where account_id = ${member.id}`.execute(kysely);
const ask = async (member: Member, reason?: string) => {
  await prove(member);
  return member.call('requestDeletion', { body: { ...(reason && { reason }) } });
};
const stateOf = (member: Member) => member.call('getDeletion');
const accountOf = async ({ id }: Member) =>
  (
    await sql<{ username: string; email: string; suspension_reason: string | null }>`
      select username, email, suspension_reason from accounts where id = ${id}`.execute(kysely)
  ).rows[0]!;
const later = async (days: number) => {
  nowMs += days * DAY_MS;
  await site.site.doChores();
};
const confirm = ({ id }: Member) =>
  sql`update accounts set email_confirmed = true where id = ${id}`.execute(kysely);
const mailsTo = async (member: Member) =>
  (
    await sql<{ subject: string; text: string }>`
      select subject, text from kept_mails where "to" = ${`${member.username}@example.org`} order by id`.execute(
      kysely,
    )
  ).rows;

describe('a deletion', () => {
  test.runIf(isFullRun)(
    'is done after fourteen days and not before; until then a log-in can take it back (common.not_found)',
    async () => {
      const anna = await site.join();
      expect(await codeOf(anna.call('cancelDeletion', { body: {} }))).toBe('common.not_found');
      const { delete_at: at } = await ask(anna, 'I have had enough');
      expect(Date.parse(at)).toBe(nowMs + 14 * DAY_MS);
      expect(await ask(anna)).toMatchObject({ delete_at: at });
      await later(13.9);
      const device = await site.visit();
      await device.call('login', { body: { login: anna.username, password: anna.password } });
      await device.call('cancelDeletion', { body: {} });
      await later(1);
      expect((await accountOf(anna)).username).toBe(anna.username);
      expect(await stateOf(anna)).toMatchObject({ state: 'none', delete_at: null });

      await ask(anna);
      await later(14);
      expect(await accountOf(anna)).toMatchObject({ email: '', suspension_reason: 'deleted' });
      expect((await accountOf(anna)).username).toMatch(/^deleted_[0-9a-f]{10}$/u);
      expect((await anna.call('getCurrentUser')).user.username).toMatch(/^guest_/u);
      for (const login of [anna.username, `${anna.username}@example.org`])
        expect(
          await codeOf((await site.visit()).call('login', { body: { login, password: anna.password } })),
        ).toBe('identity.bad_credentials');
    },
  );

  test('is of nobody who works for the site (data_rights.staff_account)', async () => {
    const staff = await site.join({ roles: ['site_mod'] });
    expect(await codeOf(ask(staff))).toBe('data_rights.staff_account');
  });

  test('needs a password given lately, and is open to who is suspended', async () => {
    const anna = await site.join();
    await sql`update sessions set sudo_until = null where account_id = ${anna.id}`.execute(kysely);
    expect(await codeOf(anna.call('requestDeletion', { body: {} }))).toBe('common.sudo_required');
    await sql`update accounts set suspended_at = now() where id = ${anna.id}`.execute(kysely);
    await ask(anna);
    expect((await stateOf(anna)).state).toBe('waiting');
    await later(14);
    expect((await accountOf(anna)).username).toMatch(/^deleted_/u);
  });

  test('keeps the user name from others for ninety days', async () => {
    const anna = await site.join();
    await ask(anna);
    await later(14);
    const isFree = async () =>
      (await (await site.visit()).call('isUsernameAvailable', { query: { username: anna.username } }))
        .available;
    expect(await isFree()).toBe(false);
    await sql`update reserved_names set reserved_until = now() - interval '1 second'`.execute(kysely);
    expect(await isFree()).toBe(true);
    const heir = await site.join({ username: anna.username });
    expect(heir.id).not.toBe(anna.id);
  });

  test('ends tokens that are left, which its page says before', async () => {
    const anna = await site.join({ tokens: 40 });
    expect(await stateOf(anna)).toMatchObject({ tokens: 40, holds: [] });
    await ask(anna);
    await later(14);
    expect((await site.site.ledger.balanceOf(anna.id as never)).posted).toBe(0);
  });

  test('tells its person by mail that it was asked for, and that it is done', async () => {
    const anna = await site.join();
    await confirm(anna);
    await ask(anna);
    await eventually(async () =>
      expect((await mailsTo(anna)).map(({ subject }) => subject)).toContain('Your account will be deleted'),
    );
    await later(14);
    expect(await mailsTo(anna)).toEqual([]);
  });
});

describe('what is still open', () => {
  test('earnings that were not paid out refuse it, and hold one that was asked for before (identity.balance_open)', async () => {
    const [model, fan] = [await site.join({ type: 'model' }), await site.join({ tokens: 100 })];
    await ask(model);
    await fan.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 10 },
      idempotencyKey: uuidv7(nowMs),
    });
    expect(await stateOf(model)).toMatchObject({ state: 'waiting', holds: ['balance_open'] });
    await later(14);
    expect(await stateOf(model)).toMatchObject({ state: 'held', holds: ['balance_open'] });
    await prove(model);
    await model.call('cancelDeletion', { body: {} });
    expect(await codeOf(ask(model))).toBe('identity.balance_open');
  });

  test.each([
    [
      'a report that nobody has decided',
      'case_open',
      (id: number) => sql`insert into reports (id, kind, target, subject_id, reason, text, evidence, state)
        values (gen_random_uuid(), 'profile', 'x', ${id}, 'spam', '', '{}', 'open')`,
      (id: number) => sql`update reports set state = 'dismissed' where subject_id = ${id}`,
    ],
    [
      'a show for which tickets are sold',
      'shows_open',
      (id: number) => sql`
        insert into ticket_shows (show_id, room_id, state, ticket_price, recording_price, message, refund_minutes, min_sold, sold, announced_at, starts_at, version)
        values (gen_random_uuid(), ${id}, 'announced', 10, 0, '', 0, 0, 0, now(), now() + interval '1 year', 1)`,
      (id: number) => sql`update ticket_shows set state = 'canceled' where room_id = ${id}`,
    ],
    [
      'a purchase whose end is not known',
      'order_open',
      (
        id: number,
      ) => sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, way, purpose)
        select gen_random_uuid(), ${id}, 'sandbox', internal_id, 50, 499, 'USD', 'sent', 'link', 'tokens' from products limit 1`,
      (id: number) => sql`update orders set state = 'declined' where account_id = ${id}`,
    ],
  ] as const)(
    '%s holds it, its person is told why, and its end lets it go on',
    async (_what, hold, begin, end) => {
      const anna = await site.join();
      await confirm(anna);
      await ask(anna);
      await begin(anna.id).execute(kysely);
      await later(14);
      expect(await stateOf(anna)).toMatchObject({ state: 'held', holds: [hold] });
      await eventually(async () =>
        expect((await mailsTo(anna)).map(({ subject }) => subject)).toContain(
          'Your account cannot be deleted yet',
        ),
      );
      await end(anna.id).execute(kysely);
      await later(0.1);
      expect((await accountOf(anna)).username).toMatch(/^deleted_/u);
    },
  );

  test('a legal hold that comes between the look and the beginning still keeps everything', async () => {
    const anna = await site.join();
    await ask(anna);
    // The moment is too short for a call, so the beginning itself brings the hold.
    await sql`create function hold_at_begin() returns trigger language plpgsql as $$ begin
        insert into legal_holds (account_id, by_id, reason, since) values (new.account_id, new.account_id, 'court', now());
        return new; end $$`.execute(site.owner.kysely);
    await sql`create trigger hold_at_begin after update on deletions for each row
        when (old.state = 'waiting' and new.state = 'running') execute function hold_at_begin()`.execute(
      site.owner.kysely,
    );
    await later(14);
    await sql`drop trigger hold_at_begin on deletions`.execute(site.owner.kysely);
    expect(await stateOf(anna)).toMatchObject({ state: 'held', holds: ['legal_hold'] });
    expect((await accountOf(anna)).username).toBe(anna.username);
    await sql`delete from legal_holds where account_id = ${anna.id}`.execute(kysely);
    await later(0.1);
    expect((await accountOf(anna)).username).toMatch(/^deleted_/u);
  });

  test('a legal hold of staff keeps everything, and stands in the list of requests until it is lifted', async () => {
    const [admin, anna] = [await site.join(), await site.join()];
    await sql`update accounts set is_admin = true where id = ${admin.id}`.execute(kysely);
    await prove(admin);
    const hold = (is_held: boolean) =>
      admin.call('setLegalHold', {
        params: { id: String(anna.id) },
        body: { is_held, reason: 'order of a court' },
      });
    expect(
      await codeOf(
        admin.call('setLegalHold', {
          params: { id: '999999999' },
          body: { is_held: true, reason: 'nobody' },
        }),
      ),
    ).toBe('common.not_found');
    await hold(true);
    await ask(anna);
    await later(15);
    expect((await accountOf(anna)).username).toBe(anna.username);
    const { items } = await admin.call('listDataRequests', { query: {} });
    expect(items.find(({ username }) => username === anna.username)).toMatchObject({
      kind: 'deletion',
      state: 'held',
      held_by: 'legal_hold',
      has_legal_hold: true,
      is_overdue: false,
    });
    await prove(admin);
    await hold(false);
    await later(0.1);
    expect((await accountOf(anna)).username).toMatch(/^deleted_/u);
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where target = ${`account:${anna.id}`} order by number`.execute(
      kysely,
    );
    expect(rows.map(({ action }) => action)).toEqual(['data_rights.hold_set', 'data_rights.hold_lifted']);
  });

  test('a request that is neither done nor answered after thirty days is told to the log once', async () => {
    const anna = await site.join();
    await ask(anna);
    // Somebody has it and never goes on.
    await sql`update deletions set lease_until = ${new Date(nowMs + 90 * DAY_MS)} where account_id = ${anna.id}`.execute(
      kysely,
    );
    const told = () =>
      errors.filter((words) => words.startsWith('a request to delete an account is overdue')).length;
    await later(29.9);
    expect(told()).toBe(0);
    await later(0.2);
    await later(1);
    expect(told()).toBe(1);
  });
});

describe('after a deletion', () => {
  test('what others have stays with them, under a name that says nothing', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    await sql`
      insert into direct_messages (id, low_id, high_id, sender_id, client_id, text) values
        (gen_random_uuid(), ${anna.id}, ${ben.id}, ${anna.id}, gen_random_uuid(), 'from anna'),
        (gen_random_uuid(), ${anna.id}, ${ben.id}, ${ben.id}, gen_random_uuid(), 'from ben')`.execute(kysely);
    await sql`insert into room_moderation_log (id, room_id, action, username, by_id, by_name, reason)
      values (gen_random_uuid(), ${ben.id}, 'kick', ${anna.username}, ${ben.id}, 'ben', '')`.execute(kysely);
    await sql`insert into notices (id, account_id, kind, title, body, url, code, params)
      values (gen_random_uuid(), ${ben.id}, 'pm', '', '', ${`/inbox?with=${anna.username}`}, 'pm_new', '{"name": "x", "text": "hello"}'),
        (gen_random_uuid(), ${ben.id}, 'pm', '', '', '/inbox?with=somebody', 'pm_new', '{"name": "x", "text": "hello"}')`.execute(
      kysely,
    );
    await sql`insert into tip_splits (split_id, room_id, proposer_id, state, target_splitters, split_amount, parts, expires_at, is_closed, version, news, told_news, changed_at)
      values (gen_random_uuid(), ${ben.id}, ${ben.id}, 'success', 2, 5,
        ${JSON.stringify([{ username: anna.username, state: anna.username }])}::jsonb, now(), true, 1, 0, 0, now())`.execute(
      kysely,
    );
    await ask(anna);
    await later(14);
    const pseudonym = (await accountOf(anna)).username;
    const messages = await sql`select text from direct_messages where high_id = ${ben.id}`.execute(kysely);
    expect(messages.rows).toEqual([{ text: 'from ben' }]);
    const logged = await sql`select username from room_moderation_log where room_id = ${ben.id}`.execute(
      kysely,
    );
    expect(logged.rows).toEqual([{ username: pseudonym }]);
    const notices = await sql`select url from notices where account_id = ${ben.id}`.execute(kysely);
    expect(notices.rows).toEqual([{ url: '/inbox?with=somebody' }]);
    const splits = await sql`select parts from ${tableOf('tip_splits')} where room_id = ${ben.id}`.execute(
      kysely,
    );
    // Only what is a name becomes another one.
    expect(splits.rows).toEqual([{ parts: [{ username: pseudonym, state: anna.username }] }]);
  });

  test('that was broken off goes on where it was', async () => {
    const anna = await site.join();
    await ask(anna);
    await sql`create or replace function refuse_once() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`.execute(site.owner.kysely);
    await sql`create trigger refuse_once before delete on sessions for each row execute function refuse_once()`.execute(
      site.owner.kysely,
    );
    nowMs += 14 * DAY_MS;
    await expect(site.site.doChores()).rejects.toThrow('chores failed');
    expect((await accountOf(anna)).suspension_reason).toBe('deleted');
    expect(await codeOf(anna.call('cancelDeletion', { body: {} }))).not.toBe('not refused');
    await sql`drop trigger refuse_once on sessions`.execute(site.owner.kysely);
    await later(1);
    expect((await accountOf(anna)).username).toMatch(/^deleted_/u);
  });

  test.runIf(isFullRun)(
    'no word of the person is left in any column or file but in the records that law asks for',
    async () => {
      // A name that is part of no other name.
      const [anna, ben] = [await site.join({ username: 'whole_marigold' }), await site.join()];
      await confirm(anna);
      const { blobs } = site.site;
      const word = 'marigold77';
      const email = `${anna.username}@example.org`;
      await sql`update accounts set about = ${word}, display_name = ${word}, region = ${word}, tags = ${[word]},
      settings = ${JSON.stringify({ chat_notice: word })}::jsonb where id = ${anna.id}`.execute(kysely);
      const uuid = uuidv7();
      const filled = await fillEveryTable(site.owner, {
        id: anna.id as never,
        otherId: ben.id as never,
        username: anna.username,
        email,
        word,
        uuid,
      });
      expect(filled.length).toBeGreaterThan(120);
      const names = [
        `avatars/${uuid}.jpg`,
        `fan-logos/${uuid}.jpg`,
        `pm/${uuid}.jpg`,
        `vault/${uuid}`,
        'rec/video',
        'rec/poster',
      ];
      await sql`update recordings set video_blob = 'rec/video', poster_blob = 'rec/poster' where id = ${uuid}`.execute(
        kysely,
      );
      for (const name of names) await blobs.put(name, Readable.from([Buffer.from(word)]));
      // What is open is settled, so that nothing holds it.
      for (const change of [
        sql`update orders set state = 'succeeded'`,
        sql`update reports set state = 'closed'`,
        sql`delete from legal_holds`,
        sql`update rooms set status = 'offline'`,
        sql`update postpay_lines set used_tokens = 0`,
        sql`update ticket_shows set state = 'settled'`,
        sql`update deletions set state = 'canceled'`,
      ])
        await change.execute(kysely);
      await ask(anna);
      await sql`update deletions set delete_at = ${new Date(nowMs)} where account_id = ${anna.id}`.execute(
        kysely,
      );
      // Chores of others stumble over rows that were made up.
      await site.site.doChores().catch(() => undefined);
      expect(await accountOf(anna)).toMatchObject({ suspension_reason: 'deleted', email: '' });

      const found = await findWords(site.owner, [anna.username, email, word]);
      const stated = found.filter(({ table }) => {
        const { end } = allTables[table]!;
        return end.some(({ act }) => act === 'kept') || (end.length === 1 && end[0]!.act === 'impersonal');
      });
      const emptied = found.filter(({ table, column }) =>
        allTables[table]!.end.some((act) => act.act === 'emptied' && column in act.values),
      );
      expect(found.filter((one) => !stated.includes(one) || emptied.includes(one))).toEqual([]);
      const left: string[] = [];
      for await (const name of blobs.list()) left.push(name);
      expect(left.filter((name) => names.includes(name))).toEqual([]);
    },
  );
});

import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import type { Visitor } from '@klieg/testing';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;

const open = async (visitor: Visitor, text = 'My picture stands still', email?: string) =>
  (await visitor.call('openSupportThread', { body: { topic: 'video', text, ...(email && { email }) } })).id;
const threadsOf = async (visitor: Visitor) => (await visitor.call('listSupportThreads')).items;
const read = (visitor: Visitor, id: string) => visitor.call('getSupportThread', { params: { id } });
const write = (visitor: Visitor, id: string, text: string) =>
  visitor.call('answerSupportThread', { params: { id }, body: { text } });
const answer = (id: string, body: { text?: string; close: boolean }) =>
  admin.call('answerDeskThread', { params: { id }, body });
const mailsTo = async (address: string) => {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, text as body from kept_mails where "to" = ${address} and subject like 'An answer%'`.execute(
    kysely,
  );
  return rows;
};

describe('a conversation with support', () => {
  test('goes on between a member and staff: messages, what is unread, answered and closed', async () => {
    const member = await site.join();
    const id = await open(member);
    expect(await threadsOf(member)).toMatchObject([{ id, topic: 'video', state: 'open', unread: 0 }]);
    expect((await admin.call('listDeskThreads', { query: { state: 'open' } })).items[0]).toMatchObject({
      id,
      username: member.username,
      text: 'My picture stands still',
    });
    const { thread } = await answer(id, { text: 'Which browser is it?', close: false });
    expect(thread.messages.map(({ from, text }) => [from, text])).toEqual([
      ['sender', 'My picture stands still'],
      ['staff', 'Which browser is it?'],
    ]);
    expect(await threadsOf(member)).toMatchObject([{ id, state: 'answered', unread: 1 }]);
    const seen = await read(member, id);
    expect(seen.messages.map(({ from, text }) => [from, text])).toEqual([
      ['me', 'My picture stands still'],
      ['staff', 'Which browser is it?'],
    ]);
    // Looking at it changes nothing; saying that it was read does.
    expect((await threadsOf(member))[0]!.unread).toBe(1);
    await member.call('markSupportThreadRead', { params: { id } });
    expect((await threadsOf(member))[0]!.unread).toBe(0);
    await write(member, id, 'Firefox');
    expect((await threadsOf(member))[0]).toMatchObject({ state: 'open', unread: 0 });
    await answer(id, { text: 'It is mended.', close: true });
    expect((await threadsOf(member))[0]).toMatchObject({ state: 'closed', unread: 1 });
    // Whoever goes on opens it again.
    await write(member, id, 'Not yet');
    expect((await threadsOf(member))[0]!.state).toBe('open');
    await answer(id, { close: true });
    expect((await threadsOf(member))[0]!.state).toBe('closed');
    const { items } = await member.call('listNotifications', { query: {} });
    expect(items.filter(({ title }) => title === 'Support has answered')).toHaveLength(2);
  });

  test('of a guest belongs to the cookie, and is answered by mail too', async () => {
    const guest = await site.visit();
    const id = await open(guest, 'I cannot register', 'guest@example.org');
    expect((await threadsOf(guest)).map((one) => one.id)).toEqual([id]);
    await answer(id, { text: 'Try it again, please.', close: false });
    await eventually(async () => {
      const mails = await mailsTo('guest@example.org');
      expect(mails).toHaveLength(1);
      expect(mails[0]!.body).toContain('Try it again, please.');
    });
    expect((await threadsOf(guest))[0]!.unread).toBe(1);
  });

  test('is not there for anybody else, whatever they ask', async () => {
    const [member, stranger, guest, other] = [
      await site.join(),
      await site.join(),
      await site.visit(),
      await site.visit(),
    ];
    const [own, ofGuest] = [await open(member), await open(guest, 'Hello there', 'a@example.org')];
    for (const [visitor, id] of [
      [stranger, own],
      [guest, own],
      [other, ofGuest],
      [member, ofGuest],
      [stranger, uuidv7()],
    ] as const) {
      expect(await codeOf(read(visitor, id))).toBe('common.not_found');
      expect(await codeOf(write(visitor, id, 'x'))).toBe('common.not_found');
      expect(await codeOf(visitor.call('markSupportThreadRead', { params: { id } }))).toBe(
        'common.not_found',
      );
      expect((await threadsOf(visitor)).map((one) => one.id)).not.toContain(id);
    }
  });

  test('has an end: five hundred messages, none of them empty or huge', async () => {
    const member = await site.join();
    const id = await open(member);
    for (const text of ['', '   ', 'x'.repeat(4_001)])
      expect(await codeOf(write(member, id, text))).toBe('common.invalid_input');
    await sql`insert into support_messages (id, thread_id, is_staff, text)
      select gen_random_uuid(), ${id}::uuid, false, 'x' from generate_series(1, 500)`.execute(kysely);
    expect(await codeOf(write(member, id, 'one more'))).toBe('support.thread_full');
    expect(await codeOf(answer(id, { text: 'one more', close: false }))).toBe('support.thread_full');
    expect((await read(member, id)).messages).toHaveLength(501);
    await answer(id, { close: true });
  });

  test('is open to suspended people', async () => {
    const member = await site.join();
    const id = await open(member);
    await sql`update accounts set suspended_at = now() - interval '1 hour' where id = ${member.id}`.execute(
      kysely,
    );
    await write(member, id, 'Why?');
    expect((await read(member, id)).messages).toHaveLength(2);
  });
});

describe('the inbox of staff', () => {
  test('comes in pages, by state, and each answer and end stands in the audit log', async () => {
    const member = await site.join();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift(await open(member, `Question ${n}`));
    const first = await admin.call('listDeskThreads', { query: { limit: '2' } });
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.open).toBeGreaterThanOrEqual(3);
    const second = await admin.call('listDeskThreads', { query: { limit: '2', cursor: first.next_cursor! } });
    expect(second.items[0]!.id).toBe(ids[2]);
    expect(await codeOf(answer(ids[0]!, { close: false }))).toBe('support.nothing_said');
    expect(await codeOf(answer(uuidv7(), { close: true }))).toBe('common.not_found');
    expect(await codeOf(admin.call('getDeskThread', { params: { id: uuidv7() } }))).toBe('common.not_found');
    const { thread } = await answer(ids[0]!, { text: 'Yes.', close: false });
    await answer(ids[0]!, { close: true });
    expect((await admin.call('getDeskThread', { params: { id: ids[0]! } })).state).toBe('closed');
    const deeds = (await boss.call('listAudit', { query: { target: `support:${thread.number}` } })).items;
    expect(deeds.map(({ action }) => action)).toEqual(['support.closed', 'support.answered']);
    const closed = await admin.call('listDeskThreads', { query: { state: 'closed' } });
    expect(closed.items.map(({ id }) => id)).toContain(ids[0]);
  });

  test('is open to admins with their password given lately alone', async () => {
    const [guest, viewer, late]: readonly (Visitor | Member)[] = [
      await site.visit(),
      await site.join(),
      await desk.joinAdmin(),
    ];
    await sql`update sessions set sudo_until = null where account_id = ${(late as Member).id}`.execute(
      kysely,
    );
    const params = { id: uuidv7() };
    for (const [name, given] of [
      ['listDeskThreads', { query: {} }],
      ['getDeskThread', { params }],
      ['answerDeskThread', { params, body: { close: true } }],
    ] as const) {
      expect(await codeOf(guest!.call(name, given as never)), name).toBe('common.unauthenticated');
      expect(await codeOf(viewer!.call(name, given as never)), name).toBe('common.forbidden');
      expect(await codeOf(late!.call(name, given as never)), name).toBe('common.sudo_required');
    }
  });
});

import type { ComplaintAction } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sceneOf, useComplaints } from '../../app/testing-complaints-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const { kysely } = site.database;
const { file, sendUp, withPicture, statusOf, receiptOf, mailsOf } = useComplaints(site);
const [mod, other] = [await site.join({ roles: ['site_mod'] }), await site.join({ roles: ['site_mod'] })];
const note = 'Looked at it and compared the faces.';

const decide = async (
  id: string,
  action: ComplaintAction,
  more: { readonly revision?: number; readonly hash_block?: boolean } = {},
  by: Member = mod,
) => (await by.call('decideComplaint', { params: { id }, body: { action, note, ...more } })).complaint;
const read = (id: string, by: Member = mod) => by.call('getDeskComplaint', { params: { id } });
const list = (query: Record<string, string> = {}) =>
  mod.call('listDeskComplaints', { query: { limit: '100', ...query } });
const deedsOf = async (id: string) =>
  (
    await sql<{ action: string; actor: string }>`
      select action, actor from audit_entries where target = ${`complaint:${id}`} order by number`.execute(
      kysely,
    )
  ).rows.map(({ action, actor }) => `${action} by ${actor}`);
const noticesOf = async (who: Member) => (await who.call('listNotifications', { query: {} as never })).items;

describe('what a complaint names', () => {
  test.runIf(isFullRun).each(['illegal', 'non_consensual', 'take_it_down'] as const)(
    'is out of reach at once where nobody may wait (%s), with identical copies, and kept',
    async (kind) => {
      const bytes = await sceneOf({ illegal: 's02', non_consensual: 's03', take_it_down: 's04' }[kind]);
      const [one, copy] = [await withPicture(bytes), await withPicture(bytes)];
      expect(await statusOf(one.url)).toBe(200);
      const { id, receipt } = await file(kind, [one.url]);
      expect([await statusOf(one.url), await statusOf(copy.url)]).toEqual([404, 404]);
      expect(await statusOf(one.url, one.who)).toBe(404);
      const { items, legal_hold: isHeld, withheld } = await read(id);
      expect(items.map(({ owner, is_copy: isCopy, state }) => [owner, isCopy, state]).toSorted()).toEqual(
        [
          [one.who.username, false, 'quarantined'],
          [copy.who.username, true, 'quarantined'],
        ].toSorted(),
      );
      expect([withheld, isHeld]).toEqual([2, kind === 'illegal']);
      expect(await receiptOf(receipt)).toMatchObject({ state: 'open', withheld: 2, outcome: null });
      // Whoever deletes it, or replaces it, deletes nothing that somebody may have to see.
      await one.who.call('deleteAvatar', { body: {} });
      await site.site.doChores();
      expect((await mod.fetch(items[0]!.url!)).status).toBe(200);
      expect((await one.who.fetch(items[0]!.url!)).status).toBe(404);
      expect(await deedsOf(id)).toEqual([`complaints.looked_at by ${mod.username}`]);
      const told = (await noticesOf(copy.who)).map(({ title }) => title);
      expect(told).toEqual(kind === 'illegal' ? [] : ['Something of yours is hidden for now']);
    },
  );

  test('stays where it is until somebody has decided of all other kinds, and a page names its picture', async () => {
    const { who, url } = await withPicture(await sceneOf('s05'));
    const { id } = await file('privacy', [`/${who.username}`, '/legal/terms', '/files/avatars/none.jpg']);
    expect(await statusOf(url)).toBe(200);
    const { items, about } = await read(id);
    expect(items.map(({ kind, state }) => [kind, state])).toEqual([
      ['avatar', 'shown'],
      ['page', 'shown'],
    ]);
    expect(about).toEqual([who.username]);
  });

  test.runIf(isFullRun)(
    'is a picture of a message, which its two people are not shown any more',
    async () => {
      const settings = { pm_allow: 'all' };
      const [anna, ben] = [await site.join({ settings }), await site.join({ settings })];
      const form = new FormData();
      form.append('file', new File([new Uint8Array(await sceneOf('s06'))], 'x.jpg', { type: 'image/jpeg' }));
      const params = { username: ben.username };
      const { image_id: image } = await anna.call('uploadMessagePicture', { params, form });
      await anna.call('sendMessage', {
        params,
        body: { text: 'look', client_id: uuidv7(), image_id: image },
      });
      const readIt = async () =>
        (await ben.call('readConversation', { params: { username: anna.username }, query: {} as never }))
          .items[0]!;
      const url = (await readIt()).image_url!;
      expect(await statusOf(url, ben)).toBe(200);
      const { id } = await file('take_it_down', [url]);
      expect([await statusOf(url, ben), await statusOf(url, anna), (await readIt()).image_url]).toEqual([
        404,
        404,
        null,
      ]);
      await decide(id, 'reject');
      expect([await statusOf(url, ben), (await readIt()).image_url]).toEqual([200, url]);
    },
  );
});

describe('a decision', () => {
  test.runIf(isFullRun)(
    'removes with all copies, keeps the same picture from coming again, and tells both sides why',
    async () => {
      const bytes = await sceneOf('s07');
      const [one, copy] = [await withPicture(bytes), await withPicture(bytes)];
      const { id, number, receipt } = await file('depicted_person', [one.url]);
      expect(await decide(id, 'remove')).toMatchObject({
        state: 'actioned',
        withheld: 2,
        actions: ['restore'],
      });
      expect([await statusOf(one.url), await statusOf(copy.url)]).toEqual([404, 404]);
      const third = await site.join();
      expect(await codeOf(sendUp(third, bytes))).toBe('common.file_blocked');
      // The same bytes come by no other way either.
      const reader = await site.join({ settings: { pm_allow: 'all' } });
      const form = new FormData();
      form.append('file', new File([new Uint8Array(bytes)], 'x.jpg', { type: 'image/jpeg' }));
      const params = { username: reader.username };
      expect(await codeOf(third.call('uploadMessagePicture', { params, form }))).toBe('common.file_blocked');
      await sendUp(third, await sceneOf('s08'));
      for (const { who } of [one, copy])
        expect((await noticesOf(who))[0]).toMatchObject({
          kind: 'complaint',
          title: `Something of yours was removed (complaint ${number})`,
          body: note,
          url: '/account/complaints',
        });
      expect(JSON.stringify(await noticesOf(one.who))).not.toContain('Ada');
      expect(await receiptOf(receipt)).toMatchObject({
        state: 'actioned',
        outcome: 'removed',
        reasons: note,
        withheld: 2,
        can_appeal: false,
      });
      await eventually(async () =>
        expect((await mailsOf(number)).map(({ subject }) => subject)).toContain(
          `Your complaint ${number}: removed`,
        ),
      );
      expect(await deedsOf(id)).toEqual([`complaints.remove by ${mod.username}`]);
      expect(await decide(id, 'restore', {}, other)).toMatchObject({ state: 'dismissed', withheld: 0 });
      expect([await statusOf(one.url), await statusOf(copy.url)]).toEqual([200, 200]);
      await sendUp(third, bytes);
    },
  );

  test.runIf(isFullRun)(
    'without a block removes what is there now and lets the same come again',
    async () => {
      const bytes = await sceneOf('s09');
      const { url } = await withPicture(bytes);
      const { id } = await file('privacy', [url]);
      await decide(id, 'remove', { hash_block: false });
      expect(await statusOf(url)).toBe(404);
      expect(await statusOf((await withPicture(bytes)).url)).toBe(200);
    },
  );

  test.runIf(isFullRun)('of two complaints about one picture gives it back when both have', async () => {
    const { who, url } = await withPicture(await sceneOf('s10'));
    const [first, second] = [await file('take_it_down', [url]), await file('take_it_down', [url])];
    await decide(first.id, 'reject');
    expect(await statusOf(url)).toBe(404);
    await decide(second.id, 'reject');
    expect(await statusOf(url)).toBe(200);
    expect((await who.call('getCurrentUser')).user.avatar).toBe(url);
  });

  test('asks for more, gets an answer once, and nothing that nobody has asked for (complaint_desk.nothing_asked)', async () => {
    const { id, number, receipt } = await file('privacy', ['/']);
    const guest = await site.visit();
    const answer = (text = 'The second picture from above.') =>
      guest.call('answerComplaint', { params: { receipt }, body: { text } });
    expect(await codeOf(answer())).toBe('complaint_desk.nothing_asked');
    expect(await decide(id, 'request_info')).toMatchObject({ state: 'in_review', waits_for_answer: true });
    expect((await receiptOf(receipt)).asked).toBe(note);
    await eventually(async () => expect((await mailsOf(number)).at(-1)?.text).toContain(note));
    await answer();
    expect(await codeOf(answer())).toBe('complaint_desk.nothing_asked');
    const unknown = { params: { receipt: 'A'.repeat(22) }, body: { text: 'Hello there' } };
    expect(await codeOf(guest.call('answerComplaint', unknown))).toBe('common.not_found');
    const { history } = await read(id);
    expect(history.map(({ party, action }) => [party, action])).toEqual([
      ['staff', 'request_info'],
      ['complainant', 'answered'],
    ]);
    expect(history[1]!.note).toBe('The second picture from above.');
  });

  test('of a state that was not read is refused; of two at once one is (moderation.stale)', async () => {
    const { id } = await file('other', ['/']);
    const { revision } = await read(id);
    const ends = await Promise.all([mod, other].map((by) => codeOf(decide(id, 'reject', { revision }, by))));
    expect(ends.toSorted()).toEqual(['moderation.stale', 'not refused']);
    expect(await codeOf(decide(id, 'remove'))).toBe('complaint_desk.action_not_possible');
    expect(await codeOf(decide(uuidv7(), 'remove'))).toBe('common.not_found');
    expect(await codeOf(read(uuidv7()))).toBe('common.not_found');
    expect((await read(id)).history).toHaveLength(1);
  });

  test.runIf(isFullRun)(
    'about something of one’s own is for somebody else (common.not_self), and none of it for strangers',
    async () => {
      await sendUp(other, await sceneOf('s11'));
      const { id } = await file('privacy', [`/${other.username}`]);
      expect(await codeOf(decide(id, 'reject', {}, other))).toBe('common.not_self');
      await decide(id, 'reject');
      const viewer = await site.join();
      expect(await codeOf(read(id, viewer))).toBe('common.forbidden');
      expect(await codeOf(viewer.call('listDeskComplaints', { query: {} as never }))).toBe(
        'common.forbidden',
      );
      expect(await codeOf(decide(id, 'restore', {}, viewer))).toBe('common.forbidden');
    },
  );
});

describe('the queue', () => {
  test('has the worst and the latest first, by kind and by what is late, and pages are told how much waits', async () => {
    const page = await mod.openLobby();
    await page.waitFor('v3.staff.queue', ({ queue }) => queue === 'complaint');
    const [calm, late, harm, bad] = [
      await file('privacy', ['/']),
      await file('other', ['/']),
      await file('take_it_down', ['/']),
      await file('illegal', ['/']),
    ];
    await sql`update complaints set due_at = now() - interval '1 hour' where id = ${late.id}`.execute(kysely);
    const ids = [calm, late, harm, bad].map(({ id }) => id as string);
    const { items, open } = await list();
    expect(items.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(
      [bad, late, harm, calm].map(({ id }) => id),
    );
    expect(open).toBe(items.length);
    expect(JSON.stringify(items)).not.toContain('ada@example.org');
    const lateOnes = (await list({ overdue: '1' })).items;
    expect(lateOnes.every(({ overdue }) => overdue)).toBe(true);
    expect(lateOnes.map(({ id }) => id)).toEqual(expect.arrayContaining([bad.id, late.id]));
    expect((await list({ kind: 'take_it_down' })).items.map(({ id }) => id)).toContain(harm.id);
    const { length } = (await list({ kind: 'illegal' })).items;
    await page.waitFor('v3.staff.queue', ({ queue, count }) => queue === 'illegal' && count === length);
    await decide(calm.id, 'reject');
    expect((await list({ queue: 'decided' })).items[0]!.id).toBe(calm.id);
    expect((await list()).open).toBe(open - 1);
    const first = await list({ limit: '1' });
    expect((await list({ limit: '1', cursor: first.next_cursor! })).items[0]!.id).not.toBe(
      first.items[0]!.id,
    );
  });
});

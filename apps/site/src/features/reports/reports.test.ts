import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { pngOf } from '../../platform/images/testing-images.ts';

const site = await useTestSite();
const open = { settings: { pm_allow: 'all' } };

const keptOf = async (id: string) =>
  (
    await sql<{
      subject_id: number;
      reporter_id: number;
      evidence: unknown;
      is_urgent: boolean;
      text: string;
    }>`
      select * from reports where id = ${id}`.execute(site.database.kysely)
  ).rows[0];
const write = async (from: Member, to: Member, text: string) =>
  (
    await from.call('sendMessage', {
      params: { username: to.username },
      body: { text, client_id: uuidv7() },
    })
  ).id;

/** An id that was made at a time. */
const idOf = (ms: number): string => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}`;
};

describe('a report', () => {
  test('of a private message keeps what was sent, also when it was taken back since', async () => {
    const [anna, ben] = [await site.join(open), await site.join(open)];
    const id = await write(ben, anna, 'not nice');
    await ben.call('deleteMessages', { params: { username: anna.username }, body: { ids: [id] } });
    const { report_id: reportId } = await anna.call('createReport', {
      body: { kind: 'pm', target: id, reason: 'hate', text: 'please look' },
    });
    expect(await keptOf(reportId)).toMatchObject({
      subject_id: ben.id,
      reporter_id: anna.id,
      evidence: { id, text: 'not nice', taken_back: true },
      is_urgent: false,
      text: 'please look',
    });
  });

  test('a second one of the same thing joins the first, and may make it urgent', async () => {
    const [anna, ben] = [await site.join(open), await site.join(open)];
    const id = await write(ben, anna, 'not nice');
    const body = { kind: 'pm', target: id, reason: 'spam' } as const;
    const first = await anna.call('createReport', { body });
    const second = await anna.call('createReport', { body: { ...body, reason: 'underage', text: 'more' } });
    expect(second.report_id).toBe(first.report_id);
    expect(await keptOf(first.report_id)).toMatchObject({ is_urgent: true });
  });

  test('of what one never got is of nothing (common.not_found)', async () => {
    const [anna, ben] = [await site.join(open), await site.join(open)];
    const stranger = await site.join();
    const id = await write(ben, anna, 'between us');
    for (const member of [stranger, ben, await site.visit()])
      expect(
        await codeOf(member.call('createReport', { body: { kind: 'pm', target: id, reason: 'spam' } })),
      ).toBe('common.not_found');
    for (const [kind, target] of [
      ['pm', uuidv7()],
      ['pm', 'x'],
      ['message', uuidv7()],
      ['profile', 'nobody_here'],
      ['room', anna.username],
      ['media', '17'],
      ['comment', '17'],
    ] as const)
      expect(await codeOf(anna.call('createReport', { body: { kind, target, reason: 'other' } }))).toBe(
        'common.not_found',
      );
  });

  test.runIf(isFullRun)(
    'of a room, a person or a line of chat keeps it as it was, from guests too',
    async () => {
      const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
      const member = await site.join({ tokens: 5 });
      const room = await member.openRoom(await member.openLobby(), model.username);
      room.send('v3.chat.send', { client_id: uuidv7(), message: 'a rude line' });
      const { id: lineId } = await room.waitFor('v3.chat.message');
      const guest = await site.visit();
      const report = async (kind: 'room' | 'stream' | 'profile' | 'message', target: string) =>
        keptOf(
          (
            await guest.call('createReport', {
              body: {
                kind,
                target,
                reason: 'other',
                ...(kind === 'message' && { username: model.username }),
                still: pngOf(40, 30).toString('base64'),
              },
            })
          ).report_id,
        );
      expect(await report('message', lineId)).toMatchObject({
        subject_id: member.id,
        reporter_id: null,
        evidence: { text: 'a rude line', room: model.username, username: member.username },
      });
      // One that has left what the room keeps: staff learns of it, without words that nobody can vouch for.
      const gone = idOf(Date.now() - 3_600_000);
      expect(await report('message', gone)).toMatchObject({
        subject_id: null,
        evidence: { id: gone, text: null, room: model.username, username: null },
      });
      for (const [target, why] of [
        [idOf(Date.now() - 2 * 86_400_000), 'too old'],
        [idOf(Date.now() + 3_600_000), 'not written yet'],
        ['00000000-0000-4000-8000-000000000000', 'no id of a line'],
      ] as const)
        expect([why, await codeOf(report('message', target))]).toEqual([why, 'common.not_found']);
      for (const kind of ['room', 'stream', 'profile'] as const)
        expect(await report(kind, model.username)).toMatchObject({
          subject_id: model.id,
          evidence: { username: model.username },
        });
    },
  );

  test.runIf(isFullRun)(
    'with something that is no picture is refused, and says so (common.file_not_image)',
    async () => {
      const model = await site.join({ type: 'model' });
      const guest = await site.visit();
      const report = (still: Buffer) =>
        guest.call('createReport', {
          body: { kind: 'room', target: model.username, reason: 'other', still: still.toString('base64') },
        });
      expect(await codeOf(report(Buffer.from('<svg onload="alert(1)"/>')))).toBe('common.file_not_image');
      expect(await codeOf(report(pngOf(40, 30).subarray(0, 60)))).toBe('common.file_not_image');
      expect((await report(pngOf(40, 30))).status).toBe(1);
    },
  );
});

describe('reports of strangers', () => {
  test('about a line that nobody has any more are not urgent; those of a member are', async () => {
    const model = await site.join({ type: 'model' });
    const about = async (who: Pick<Member, 'call'>) => {
      const target = idOf(Date.now() - 60_000);
      const body = { kind: 'message', target, username: model.username, reason: 'underage' } as const;
      return (await keptOf((await who.call('createReport', { body })).report_id))!.is_urgent;
    };
    expect(await about(await site.visit())).toBe(false);
    expect(await about(await site.join())).toBe(true);
  });

  test('are at most twenty a day from one network; members go on (common.rate_limited)', async () => {
    const strict = await useTestSite({ isGenerous: false });
    const model = await strict.join({ type: 'model' });
    const body = { kind: 'profile', target: model.username, reason: 'other' } as const;
    const codes: string[] = [];
    // Each from another browser; the limit of calls is one of its own.
    for (let count = 0; count < 21; count++)
      codes.push(await codeOf((await strict.visit()).call('createReport', { body })));
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(20);
    expect(codes.at(-1)).toBe('common.rate_limited');
    expect(await codeOf((await strict.join()).call('createReport', { body }))).toBe('not refused');
  });
});

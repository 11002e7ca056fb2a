import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useComplaints } from '../../app/testing-complaints-store.ts';
import { openPerformers } from '../../app/testing-consent-store.ts';
import { buy, decide, get, joinStaff, tokensOf, waitingOf } from '../../app/testing-media-store.ts';
import { makeVideo, useRecordings } from '../../app/testing-recording-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

/* What remains of a broadcast, on its way to those who buy it. */

const site = await useTestSite();
const { kysely } = site.database;
const staff = await joinStaff(site);
const { begun, arrives, recorded, publish, listed, prepared } = useRecordings(site);
const complaints = useComplaints(site);
const mod = await site.join({ roles: ['site_mod'] });
const performers = openPerformers(site);
const video = await makeVideo(14);
const short = await makeVideo(3, ['-s', '160x120']);
const joinModel = () => site.join({ type: 'model' });
const statusOf = async (who: Pick<Member, 'fetch'>, path: string | null | undefined) =>
  (await who.fetch(path ?? '/')).status;
const urlOf = async (model: Member, id: string) =>
  (await model.call('getRecordingUrl', { params: { id } })).url;

describe('a recording that is published', () => {
  test.runIf(isFullRun)(
    'is a video of the library once staff has approved it, with pictures along it, and says so in its list (MEDIA-LIBRARY-025)',
    async () => {
      const [model, buyer] = [await joinModel(), await site.join({ tokens: 200 })];
      const id = await recorded(model, video, 14);
      expect((await listed(model))[0]).toMatchObject({
        id,
        media_id: null,
        media_status: null,
        media_url: null,
      });
      const { media_id: mediaId } = await publish(model, id, {
        name: '  The long\nevening ',
        token_price: 60,
        fanclub_access_level: 'legend',
        tags: ['vinyl'],
      });
      await prepared(model, mediaId);
      expect((await listed(model))[0]).toMatchObject({
        media_id: mediaId,
        media_status: 'review',
        media_url: `/${model.username}/media/the-long-evening/${mediaId}`,
      });
      expect((await get(buyer, mediaId)).result).toBe(false);
      await decide(staff, mediaId);
      expect((await listed(model))[0]).toMatchObject({ media_status: 'live', media_reject_reason: null });

      const locked = (await get(buyer, mediaId)).media!;
      expect(locked).toMatchObject({
        name: 'The long evening',
        type_id: 2,
        type_name: 'recording',
        token_price: 60,
        fanclub_access_level: 'legend',
        tags: ['vinyl'],
        duration: 14,
        muted: false,
        stream_url: null,
        items: [{ is_video: true, width: 320, height: 180, url: null, timeline: null }],
      });
      await buy(buyer, mediaId, { price: 60 });
      const { media } = await get(buyer, mediaId);
      const [item] = media!.items;
      expect(item!.timeline).toMatchObject({
        every_seconds: 5,
        count: 3,
        width: 160,
        height: 90,
        columns: 3,
        rows: 1,
      });
      const sheet = await buyer.fetch(item!.timeline!.sheets[0]!);
      expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      // For nobody else, and for nobody without the right.
      expect(await statusOf(await site.join(), item!.timeline!.sheets[0])).toBe(404);
      expect((await buyer.fetch(item!.url!)).headers.get('content-length')).toBe(String(video.length));
      // It stands among recordings as well as among videos.
      const tab = (name: string) =>
        buyer.call('listPurchased', { params: { a: 'purchased', b: name as 'videos' }, query: {} });
      expect([
        (await tab('recording')).total,
        (await tab('videos')).total,
        (await tab('pictures')).total,
      ]).toEqual([1, 1, 0]);
      expect((await tab('pictures')).totals).toMatchObject({ pictures: 0, videos: 1, recording: 1 });
      const ofModel = (type: 'recording' | 'videos' | 'pictures') =>
        buyer.call('listModelMedia', { params: { username: model.username }, query: { type } });
      expect([(await ofModel('recording')).count_total, (await ofModel('pictures')).count_total]).toEqual([
        1, 0,
      ]);
    },
  );

  test('answers the same to a repeat, also to many at once', async () => {
    const model = await joinModel();
    const id = await recorded(model, short, 3);
    const answers = await Promise.all(Array.from({ length: 4 }, () => publish(model, id)));
    expect(new Set(answers.map(({ media_id: one }) => one)).size).toBe(1);
    expect(await publish(model, id, { name: 'Another name', token_price: 1 })).toEqual(answers[0]);
    const { items } = await model.call('listOwnMedia', { query: {} });
    expect(items).toHaveLength(1);
    // Names that the losers had made are swept.
    const { rows } = await sql`select 1 from media_items where model_id = ${model.id}`.execute(kysely);
    expect(rows).toHaveLength(1);
  });

  test.runIf(isFullRun)(
    'waits for its files: staff can decide nothing before (moderation.stale)',
    async () => {
      const model = await joinModel();
      const id = await recorded(model, short, 3);
      const { media_id: mediaId } = await publish(model, id);
      await prepared(model, mediaId);
      const review = (await waitingOf(staff, mediaId))!;
      await sql`update media_items set state = 'encoding', claimed_until = now() + interval '1 hour'
      where media_id = ${mediaId}`.execute(kysely);
      expect(await waitingOf(staff, mediaId)).toBeUndefined();
      expect((await listed(model))[0]).toMatchObject({ media_status: 'encoding' });
      expect(
        await codeOf(
          staff.call('decideReview', { params: { id: review.id }, body: { decision: 'approve' } }),
        ),
      ).toBe('moderation.stale');
    },
  );

  test.runIf(isFullRun)('of several files is one video with all of them in their order', async () => {
    const model = await joinModel();
    const id = await recorded(model, video, 14);
    await arrives(id, 1, short, 3);
    const second = (await listed(model)).find((one) => one.id !== id)!;
    const { media_id: mediaId } = await publish(model, second.id as typeof id);
    expect(await publish(model, id)).toMatchObject({ media_id: mediaId });
    await prepared(model, mediaId);
    expect((await listed(model)).map(({ media_id: one }) => one)).toEqual([mediaId, mediaId]);
    const { media } = await get(model, mediaId);
    expect(media).toMatchObject({ duration: 17, item_count: 2 });
    expect(media!.items.map(({ width }) => width)).toEqual([320, 160]);
  });

  test.runIf(isFullRun)(
    'that cannot be read is refused with the reason, and can be offered anew once it is deleted there',
    async () => {
      const model = await joinModel();
      const id = await recorded(model, Buffer.alloc(4_000, 'noise'), 3);
      const { media_id: mediaId } = await publish(model, id);
      await eventually(async () =>
        expect((await listed(model))[0]).toMatchObject({
          media_id: mediaId,
          media_status: 'rejected',
          media_reject_reason: 'This file could not be read',
        }),
      );
      await model.call('deleteMedia', { params: { id: String(mediaId) }, body: {} });
      expect((await listed(model))[0]).toMatchObject({ media_id: null });
      expect((await publish(model, id)).media_id).not.toBe(mediaId);
    },
  );

  test.runIf(isFullRun)('that staff refuses says why', async () => {
    const model = await joinModel();
    const id = await recorded(model, short, 3);
    const { media_id: mediaId } = await publish(model, id);
    await prepared(model, mediaId);
    await decide(staff, mediaId, 'reject');
    expect((await listed(model))[0]).toMatchObject({
      media_status: 'rejected',
      media_reject_reason: 'Too dark',
    });
    // The recording is the performer's all the same.
    expect(await statusOf(model, await urlOf(model, id))).toBe(200);
  });
});

describe('what cannot be published says why', () => {
  test('nothing of others, and nothing that is deleted (common.not_found)', async () => {
    const [model, other] = [await joinModel(), await joinModel()];
    const id = await recorded(model, short, 3);
    expect(await codeOf(publish(other, id))).toBe('common.not_found');
    expect(await codeOf(publish(model, uuidv7()))).toBe('common.not_found');
    await model.call('deleteRecording', { params: { id }, body: {} });
    expect(await codeOf(publish(model, id))).toBe('common.not_found');
    expect(
      await codeOf(
        (await site.join()).call('publishRecording', { params: { id }, body: { name: 'x', token_price: 1 } }),
      ),
    ).toBe('common.forbidden');
  });

  test('while it is made (broadcast.recording_not_ready), and where nothing of it could be kept (broadcast.recording_failed)', async () => {
    const model = await joinModel();
    for (const state of ['recording', 'processing'] as const)
      expect(await codeOf(publish(model, await begun(model, { state })))).toBe(
        'broadcast.recording_not_ready',
      );
    expect(await codeOf(publish(model, await begun(model, { state: 'failed' })))).toBe(
      'broadcast.recording_failed',
    );
    // A further file is still on its way.
    const id = await recorded(model, short, 3);
    await sql`insert into recordings (id, origin_id, part, account_id, broadcast_id, kind, state)
      select ${uuidv7()}, id, 1, account_id, broadcast_id, kind, 'processing' from recordings where id = ${id}`.execute(
      kysely,
    );
    expect(await codeOf(publish(model, id))).toBe('broadcast.recording_not_ready');
  });

  test('while the broadcast goes on with it, whose format may change (broadcast.recording_not_ready)', async () => {
    const model = await site.join({ type: 'model', settings: { public_recording: true } });
    const broadcastId = uuidv7();
    const id = await recorded(model, short, 3, { broadcastId });
    const setStatus = (status: string) =>
      sql`update rooms set status = ${status}, broadcast_id = ${broadcastId} where account_id = ${model.id}`.execute(
        kysely,
      );
    await model.call('getBroadcast');
    await sql`insert into rooms (account_id) values (${model.id}) on conflict do nothing`.execute(kysely);
    await setStatus('online');
    expect(await codeOf(publish(model, id))).toBe('broadcast.recording_not_ready');
    // A clip is whole by itself, and leaves the recording that it was cut beside as it is.
    const clip = await recorded(model, short, 3, { broadcastId });
    await sql`update recordings set clip_seconds = 30 where id = ${clip}`.execute(kysely);
    expect(await codeOf(publish(model, id))).toBe('broadcast.recording_not_ready');
    expect(await publish(model, clip)).toMatchObject({ status: 1 });
    // A recording that was begun after it leaves it as it is.
    await recorded(model, short, 3, { broadcastId });
    expect(await publish(model, id)).toMatchObject({ status: 1 });
    await setStatus('offline');
  });

  test('what belongs to those who paid for a show (broadcast.recording_of_show)', async () => {
    const model = await joinModel();
    for (const kind of ['private', 'limited'] as const) {
      const id = await recorded(model, short, 3, { kind, showId: uuidv7() });
      expect(await codeOf(publish(model, id))).toBe('broadcast.recording_of_show');
    }
  });

  test('words that nobody may use, and what draws nothing (compliance.text_refused)', async () => {
    const model = await joinModel();
    await staff.call('changeTerms', {
      body: { add: [{ term: 'forbiddenterm', action: 'refuse', scope: 'profile' }], remove: [] },
    });
    const id = await recorded(model, short, 3);
    expect(await codeOf(publish(model, id, { name: 'a forbiddenterm here' }))).toBe(
      'compliance.text_refused',
    );
    expect(await codeOf(publish(model, id, { tags: ['forbiddenterm'] }))).toBe('compliance.text_refused');
    expect(await codeOf(publish(model, id, { name: '\u200b ' }))).toBe('common.invalid_input');
    for (const more of [{ name: '' }, { token_price: 20_001 }, { token_price: -1 }, { tags: ['a', 'a'] }])
      expect(await codeOf(publish(model, id, more))).toBe('common.invalid_input');
    expect((await listed(model))[0]).toMatchObject({ media_id: null });
  });
});

describe('with somebody beside its performer', () => {
  const start = (model: Member, ids: readonly string[]) =>
    model.call('startBroadcast', { body: { streaming_tech: 'obs', co_performers: [...ids] } });

  test.runIf(isFullRun)(
    'it needs their consent now, names them, and goes off with its tokens back when they withdraw (compliance.consent_missing) (broadcast.recording_withdrawn)',
    async () => {
      const [model, buyer] = [await joinModel(), await site.join({ tokens: 100 })];
      const email = 'beside@example.org';
      const consent = await performers.clear(model, staff, email);
      const { broadcast_id: broadcastId } = await start(model, [consent]);
      await model.call('stopBroadcast', { body: {} });
      const id = await recorded(model, short, 3, { broadcastId: broadcastId as never });
      await sql`update co_performer_consents set valid_until = '2020-01-01' where id = ${consent}`.execute(
        kysely,
      );
      expect(await codeOf(publish(model, id))).toBe('compliance.consent_missing');
      expect((await listed(model))[0]).toMatchObject({ media_id: null });
      await sql`update co_performer_consents set valid_until = null where id = ${consent}`.execute(kysely);
      const { media_id: mediaId } = await publish(model, id);
      await prepared(model, mediaId);
      await decide(staff, mediaId);
      await buy(buyer, mediaId);
      const { media } = await get(buyer, mediaId);
      expect(media!.co_performers).toHaveLength(1);
      const key = await performers.keyOf(email, 2);
      await (await site.visit()).call('revokeConsent', { params: { id: consent }, body: { key } });
      await eventually(async () => {
        expect((await get(buyer, mediaId)).result).toBe(false);
        expect(await tokensOf(buyer)).toBe(100);
        expect((await listed(model)).find((one) => one.id === id)?.state ?? 'off').toMatch(/withdrawn|off/u);
      });
      expect(await statusOf(buyer, media!.items[0]!.url)).toBe(404);
      expect(await statusOf(buyer, media!.stream_url)).toBe(403);
      expect(await codeOf(model.call('getRecordingUrl', { params: { id } }))).toBe('common.not_found');
      const other = await recorded(model, short, 3, { broadcastId: broadcastId as never });
      expect(await codeOf(publish(model, other))).toBe('broadcast.recording_withdrawn');
    },
  );
});

describe('what was sold', () => {
  const sold = async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 100 })];
    const id = await recorded(model, short, 3);
    const { media_id: mediaId } = await publish(model, id);
    await prepared(model, mediaId);
    await decide(staff, mediaId);
    await buy(buyer, mediaId);
    return { model, buyer, id, mediaId };
  };

  test.runIf(isFullRun)(
    'stays with its buyers when the recording is deleted, and when its performer deletes it, too',
    async () => {
      const { model, buyer, id, mediaId } = await sold();
      await model.call('deleteRecording', { params: { id }, body: {} });
      expect(await listed(model)).toEqual([]);
      const { media } = await get(buyer, mediaId);
      expect(Buffer.from(await (await buyer.fetch(media!.items[0]!.url!)).arrayBuffer()).equals(short)).toBe(
        true,
      );
      expect(await statusOf(buyer, media!.stream_url)).toBe(200);
      await model.call('deleteMedia', { params: { id: String(mediaId) }, body: {} });
      expect(await statusOf(buyer, (await get(buyer, mediaId)).media!.stream_url)).toBe(200);
    },
  );

  test.runIf(isFullRun)('is deleted without its recording', async () => {
    const { model, buyer, id, mediaId } = await sold();
    await sql`delete from media_items where media_id = ${mediaId}`.execute(kysely);
    expect(await statusOf(model, await urlOf(model, id))).toBe(200);
    expect((await get(buyer, mediaId)).media!.items).toEqual([]);
    // What lay beside it is named as left over: by the items' own trigger at once, by that of videos with the next sweep.
    const { rows: loose } = await sql<{ n: number }>`
      with gone as (delete from media_videos v where not exists (
        select from media_items i where i.item_id = v.item_id) returning file_id)
      select count(*)::int as n from gone`.execute(kysely);
    expect(loose[0]!.n).toBeGreaterThan(0);
    const { rows } = await sql<{ blob: string }>`
      select blob from media_loose_files where blob like '%-sheet-0.jpg' or blob like '%-segments.json'`.execute(
      kysely,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });

  test.runIf(isFullRun)(
    'goes off with the recording when staff removes it, and gives the tokens back (broadcast.recording_withheld)',
    async () => {
      const { model, buyer, id, mediaId } = await sold();
      const url = await urlOf(model, id);
      const reporter = await site.join();
      await reporter.call('createReport', {
        body: { kind: 'media', target: String(mediaId), reason: 'copyright', text: 'It is not hers.' },
      });
      const { items } = await mod.call('listReports', { query: { kind: 'media' } });
      const held = items.find(({ target }) => target === String(mediaId))!;
      await mod.call('decideReport', {
        params: { id: held.id },
        body: { state: 'actioned', action: 'remove', note: 'Taken off the site' },
      });
      await eventually(async () => expect(await tokensOf(buyer)).toBe(100));
      expect((await get(buyer, mediaId)).result).toBe(false);
      expect(await statusOf(model, url)).toBe(404);
      expect(await listed(model)).toEqual([]);
      expect(await codeOf(publish(model, id))).toBe('broadcast.recording_withheld');
    },
  );

  test.runIf(isFullRun)('is out of reach by a complaint about either, and comes back with both', async () => {
    const { model, buyer, id, mediaId } = await sold();
    const url = await urlOf(model, id);
    const decideComplaint = (complaint: string, action: 'remove' | 'reject') =>
      mod.call('decideComplaint', { params: { id: complaint }, body: { action, note: 'Looked at it.' } });
    const opened = async () => {
      const { media } = await get(buyer, mediaId);
      return [media!.items.length, await statusOf(model, url)];
    };
    const file = (await get(buyer, mediaId)).media!.items[0]!.url!;
    const stream = (await get(buyer, mediaId)).media!.stream_url!;
    expect(await opened()).toEqual([1, 200]);
    for (const path of [url.split('?')[0]!, file.split('?')[0]!]) {
      const { id: complaint } = await complaints.file('take_it_down', [path]);
      expect(await opened()).toEqual([0, 404]);
      expect([await statusOf(buyer, file), await statusOf(buyer, stream)]).toEqual([404, 404]);
      expect(await codeOf(publish(model, id))).toBe('broadcast.recording_withheld');
      await decideComplaint(complaint, 'reject');
      expect(await opened()).toEqual([1, 200]);
    }
  });
});

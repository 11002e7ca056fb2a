import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@klieg/testing/eventually';
import { assertPlaylist } from '@klieg/testing/hls';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestS3 } from '../../platform/blobs/testing-s3.ts';
import { buy, decide, get, joinClub, joinStaff, uploadReady } from '../../app/testing-media-store.ts';
import { makeVideo, runTool, useRecordings } from '../../app/testing-recording-store.ts';
import { type Member, useTestSite } from '../../app/testing-site.ts';
import { makeStreamTokens, STREAM_TOKEN_MS } from './stream-tokens.ts';

/* Videos in segments, as players ask for them, out of a folder and out of a bucket. */

let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const folder = mkdtempSync(join(tmpdir(), 'klieg-streams-'));
const s3 = await startTestS3();
afterAll(() => {
  s3.close();
  rmSync(folder, { recursive: true, force: true });
});
const video = await makeVideo(20);
const short = await makeVideo(3, ['-s', '160x120']);

type Playing = {
  readonly buyer: Member;
  readonly model: Member;
  readonly mediaId: number;
  readonly url: string;
};
const sites = {
  folder: await useTestSite({ clock }),
  S3: await useTestSite({ clock, env: { BLOB_URL: s3.url } }),
};

/** A recording that somebody has bought, of one file or two. */
async function soldOn(site: (typeof sites)['folder'], hasSecond = false): Promise<Playing> {
  const staff = await joinStaff(site);
  const { recorded, arrives, publish, prepared } = useRecordings(site);
  const [model, buyer] = [await site.join({ type: 'model' }), await site.join({ tokens: 500 })];
  const id = await recorded(model, video, 20);
  if (hasSecond) await arrives(id, 1, short, 3);
  const { media_id: mediaId } = await publish(model, id);
  await prepared(model, mediaId);
  await decide(staff, mediaId);
  await buy(buyer, mediaId);
  return { buyer, model, mediaId, url: await streamOf(buyer, mediaId) };
}
const streamOf = async (who: Pick<Member, 'call'>, mediaId: number) =>
  (await get(who, mediaId)).media!.stream_url!;
const statusOf = async (who: Pick<Member, 'fetch'>, path: string, headers: Record<string, string> = {}) =>
  (await who.fetch(path, { headers })).status;
/** What a playlist names, as paths of the site. */
const namedIn = (playlist: string, url: string) =>
  [...playlist.matchAll(/URI="([^"]+)"|^([^#\n].*)$/gmu)].map(([, map, segment]) => {
    const { pathname, search } = new URL(map ?? segment!, `http://here${url}`);
    return pathname + search;
  });
const tokenOf = (url: string) => url.split('token=')[1]!;

describe.each(['folder', 'S3'] as const)('a video that lies in a %s', (kind) => {
  const site = sites[kind];
  const sold = soldOn(site, true);

  test.runIf(isFullRun)('plays as a list of segments to its end (RFC 8216)', async () => {
    const { buyer, url } = await sold;
    const answer = await buyer.fetch(url);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
      'private, no-store',
    ]);
    const playlist = await answer.text();
    expect(assertPlaylist(playlist)).toMatchObject({ type: 'VOD', isEnded: true });
    const lines = playlist.trimEnd().split('\n');
    expect(lines.slice(0, 6)).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-INDEPENDENT-SEGMENTS',
    ]);
    expect(lines.at(-1)).toBe('#EXT-X-ENDLIST');
    expect(lines.filter((line) => line === '#EXT-X-DISCONTINUITY')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('#EXT-X-MAP:'))).toHaveLength(2);
    const seconds = lines.flatMap((line) => /^#EXTINF:([\d.]+),$/u.exec(line)?.[1] ?? []).map(Number);
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBeCloseTo(23, 1);
    // Rounded, none is longer than the target.
    for (const one of seconds) expect(Math.round(one)).toBeLessThanOrEqual(6);
    expect(await (await buyer.fetch(url)).text()).toBe(playlist);

    const named = namedIn(playlist, url);
    const all = await Promise.all(
      named.map(async (path) => {
        const part = await buyer.fetch(path);
        const bytes = (await part.arrayBuffer()).byteLength;
        return [
          part.status,
          part.headers.get('content-type'),
          Number(part.headers.get('content-length')) === bytes,
        ];
      }),
    );
    expect(all).toEqual(named.map(() => [200, 'video/mp4', true]));
  });

  test.runIf(isFullRun)('is read by ffmpeg and ffprobe, picture by picture', async () => {
    const { buyer, url } = await soldOn(site);
    const cookies = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const input = ['-headers', `cookie: ${cookies}\r\n`, '-i', `${site.url}${url}`];
    const { stdout } = await runTool('ffprobe', [
      '-v',
      'error',
      '-headers',
      `cookie: ${cookies}\r\n`,
      '-show_entries',
      'format=format_name,duration:stream=codec_name',
      '-of',
      'json',
      `${site.url}${url}`,
    ]);
    const told = JSON.parse(stdout) as {
      format: { format_name: string; duration: string };
      streams: { codec_name: string }[];
    };
    expect(told.format.format_name).toBe('hls');
    expect(Number(told.format.duration)).toBeCloseTo(20, 0);
    expect(told.streams.map(({ codec_name: name }) => name).toSorted()).toEqual(['aac', 'h264']);
    const counted = await runTool('ffprobe', [
      '-v',
      'error',
      '-headers',
      `cookie: ${cookies}\r\n`,
      '-select_streams',
      'v:0',
      '-count_packets',
      '-show_entries',
      'stream=nb_read_packets',
      '-of',
      'csv=p=0',
      `${site.url}${url}`,
    ]);
    // 20 seconds of 15 pictures.
    expect(counted.stdout.trim().split('\n')[0]).toBe('300');
    const frames = await runTool('ffmpeg', ['-v', 'error', ...input, '-map', '0:v', '-f', 'framemd5', '-']);
    expect(frames.stderr).toBe('');
    expect(frames.stdout.split('\n').filter((line) => line.startsWith('0,'))).toHaveLength(300);
  });

  test('is served in parts, and a part beyond the end is none', async () => {
    const { buyer, url } = await sold;
    const [init, first] = namedIn(await (await buyer.fetch(url)).text(), url);
    for (const path of [init!, first!]) {
      const whole = Buffer.from(await (await buyer.fetch(path)).arrayBuffer());
      const ask = async (range: string) => {
        const part = await buyer.fetch(path, { headers: { range } });
        return [
          part.status,
          part.headers.get('content-range'),
          Buffer.from(await part.arrayBuffer()),
        ] as const;
      };
      const n = whole.length;
      expect(await ask('bytes=0-9')).toEqual([206, `bytes 0-9/${n}`, whole.subarray(0, 10)]);
      // Over the seam between what we write and what lies in the store.
      expect(await ask(`bytes=100-${n - 5}`)).toEqual([
        206,
        `bytes 100-${n - 5}/${n}`,
        whole.subarray(100, n - 4),
      ]);
      expect(await ask('bytes=-7')).toEqual([206, `bytes ${n - 7}-${n - 1}/${n}`, whole.subarray(n - 7)]);
      expect(await ask(`bytes=${n - 3}-${n + 900}`)).toEqual([
        206,
        `bytes ${n - 3}-${n - 1}/${n}`,
        whole.subarray(n - 3),
      ]);
      expect((await ask(`bytes=${n}-`)).slice(0, 2)).toEqual([416, `bytes */${n}`]);
      expect((await ask('bytes=9-2')).slice(0, 2)).toEqual([416, `bytes */${n}`]);
      expect((await ask('bytes=-0')).slice(0, 2)).toEqual([416, `bytes */${n}`]);
      for (const strange of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=x'])
        expect((await ask(strange))[0]).toBe(200);
      const head = await buyer.fetch(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(n)]);
    }
  });
});

describe('a token', () => {
  const site = sites.folder;
  const secret = Buffer.alloc(32, 1);

  test('is good for one media and a few minutes, and cannot be made or changed by others', () => {
    let now = 1_800_000_000_000;
    const tokens = makeStreamTokens({ secret, now: () => now });
    const { token, until } = tokens.make(7, { sessionId: 'gabc' });
    expect(until).toBe(now + STREAM_TOKEN_MS);
    expect(tokens.read(7, token)).toEqual({ until, sessionId: 'gabc' });
    expect(tokens.read(8, token)).toBeUndefined();
    const [end = '', session = '', mac = ''] = token.split('.');
    for (const other of [
      '',
      'x',
      `${end}.${session}`,
      `${end}.gother.${mac}`,
      `zzzzzzzz.${session}.${mac}`,
      `${token}x`,
      token.toUpperCase(),
    ])
      expect(tokens.read(7, other)).toBeUndefined();
    expect(makeStreamTokens({ secret: Buffer.alloc(32, 2), now: () => now }).read(7, token)).toBeUndefined();
    now = until - 1;
    expect(tokens.read(7, token)).toBeDefined();
    now = until;
    expect(tokens.read(7, token)).toBeUndefined();
  });

  test.runIf(isFullRun)(
    'opens nothing to strangers, after its time, for another item, or by a trick of the path',
    async () => {
      const { buyer, model, mediaId, url } = await soldOn(site);
      const other = await soldOn(site);
      const named = namedIn(await (await buyer.fetch(url)).text(), url);
      const item = named[0]!.split('/')[4]!;
      const nobody = { fetch: (path: string, init?: RequestInit) => fetch(`${site.url}${path}`, init) };
      const [stranger, guest] = [await site.join({ tokens: 10 }), await site.visit()];
      for (const path of [url, ...named]) {
        expect(await statusOf(stranger, path)).toBe(403);
        expect(await statusOf(guest, path)).toBe(403);
        expect(await statusOf(model, path)).toBe(403);
        expect(await statusOf(nobody, path)).toBe(403);
      }
      // What a stranger is given opens nothing.
      expect((await get(stranger, mediaId)).media!.stream_url).toBeNull();
      const base = `/live/vod/${mediaId}`;
      const token = tokenOf(url);
      const wrong: [number, string][] = [
        [403, `${base}/index.m3u8`],
        [403, `${base}/index.m3u8?token=`],
        [403, `${base}/index.m3u8?token=${token}&token=${token}`],
        [403, `${base}/index.m3u8?token=${token.slice(0, -1)}`],
        [403, `/live/vod/${other.mediaId}/index.m3u8?token=${token}`],
        [403, `/live/vod/999999999/index.m3u8?token=${token}`],
        [404, `/live/vod/0${mediaId}/index.m3u8?token=${token}`],
        [404, `/live/vod/-1/index.m3u8?token=${token}`],
        [404, `${base}/%2e%2e%2f${other.mediaId}/init.mp4?token=${token}`],
        [404, `${base}/${item}/99.m4s?token=${token}`],
        [404, `${base}/${item}/-1.m4s?token=${token}`],
        [404, `${base}/${item}/00.m4s?token=${token}`],
        [404, `${base}/${item}/1e0.m4s?token=${token}`],
        [404, `${base}/${item}/%2e%2e%2finit.mp4?token=${token}`],
        [404, `${base}/${item}/..%5cinit.mp4?token=${token}`],
        [404, `${base}/${item}/init.mp4%00?token=${token}`],
        [404, `${base}/${item}9/init.mp4?token=${token}`],
        [404, `${base}/__proto__/init.mp4?token=${token}`],
        [404, `${base}/${item}/constructor?token=${token}`],
      ];
      for (const [status, path] of wrong) expect([path, await statusOf(buyer, path)]).toEqual([path, status]);
      // An item of somebody else's media, with the own token.
      const theirs = namedIn(await (await other.buyer.fetch(other.url)).text(), other.url)[0]!.split('/')[4]!;
      expect(await statusOf(buyer, `${base}/${theirs}/init.mp4?token=${token}`)).toBe(404);

      ahead = STREAM_TOKEN_MS + 1_000;
      for (const path of [url, ...named]) expect(await statusOf(buyer, path)).toBe(403);
      // The page asks for the next one, which opens the same.
      const next = await streamOf(buyer, mediaId);
      expect(await statusOf(buyer, named[1]!.replace(token, tokenOf(next)))).toBe(200);
      ahead = 0;
    },
  );

  test.runIf(isFullRun)(
    'ends with the session, with the account, with a ban, and with the right, at the next request',
    async () => {
      const { kysely } = site.database;
      const one = await soldOn(site);
      const other = await site.join({ tokens: 200 });
      await buy(other, one.mediaId);
      const segmentOf = async (who: Member) => {
        const url = await streamOf(who, one.mediaId);
        return namedIn(await (await who.fetch(url)).text(), url)[1]!;
      };
      const [banned, left] = [await segmentOf(one.buyer), await segmentOf(other)];
      expect([await statusOf(one.buyer, banned), await statusOf(other, left)]).toEqual([200, 200]);
      await sql`update accounts set suspended_at = now() where id = ${other.id}`.execute(kysely);
      expect(await statusOf(other, left)).toBe(403);
      await sql`update accounts set suspended_at = null where id = ${other.id}`.execute(kysely);
      expect(await statusOf(other, left)).toBe(200);
      const { rows } = await sql`delete from media_rights where buyer_id = ${other.id} returning *`.execute(
        kysely,
      );
      expect([rows.length, await statusOf(other, left)]).toEqual([1, 403]);
      await buy(other, one.mediaId);
      expect(await statusOf(other, left)).toBe(200);
      await other.call('logout', { body: {} } as never);
      expect(await statusOf(other, left)).toBe(403);
      await one.model.call('moderate', {
        params: { username: one.model.username },
        body: { action: 'ban', username: one.buyer.username },
      });
      expect(await statusOf(one.buyer, banned)).toBe(403);
    },
  );

  test.runIf(isFullRun)('is for members of the club that has it included, as long as they are', async () => {
    const staff = await joinStaff(site);
    const { recorded, publish, prepared } = useRecordings(site);
    const prices = { supporter: 100, insider: 200, legend: 400 };
    const model = await site.join({
      type: 'model',
      settings: { fanclub_enabled: true, fanclub_prices: prices },
    });
    const fan = await site.join({ tokens: 500 });
    const recording = await recorded(model, short, 3);
    const { media_id: mediaId } = await publish(model, recording, { fanclub_access_level: 'supporter' });
    await prepared(model, mediaId);
    await decide(staff, mediaId);
    expect((await get(fan, mediaId)).media!.stream_url).toBeNull();
    await joinClub(fan, model, 'supporter', 100);
    const url = await streamOf(fan, mediaId);
    expect(await statusOf(fan, url)).toBe(200);
    await sql`delete from fan_memberships where member_id = ${fan.id}`.execute(site.database.kysely);
    expect(await statusOf(fan, url)).toBe(403);
  });
});

test.runIf(isFullRun)(
  'a video that was uploaded plays in segments, too, and so does one from before they were known',
  async () => {
    const site = sites.folder;
    const [model, staff, guest] = [
      await site.join({ type: 'model' }),
      await joinStaff(site),
      await site.visit(),
    ];
    const item = await uploadReady(model, video, { type_id: 2, file_name: 'a.mp4' });
    const { media } = await model.call('addMedia', {
      body: {
        name: 'Free',
        type_id: 2,
        items: [item],
        token_price: 0,
        is_free_no_auth: true,
        consent_ids: [],
      } as never,
    });
    await decide(staff, media.id);
    const playable = async () => {
      await eventually(async () => expect((await get(guest, media.id)).media!.stream_url).not.toBeNull());
      const url = await streamOf(guest, media.id);
      expect(await statusOf(guest, url)).toBe(200);
      // Guests have tokens of their own.
      expect(await statusOf(await site.visit(), url)).toBe(403);
      return url;
    };
    await playable();
    // As it was before: nothing is known of it, and a look finds it.
    await sql`delete from media_videos where item_id = ${item}`.execute(site.database.kysely);
    expect((await get(guest, media.id)).media).toMatchObject({
      stream_url: null,
      items: [{ timeline: null }],
    });
    await site.site.doChores();
    await playable();
  },
);

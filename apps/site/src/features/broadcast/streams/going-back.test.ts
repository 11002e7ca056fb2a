import {
  internalMediaKey,
  MEDIA_COMMANDS,
  MEDIA_FACTS,
  type MediaCommand,
  type MediaFact,
  verifyMediaToken,
} from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { decideClip } from '../recordings/clip-rules.ts';
import { makeClipStore } from '../recordings/clip-store.ts';
import { liveFact } from '../testing-live.ts';

// How far back viewers may go, who may, and clips; what media would say and hear travels over the same bus.
const site = await useTestSite();
const commands: MediaCommand[] = [];
const stopCommands = site.bus.subscribe(
  MEDIA_COMMANDS,
  (command) => void commands.push(command as MediaCommand),
);
afterAll(stopCommands);

type LiveFact = Extract<MediaFact, { kind: 'live' }>;
interface Broadcast {
  readonly broadcastId: string;
  readonly streamName: string;
}

const say = (fact: MediaFact) => site.bus.publish(MEDIA_FACTS, fact);
const statusOf = async (model: Member) => (await model.call('getBroadcast')).status;
const claimsOf = (token: string) => verifyMediaToken(site.site.mediaSecret, token, Date.now());
const accountOf = async (model: Member) => (await site.site.accounts.findByUsername(model.username))!;
const also = () => Promise.resolve();

const goLive = async (model: Member, more: Partial<LiveFact> = {}): Promise<Broadcast> => {
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  say(liveFact(model, broadcast, more));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
  return broadcast;
};
/** Also what follows from it, which may be a command of its own. */
const allow = async (model: Member, dvr_minutes: 0 | 10 | 30 | 60): Promise<void> => {
  await model.call('saveSettings', { body: { dvr_minutes } });
  await site.site.settled();
};
const keptOf = ({ broadcastId }: Broadcast) =>
  commands.flatMap((one) =>
    one.kind === 'keep_past' && one.broadcastId === broadcastId ? [[one.streamName, one.minutes]] : [],
  );
const renameOf = ({ broadcastId }: Broadcast): string | undefined =>
  commands.findLast((one) => one.kind === 'rename' && one.broadcastId === broadcastId)?.[
    'streamName' as never
  ];
const tokenFor = async (viewer: { call: Member['call'] }, model: Member) =>
  claimsOf(
    (await viewer.call('getStreamToken', { params: { username: model.username }, body: { want: 'hls' } }))
      .token,
  );

describe('what media keeps of a stream', () => {
  test('is for clips alone, until the performer lets viewers go back', async () => {
    const model = await site.join({ type: 'model' });
    const broadcast = await goLive(model);
    const { streamName } = broadcast;
    await eventually(() => expect(keptOf(broadcast)).toEqual([[streamName, 0]]));
    await allow(model, 30);
    await eventually(() => expect(keptOf(broadcast).at(-1)).toEqual([streamName, 30]));
    await allow(model, 0);
    await eventually(() => expect(keptOf(broadcast).at(-1)).toEqual([streamName, 0]));
    for (const dvr_minutes of [5, 61, -10, '10', null, true])
      expect(await codeOf(model.call('saveSettings', { body: { dvr_minutes } as never }))).toBe(
        'common.invalid_input',
      );
  });

  test('is told again to a process that keeps something else, and to none that keeps it', async () => {
    const model = await site.join({ type: 'model' });
    await allow(model, 10);
    const broadcast = await goLive(model, { pastMinutes: 10 });
    const { streamName } = broadcast;
    say(liveFact(model, broadcast, { pastMinutes: 0 }));
    await eventually(() => expect(keptOf(broadcast)).toEqual([[streamName, 10]]));
    // Another process has taken the broadcast over, and knows nothing of it.
    say(liveFact(model, broadcast, { node: 'm2' }));
    await eventually(() => expect(keptOf(broadcast)).toHaveLength(2));
  });

  test('is nothing of a show: its name is told to no log, and the public stream after it has a new one', async () => {
    const model = await site.join({ type: 'model' });
    await allow(model, 60);
    const broadcast = await goLive(model);
    await eventually(() => expect(keptOf(broadcast)).toEqual([[broadcast.streamName, 60]]));
    await site.site.broadcasts.beginShow(await accountOf(model), { mode: 'private', also });
    const inPrivate = await eventually(() => {
      expect(renameOf(broadcast)).toBeDefined();
      return renameOf(broadcast)!;
    });
    // Media says that it delivers the private; what was said of the name before comes late.
    say(liveFact(model, { ...broadcast, streamName: inPrivate }));
    say(liveFact(model, broadcast));
    await allow(model, 30);
    await site.site.settled();
    expect(keptOf(broadcast)).toEqual([[broadcast.streamName, 60]]);
    await site.site.broadcasts.endShow(await accountOf(model), { mode: 'private', also });
    const after = await eventually(() => {
      expect(renameOf(broadcast)).not.toBe(inPrivate);
      return renameOf(broadcast)!;
    });
    say(liveFact(model, { ...broadcast, streamName: after }));
    await eventually(() => expect(keptOf(broadcast).at(-1)).toEqual([after, 30]));
    expect(keptOf(broadcast).map(([name]) => name)).not.toContain(inPrivate);
  });
});

describe('the right to go back', () => {
  test('comes with the right to the public picture where the performer allows it, for everybody alike', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    const viewers = [await site.visit(), await site.join()];
    for (const viewer of viewers) expect(await tokenFor(viewer, model)).not.toHaveProperty('mayGoBack');
    await allow(model, 10);
    for (const viewer of viewers)
      expect(await tokenFor(viewer, model)).toMatchObject({ mode: 'public', mayGoBack: true });
    await allow(model, 0);
    for (const viewer of viewers) expect(await tokenFor(viewer, model)).not.toHaveProperty('mayGoBack');
  });

  test('is in no token of a show, not of its performer either', async () => {
    const model = await site.join({ type: 'model' });
    await allow(model, 60);
    await goLive(model);
    expect(await tokenFor(model, model)).toMatchObject({ mayGoBack: true });
    await site.site.broadcasts.beginShow(await accountOf(model), { mode: 'private', also });
    const own = await tokenFor(model, model);
    expect(own).toMatchObject({ mode: 'private' });
    expect(own).not.toHaveProperty('mayGoBack');
    const stranger = await site.visit();
    expect(await codeOf(tokenFor(stranger, model))).toBe('broadcast.not_entitled');
  });

  test('is a flag of the room and of the card, and a list finds it', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    const viewer = await site.visit();
    const roomOf = () => viewer.call('getRoom', { params: { username: model.username }, query: {} });
    expect((await roomOf()).userSetting.dvr_minutes).toBe(0);
    await allow(model, 30);
    const { user, userSetting } = await roomOf();
    expect(user.roleList).toContain('DVR');
    expect(user.flagList).toContain('dvr');
    expect(userSetting.dvr_minutes).toBe(30);
    await site.site.catalog.reload();
    const { userList } = await viewer.call('browseHome', { query: {} });
    expect(userList.find(({ username }) => username === model.username)?.flagList).toContain('dvr');
    // What staff has given stays where the performer lets nobody go back.
    const given = await site.join({ type: 'model', roles: ['dvr'] });
    const shown = await viewer.call('getRoom', { params: { username: given.username }, query: {} });
    expect(shown.user.roleList).toEqual(['DVR']);
  });
});

describe('a clip', () => {
  const create = (model: Member, seconds = 30) => model.call('createClip', { body: { seconds } });
  const list = async (model: Member) => (await model.call('listRecordings', { query: {} as never })).items;
  const clipsOf = ({ broadcastId }: Broadcast) =>
    commands.filter((one) => one.kind === 'clip' && one.broadcastId === broadcastId);
  const put = (id: string, kind: 'video' | 'poster', body: string) =>
    fetch(`${site.url}/internal/media/recordings/${id}/0/${kind}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'x-internal-secret': internalMediaKey(site.site.mediaSecret),
        'x-duration-ms': '31200',
      },
      body,
    });
  /** As if the last one had been asked for some time ago. */
  const age = (model: Member, seconds: number) =>
    sql`update recordings set started_at = started_at - ${seconds} * interval '1 second'
      where account_id = ${model.id}`.execute(site.database.kysely);

  test('is cut by media, handed over like a recording, listed as a clip, opened, and deleted', async () => {
    const model = await site.join({ type: 'model' });
    const broadcast = await goLive(model);
    const { id, state } = await create(model);
    expect(state).toBe('processing');
    expect(clipsOf(broadcast)).toEqual([{ kind: 'clip', ...broadcast, recordingId: id, seconds: 30 }]);
    expect(await list(model)).toMatchObject([{ id, kind: 'public', is_clip: true, state: 'processing' }]);
    expect((await put(id, 'poster', 'jpeg')).status).toBe(204);
    expect((await put(id, 'video', 'a clip')).status).toBe(204);
    const [ready] = await list(model);
    expect(ready).toMatchObject({ id, is_clip: true, state: 'ready', duration: 31.2, size_bytes: 6 });
    // It is of the seconds before it was asked for.
    expect(Date.now() - Date.parse(ready!.started_at)).toBeGreaterThanOrEqual(30_000);
    const { url } = await model.call('getRecordingUrl', { params: { id } });
    expect(await (await fetch(`${site.url}${url}`)).text()).toBe('a clip');
    const stranger = await site.join({ type: 'model' });
    expect(await codeOf(stranger.call('getRecordingUrl', { params: { id } }))).toBe('common.not_found');
    await model.call('deleteRecording', { params: { id }, body: {} });
    expect((await fetch(`${site.url}${url}`)).status).toBe(404);
    expect(await list(model)).toEqual([]);
    // A file that comes after that is not kept.
    expect((await put(id, 'video', 'late')).status).toBe(410);
  });

  test('beside a recording that runs touches nothing of it', async () => {
    const model = await site.join({ type: 'model' });
    const broadcast = await goLive(model);
    await model.call('saveSettings', { body: { public_recording: true } });
    await eventually(async () => expect(await list(model)).toMatchObject([{ state: 'recording' }]));
    const { id } = await create(model);
    say({ kind: 'recording_failed', node: 'm1', recordingId: id, reason: 'disk_full' });
    await eventually(async () =>
      expect(await list(model)).toMatchObject([
        { id, is_clip: true, state: 'failed' },
        { is_clip: false, state: 'recording' },
      ]),
    );
    const { settings } = await model.call('saveSettings', { body: { volume_tip: 50 } });
    expect(settings.public_recording).toBe(true);
    expect(clipsOf(broadcast)).toHaveLength(1);
  });

  test('of a stream that is not there is none (broadcast.not_live)', async () => {
    const model = await site.join({ type: 'model' });
    expect(await codeOf(create(model))).toBe('broadcast.not_live');
    await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
    // No picture has come yet.
    expect(await codeOf(create(model))).toBe('broadcast.not_live');
    expect(await list(model)).toEqual([]);
  });

  test('of a show is none (broadcast.clip_not_public)', async () => {
    const model = await site.join({ type: 'model' });
    const broadcast = await goLive(model);
    await site.site.broadcasts.beginShow(await accountOf(model), { mode: 'private', also });
    expect(await codeOf(create(model))).toBe('broadcast.clip_not_public');
    await site.site.broadcasts.endShow(await accountOf(model), { mode: 'private', also });
    expect(await list(model)).toEqual([]);
    await create(model);
    // It is asked for under the name that the public stream has now.
    expect(clipsOf(broadcast)).toMatchObject([{ streamName: renameOf(broadcast) }]);
  });

  test('twice at once, or soon after another, is one (broadcast.clip_too_soon)', async () => {
    const model = await site.join({ type: 'model' });
    const broadcast = await goLive(model);
    const asked = await Promise.all([1, 2, 3].map(() => codeOf(create(model, 15))));
    expect(asked.toSorted()).toEqual(['broadcast.clip_too_soon', 'broadcast.clip_too_soon', 'not refused']);
    await age(model, 9);
    expect(await codeOf(create(model, 60))).toBe('broadcast.clip_too_soon');
    await age(model, 2);
    await create(model, 60);
    expect(clipsOf(broadcast)).toHaveLength(2);
    expect(await list(model)).toHaveLength(2);
    // Others are not held up by it.
    const other = await site.join({ type: 'model' });
    await goLive(other);
    await create(other);
  });

  test('of another length, or by whom may not broadcast, is none (broadcast.not_approved)', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    for (const seconds of [0, 14, 61, 15.5, '30', null])
      expect(await codeOf(model.call('createClip', { body: { seconds } as never }))).toBe(
        'common.invalid_input',
      );
    const newcomer = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(create(newcomer))).toBe('broadcast.not_approved');
    expect(await codeOf(create(await site.join()))).not.toBe('not refused');
  });

  test.each([
    ['clip_gone', 'ended before'],
    ['clip_too_short', 'just begun'],
    ['disk_full', 'could not be written'],
    ['unreadable', 'could not be written'],
  ] as const)(
    'that media could not make (%s) has failed, and the performer is told why',
    async (reason, words) => {
      const model = await site.join({ type: 'model' });
      await goLive(model);
      const { id } = await create(model);
      say({ kind: 'recording_failed', node: 'm1', recordingId: id, reason });
      say({ kind: 'recording_failed', node: 'm1', recordingId: id, reason });
      await eventually(async () => expect(await list(model)).toMatchObject([{ id, state: 'failed' }]));
      await eventually(async () => {
        const { items } = await model.call('listNotifications', { query: {} as never });
        expect(items.map(({ body }) => body)).toEqual([expect.stringContaining(words)]);
      });
      expect(await statusOf(model)).toBe('online');
    },
  );

  test('of which no media process heard has failed after a while; one whose file comes then is there after all', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    const { id } = await create(model);
    const store = makeClipStore(site.database);
    await store.failLost(60_000);
    expect(await list(model)).toMatchObject([{ id, state: 'processing' }]);
    await age(model, 120);
    await store.failLost(60_000);
    expect(await list(model)).toMatchObject([{ id, state: 'failed' }]);
    expect((await put(id, 'video', 'at last')).status).toBe(204);
    expect(await list(model)).toMatchObject([{ id, state: 'ready' }]);
  });

  test.each([
    ['online', Infinity, undefined],
    ['online', 10_000, undefined],
    ['online', 9_999, 'broadcast.clip_too_soon'],
    ['offline', Infinity, 'broadcast.not_live'],
    ['connected', Infinity, 'broadcast.not_live'],
    ['reconnecting', Infinity, 'broadcast.not_live'],
    ['private', Infinity, 'broadcast.clip_not_public'],
    ['limited', Infinity, 'broadcast.clip_not_public'],
    ['standby', Infinity, 'broadcast.clip_not_public'],
  ] as const)('of a room that is %s, %d ms after the last one: %s', (status, sinceMs, refusal) =>
    expect(decideClip(status, sinceMs)).toBe(refusal),
  );
});

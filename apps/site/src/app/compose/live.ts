import type { Settings } from '@klieg/contract';
import {
  isStandbyAllowed,
  makeBroadcastDesk,
  makeBroadcastHandlers,
  makeExchangeStreamKey,
  makeFollowerNews,
  makeRecordingDesk,
  makeRecordingStore,
  makeSpyPreview,
  makeSpyPreviewStore,
  makeStreamKeyStore,
  makeStreamTokens,
  makeThumbnails,
  watchStreams,
} from '../../features/broadcast/index.ts';
import { type Account, chosenInvisibleLevel } from '../../features/identity/index.ts';
import { closeUnpassed, makeRoomPasswordStore, presentRoomSetting } from '../../features/rooms/index.ts';
import { openBlobs } from '../../platform/blobs/index.ts';
import { startJobQueue } from '../../platform/jobs/index.ts';
import { makeKeptMailer, makeSmtpMailer } from '../../platform/mail/index.ts';
import { deriveSecret } from '../config.ts';
import { serveStreamKeys } from '../internal-doors.ts';
import { serveKeptMails } from '../kept-mails-page.ts';
import { serveIncomingRecordings, serveRecordings } from '../recording-doors.ts';
import { type FindThumb, serveThumbs } from '../serve-thumbs.ts';
import type { Foundation } from './foundation.ts';
import type { Money } from './money.ts';

const STREAM_TOKEN_MS = 40_000;

export type Live = Awaited<ReturnType<typeof composeLive>>;

/** Broadcasts, rights to streams, recordings, thumbnails and the news to followers. */
export async function composeLive(base: Foundation, money: Money) {
  const { accounts, app, board, bus, clock, config, database, feed, hub, ledger, log, mediaSecret } = base;
  const { metrics, notify, publicHost, rooms, tell } = base;

  const announceSettings = (account: Account, changes: Partial<Settings>) => {
    feed.send(account.id, 'v3.user.settings', { seq: clock.now(), settings: changes });
    if (account.type !== 'model') return;
    const settings = presentRoomSetting(account) as unknown as Record<string, unknown>;
    hub.order(account.username, { kind: 'rules' });
    hub.submit(account.username, { kind: 'state', name: 'v3.chat.model_settings', payload: { settings } });
  };

  const announceInvisibility = (account: Account) => {
    const level = chosenInvisibleLevel(account);
    feed.send(account.id, 'v3.user.invisible-mode', {
      seq: clock.now(),
      username: account.username,
      invisible_mode_level: level,
    });
    hub.hide(account.id, level);
  };

  const blobs = openBlobs(config.blobUrl);
  const recordingDesk = makeRecordingDesk({
    recordings: makeRecordingStore(database),
    rooms,
    blobs,
    bus,
    clock,
    secret: deriveSecret(config.secret, 'recordings'),
    async resetFlag(id) {
      const changes = { public_recording: false };
      announceSettings(await accounts.mergeSettings(id, changes), changes);
    },
    notify: (id, title, body) => notify(id, { kind: 'system', title, body, url: '/model-desk/recordings' }),
  });

  const jobs = await startJobQueue(database, log);
  const keptMailer = makeKeptMailer(database, log);
  const followerNews = makeFollowerNews({
    claimTelling: rooms.claimTellingFollowers,
    findModel: accounts.findById,
    listFollowers: rooms.listFollowersForNews,
    jobs,
    mailer: config.mailUrl ? makeSmtpMailer(config.mailUrl, config.supportEmail) : keptMailer,
    notify: (id, title, url) => notify(id, { kind: 'model_online', title, body: '', url }),
    publicUrl: config.publicUrl,
  });

  const spyPreviews = makeSpyPreviewStore(database);
  const desk = makeBroadcastDesk({
    accounts,
    rooms,
    hub,
    board,
    bus,
    secret: mediaSecret,
    clock,
    log,
    onStreams: watchStreams(metrics),
    onLive(account, row) {
      recordingDesk.onLive(account, row).catch(tell('a recording could not begin'));
      followerNews.onLive(account).catch(tell('followers could not be told'));
    },
    onDelivered(broadcastId, from) {
      recordingDesk.onDelivered(broadcastId, from).catch(tell('a recording could not go on'));
    },
    onOffline(account, broadcastId) {
      recordingDesk.onOffline(account, broadcastId).catch(tell('a recording could not end'));
    },
    onRecordingFailed: (id, reason) => recordingDesk.onFailed(id, reason),
    onPreviewOver: (grantId) => spyPreviews.markOver(grantId),
  });

  const passwords = makeRoomPasswordStore(database);
  const streamTokens = makeStreamTokens({
    secret: mediaSecret,
    clock,
    passwords,
    hasCard: money.hasCard,
    renditionsOf: desk.renditionsOf,
    edgeHost: publicHost,
  });
  const spyPreview = makeSpyPreview({ previews: spyPreviews, rooms, tokens: streamTokens });
  hub.addSnapshotPart(async ({ room, person }) => {
    const [owner, row] = await Promise.all([accounts.findById(room.ownerId), rooms.get(room.ownerId)]);
    const granted = owner && (await streamTokens.find(row, owner, person.caller));
    return {
      chat: {
        status: row.status,
        subject: row.subject,
        subject_color: row.subjectColor,
        width: row.width,
        height: row.height,
      },
      ...(owner && { userSetting: presentRoomSetting(owner) as unknown as Record<string, unknown> }),
      ...(granted && {
        stream: {
          stream_name: granted.streamName,
          token: granted.token,
          expires_at: granted.expiresAt,
          edge_servers: [publicHost],
          quality_renditions: 4,
          width: row.width,
          height: row.height,
        },
      }),
    };
  });

  const closeToStrangers = async (username: string) => {
    const owner = await accounts.findByUsername(username);
    if (owner) await closeUnpassed(hub, owner, streamTokens.hasPassed);
  };
  hub.onRules((username) => {
    closeToStrangers(username).catch(tell('a room could not be closed to strangers'));
  });

  const streamKeys = makeStreamKeyStore(database);
  base.serve(
    'broadcast',
    makeBroadcastHandlers({
      accounts,
      rooms,
      hub,
      desk,
      door: base.door,
      tokens: streamTokens,
      spyPreview,
      keys: streamKeys,
      recordings: recordingDesk,
      whipUrl: `${config.publicUrl}/live/whip`,
      rtmpUrl: () => base.media.rtmpUrl,
      isStandbyAllowed: () =>
        isStandbyAllowed(
          { host: new URL(config.publicUrl).hostname, studioSlug: null },
          config.standbyDomains,
        ),
      earnedSince: async (id, since) => {
        const { rows } = await ledger.historyOf(id, { purse: 'earning', limit: 100, from: since.getTime() });
        return rows.reduce((sum, row) => sum + Math.max(0, row.tokens), 0);
      },
    }),
  );
  serveIncomingRecordings(app, mediaSecret, recordingDesk);
  serveRecordings(app, blobs, recordingDesk);
  serveStreamKeys(app, mediaSecret, makeExchangeStreamKey({ accounts, keys: streamKeys, desk }));
  if (base.isDemo) serveKeptMails(app, keptMailer);

  const thumbnails = makeThumbnails({ mediaUrl: () => base.media.url, secret: mediaSecret });
  const findThumbnail: FindThumb = async (username, form, request) => {
    const owner = await accounts.findByUsername(username);
    const caller = await base.resolveCaller(request);
    if (!owner || (await base.door.refusalOf(owner, caller))) return undefined;
    const row = await rooms.get(owner.id);
    const isPublic = row.status === 'online' || row.status === 'reconnecting';
    const mayPass = isPublic && (await streamTokens.hasPassed(owner, caller));
    const bytes = mayPass && row.streamName ? await thumbnails.find(row.streamName, form) : undefined;
    const { cam_password: password, blocked_countries: blocked, blocked_states: states } = owner.settings;
    if (bytes) return { bytes, isForAll: password === null && blocked.length + states.length === 0 };
    return owner.pictureUrl ? { placeholderUrl: owner.pictureUrl } : undefined;
  };
  serveThumbs(app, findThumbnail);
  app.route({
    method: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/live/*',
    // The body belongs to the media process; nothing here reads it.
    preParsing: (request, reply) => {
      reply.hijack();
      base.media.forward(request.raw, reply.raw);
    },
    handler: () => undefined,
  });

  base.every(STREAM_TOKEN_MS, 'stream tokens could not be renewed', async () => {
    for (const room of hub.rooms) {
      const [row, owner] = await Promise.all([rooms.get(room.ownerId), accounts.findById(room.ownerId)]);
      if (!owner) continue;
      await closeUnpassed(hub, owner, streamTokens.hasPassed);
      if (row.status !== 'online') continue;
      for (const person of room.presence.people) {
        const granted = await streamTokens.find(row, owner, person.caller);
        if (!granted) continue;
        const payload = {
          seq: clock.now(),
          stream_name: granted.streamName,
          token: granted.token,
          expires_at: granted.expiresAt,
          edge_servers: [publicHost],
          renditions: [...granted.renditions],
          mode: 'public' as const,
        };
        for (const socket of room.presence.socketsOf(person.key)) socket.send('v3.stream.token', payload);
      }
    }
  });
  if (config.roles.has('jobs')) await followerNews.work();

  return {
    desk,
    passwords,
    streamTokens,
    jobs,
    blobs,
    /** A person's settings changed: their pages, the room and a running broadcast follow. */
    onSettings(account: Account, changes: Partial<Settings>) {
      announceSettings(account, changes);
      if (changes.show_viewer_list !== undefined)
        hub.order(account.username, { kind: 'viewer_list', isShown: changes.show_viewer_list });
      if (changes.invisible_mode_level !== undefined) announceInvisibility(account);
      recordingDesk.onSettings(account, changes).catch(tell('a recording could not be changed'));
      // Whoever came by the old password, or by none, has to ask for the picture again.
      if ('cam_password' in changes)
        desk.rotateName(account).catch(tell('a stream could not be renamed after its password changed'));
    },
  };
}

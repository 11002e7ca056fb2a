import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Sites } from '../brand/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { makeBroadcastDesk } from './broadcast-desk.ts';
import { makeBroadcastHandlers } from './broadcast.http.ts';
import { makeExchangeStreamKey } from './exchange-stream-key.ts';
import { makeFindThumb } from './find-thumb.ts';
import { makeFollowerNews } from './follower-news.ts';
import { makeBroadcastReaders } from './on-facts.ts';
import { makeReadPlayFacts } from './read-play-facts.ts';
import { makeRecordingDesk } from './recording-desk.ts';
import { makeRecordingStore } from './recording-store.ts';
import { makeRenewTokens } from './renew-tokens.ts';
import { makeStreamRoomPart } from './room-part.ts';
import { serveMedia } from './serve-media.ts';
import { serveIncomingRecordings, serveRecordings } from './serve-recordings.ts';
import { serveStreamKeys } from './serve-stream-keys.ts';
import { serveThumbs } from './serve-thumbs.ts';
import { makeSpyPreview } from './spy-preview.ts';
import { makeSpyPreviewStore } from './spy-preview-store.ts';
import { isStandbyAllowed } from './standby-rules.ts';
import { watchStreams } from './stream-metrics.ts';
import { makeStreamKeyStore } from './stream-key-store.ts';
import { streamPart } from './stream-part.ts';
import { makeStreamTokens } from './stream-tokens.ts';
import { makeThumbnails } from './thumbnails.ts';

const RENEW_MS = 40_000;

/** The media processes as this feature sees them. */
interface MediaLink {
  /** Address for inner calls. */
  readonly url: string | undefined;
  /** Where encoders publish by RTMP; null where none may. */
  readonly rtmpUrl: string | null;
  forward(request: IncomingMessage, response: ServerResponse): void;
}

export type BroadcastFeature = ReturnType<typeof composeBroadcast>;

/** Broadcasts, rights to streams, recordings, live pictures and the news to followers. */
export function composeBroadcast(
  kit: Kit,
  uses: {
    readonly identity: IdentityFeature;
    readonly sessions: SessionsFeature;
    readonly ledger: LedgerFeature;
    readonly notifications: NotificationsFeature;
    readonly billing: BillingFeature;
    readonly settings: SettingsFeature;
    readonly rooms: RoomsFeature;
    readonly jobs: JobQueue;
    readonly blobs: BlobStore;
    readonly mailer: Mailer;
    readonly media: MediaLink;
    readonly publicUrl: string;
    readonly sites: Sites;
    readonly standbyDomains: ReadonlySet<string>;
  },
) {
  const { bus, clock, database, log, metrics } = kit;
  const { media, publicUrl, blobs } = uses;
  const { accounts } = uses.identity;
  const { board, door, hasPassed, hub, readPassed, readWatchRight, readWatchRights, rooms } = uses.rooms;
  const { listCardHolders } = uses.billing;
  const mediaSecret = kit.secretOf('media');
  const edgeHost = new URL(publicUrl).host;

  const recordings = makeRecordingDesk({
    recordings: makeRecordingStore(database),
    rooms,
    blobs,
    bus,
    clock,
    secret: kit.secretOf('recordings'),
    resetFlag: async (id) => void (await uses.settings.saveSettings(id, { public_recording: false })),
    notify: (id, code) =>
      uses.notifications.notify(id, { kind: 'system', code, params: {}, url: '/model-desk/recordings' }),
  });
  const spyPreviews = makeSpyPreviewStore(database);
  const desk = makeBroadcastDesk({
    accounts,
    rooms,
    hub,
    board,
    bus,
    outbox: kit.outbox,
    secret: mediaSecret,
    clock,
    log,
    onStreams: watchStreams(metrics),
    onDelivered(broadcastId, from) {
      recordings.onDelivered(broadcastId, from).catch(kit.logged('a recording could not go on'));
    },
    onRecordingFailed: (id, reason) => recordings.onFailed(id, reason),
    onPreviewOver: (grantId) => spyPreviews.markOver(grantId),
  });
  const followerNews = makeFollowerNews({
    claimTelling: rooms.claimTellingFollowers,
    findModel: accounts.findById,
    listFollowers: rooms.listFollowersForNews,
    jobs: uses.jobs,
    mailer: uses.mailer,
    notify: (id, { displayName: name, username }) =>
      uses.notifications.notify(id, {
        kind: 'model_online',
        code: 'model_live',
        params: { name },
        url: `/${username}`,
      }),
    siteNamed: uses.sites.siteNamed,
  });
  const tokens = makeStreamTokens({
    secret: mediaSecret,
    clock,
    readFacts: makeReadPlayFacts({ readPassed, readWatchRights, listCardHolders }),
    renditionsOf: desk.renditionsOf,
    edgeHost,
  });
  const spyPreview = makeSpyPreview({ previews: spyPreviews, rooms, tokens });
  hub.addSnapshotPart(streamPart({ accounts, rooms, tokens, edgeHost }));

  const keys = makeStreamKeyStore(database);
  const findThumb = makeFindThumb({
    accounts,
    rooms,
    door,
    hasPassed,
    readWatchRight,
    thumbnails: makeThumbnails({ mediaUrl: () => media.url, secret: mediaSecret }),
    resolveCaller: uses.sessions.resolveCaller,
  });
  const chores: readonly Chore[] = [
    {
      failure: 'stream tokens could not be renewed',
      everyMs: RENEW_MS,
      on: 'each',
      run: makeRenewTokens({ accounts, rooms, hub, readPassed, tokens, edgeHost, clock }),
    },
  ];
  return {
    desk,
    roomPart: makeStreamRoomPart(tokens),
    handlers: makeBroadcastHandlers({
      accounts,
      rooms,
      hub,
      desk,
      door,
      tokens,
      spyPreview,
      keys,
      recordings,
      rtmpUrl: () => media.rtmpUrl,
      isStandbyAllowed: ({ site }) =>
        isStandbyAllowed(
          { host: uses.sites.brandOf(site).domain_name, studioSlug: null },
          uses.standbyDomains,
        ),
      earnedSince: async (id, since) => {
        const { rows } = await uses.ledger.ledger.historyOf(id, {
          purse: 'earning',
          limit: 100,
          from: since.getTime(),
        });
        return rows.reduce((sum, row) => sum + Math.max(0, row.tokens), 0);
      },
    }),
    routes(app: FastifyInstance) {
      serveIncomingRecordings(app, mediaSecret, recordings);
      serveRecordings(app, blobs, recordings);
      serveStreamKeys(app, mediaSecret, makeExchangeStreamKey({ accounts, keys, desk }));
      serveThumbs(app, findThumb);
      serveMedia(media.forward)(app);
    },
    factReaders: makeBroadcastReaders({ accounts, recordings, desk, followerNews }),
    chores,
    work: () => followerNews.work(),
    stop: () => desk.close(),
  };
}

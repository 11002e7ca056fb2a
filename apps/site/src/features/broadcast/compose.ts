import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AccountId, randomToken } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { AgeCheckFeature } from '../age-check/index.ts';
import type { Sites } from '../brand/index.ts';
import type { ConsentsFeature } from '../consents/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { EmailSubscriptionFeature } from '../email-subscription/index.ts';
import type { PhonesFeature } from '../phones/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RelaysFeature } from '../relays/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { onSessionEnded, type SessionsFeature, type SiteCaller } from '../sessions/index.ts';
import type { SettingsFeature, SettingsParts } from '../settings/index.ts';
import { type BroadcastControl, makeBroadcastControl } from './life/broadcast-control.ts';
import { makeConnectionCardPart } from './connection-part.ts';
import { makeBroadcastHandlers } from './broadcast.http.ts';
import { composeKept } from './recordings/compose-kept.ts';
import { type EndBroadcasts, makeEndBroadcasts } from './life/end-broadcasts.ts';
import { makeExchangeStreamKey } from './keys/exchange-stream-key.ts';
import { makeFindStreams } from './streams/find-streams.ts';
import { makeFindThumb } from './thumbs/find-thumb.ts';
import { type FollowerNews, makeFollowerNews } from './follower-news.ts';
import { makeHouses } from './streams/houses.ts';
import { makeBroadcastReaders } from './on-facts.ts';
import type { KeepPast } from './recordings/keep-past.ts';
import type { HearMediaDeps } from './life/hear-media.ts';
import { makeBroadcastBans, type RefuseBanned } from './life/refuse-banned.ts';
import { serveIncomingPieces } from './pieces/serve-pieces.ts';
import { serveRunning } from './pieces/serve-running.ts';
import { makeReadPlayFacts } from './streams/read-play-facts.ts';
import type { Recordings } from './recordings/recordings.ts';
import { makeRenewTokens } from './streams/renew-tokens.ts';
import { makeStreamRoomPart } from './room-part.ts';
import { serveMedia } from './media/serve-media.ts';
import { serveIncomingRecordings, serveRecordings } from './recordings/serve-recordings.ts';
import { serveStreamKeys } from './keys/serve-stream-keys.ts';
import { serveThumbs } from './thumbs/serve-thumbs.ts';
import { makeSpyPreview } from './thumbs/spy-preview.ts';
import { makeSpyPreviewStore, type SpyPreviewStore } from './thumbs/spy-preview-store.ts';
import { isStandbyAllowed } from './life/standby-rules.ts';
import { watchStreams } from './streams/stream-metrics.ts';
import { makeStreamKeyStore } from './keys/stream-key-store.ts';
import { streamPart } from './streams/stream-part.ts';
import { makeStreamTokens } from './streams/stream-tokens.ts';
import { makeThumbnails } from './thumbs/thumbnails.ts';

const RENEW_MS = 40_000;
/** Suspensions are heard at once; this finds any that were missed. */
const SUSPENDED_MS = 10_000;
const LOST_CLIPS_MS = 60_000;
const JOIN_MS = 5_000;

/** The media processes as this feature sees them. */
interface MediaLink {
  /** Address for inner calls. */
  readonly url: string | undefined;
  /** Where encoders publish by RTMP; null if not allowed. */
  readonly rtmpUrl: string | null;
  forward(request: IncomingMessage, response: ServerResponse): void;
}

interface Uses {
  readonly identity: IdentityFeature;
  readonly sessions: SessionsFeature;
  readonly ledger: LedgerFeature;
  readonly notifications: NotificationsFeature;
  readonly emailSubscription: EmailSubscriptionFeature;
  readonly phones: Pick<PhonesFeature, 'sendNews'>;
  readonly billing: BillingFeature;
  readonly ageCheck: Pick<AgeCheckFeature, 'gate'>;
  readonly settings: SettingsFeature;
  readonly settingsParts: SettingsParts;
  readonly rooms: RoomsFeature;
  readonly consents: Pick<ConsentsFeature, 'coPerformers'>;
  readonly jobs: JobQueue;
  readonly blobs: BlobStore;
  readonly mailer: Mailer;
  readonly media: MediaLink;
  readonly relays: Pick<RelaysFeature, 'iceServersOf'>;
  readonly publicUrl: string;
  readonly sites: Sites;
  readonly standbyDomains: ReadonlySet<string>;
}

type OnCameraFact = HearMediaDeps['onCameraFact'];

const composeControl = (
  kit: Kit,
  uses: Uses,
  own: {
    readonly recordings: Recordings;
    readonly keepPast: KeepPast;
    readonly spyPreviews: SpyPreviewStore;
    readonly refuseBanned: RefuseBanned;
    readonly clockName: string;
    readonly cameraListeners: readonly OnCameraFact[];
  },
): BroadcastControl =>
  makeBroadcastControl({
    accounts: uses.identity.accounts,
    rooms: uses.rooms.rooms,
    hub: uses.rooms.hub,
    board: uses.rooms.board,
    bus: kit.bus,
    outbox: kit.outbox,
    secret: kit.secretOf('media'),
    clockName: own.clockName,
    refuseBanned: own.refuseBanned,
    clock: kit.clock,
    log: kit.log,
    onStreams: watchStreams(kit.metrics),
    onDelivered(broadcastId, from) {
      own.recordings.onDelivered(broadcastId, from).catch(kit.logged('a recording could not go on'));
      own.keepPast.onDelivered(broadcastId, from).catch(kit.logged('the past of a stream could not be kept'));
    },
    onRecordingFailed: (id, reason) => own.recordings.onFailed(id, reason),
    onPreviewOver: (grantId) => own.spyPreviews.markOver(grantId),
    async onCameraFact(fact) {
      for (const listener of own.cameraListeners) await listener(fact);
    },
  });

const composeFollowerNews = (
  { log }: Pick<Kit, 'log'>,
  { identity, rooms, jobs, mailer, notifications, sites, emailSubscription, phones }: Uses,
): FollowerNews =>
  makeFollowerNews({
    claimTelling: rooms.rooms.claimTellingFollowers,
    findModel: identity.accounts.findById,
    listFollowers: rooms.rooms.listFollowersForNews,
    jobs,
    mailer,
    choosableMails: emailSubscription.choosableMails,
    notify: (id, { displayName: name, username }) =>
      notifications.notify(id, {
        kind: 'model_online',
        code: 'model_live',
        params: { name },
        url: `/${username}`,
      }),
    ...(phones.sendNews && {
      sms: ({ id }, title, url) => phones.sendNews!(id, `${title}: ${url}`),
    }),
    siteOfAccount: sites.siteOfAccount,
    log,
  });

/** Ends what suspended accounts publish, as soon as their suspension is announced. @returns stops listening */
const hearSuspensions = ({ bus, logged }: Pick<Kit, 'bus' | 'logged'>, endBroadcasts: EndBroadcasts) =>
  onSessionEnded(bus, ({ accountId, reason }) => {
    if (reason !== 'suspended' || accountId === undefined) return;
    endBroadcasts
      .onSuspended(accountId as AccountId)
      .catch(logged('the broadcast of a suspended account could not be ended'));
  });

/** What the calls ask of other features. */
const answersOfOthers = (uses: Uses) => ({
  changeSubject: uses.rooms.changeSubject,
  coPerformers: uses.consents.coPerformers,
  rtmpUrl: () => uses.media.rtmpUrl,
  iceServersOf: uses.relays.iceServersOf,
  beginAudioOnly: async (id: AccountId) => void (await uses.settings.saveSettings(id, { audio_only: true })),
  isStandbyAllowed: ({ site }: SiteCaller) =>
    isStandbyAllowed({ host: uses.sites.brandOf(site).domain_name, studioSlug: null }, uses.standbyDomains),
  earnedSince: async (id: AccountId, since: Date) => {
    const asked = { purse: 'earning', limit: 100, from: since.getTime() } as const;
    const { rows } = await uses.ledger.ledger.historyOf(id, asked);
    const fromOthers = rows.filter(({ counterpartPerson }) => counterpartPerson !== id);
    return fromOthers.reduce((sum, row) => sum + Math.max(0, row.tokens), 0);
  },
});

const choresOf = (work: {
  readonly renewTokens: Chore['run'];
  readonly endSuspended: Chore['run'];
  readonly failLostClips: Chore['run'];
  readonly joinRecordings: Chore['run'];
}): readonly Chore[] => [
  {
    failure: 'stream tokens could not be renewed',
    everyMs: RENEW_MS,
    on: 'each',
    run: work.renewTokens,
  },
  {
    failure: 'broadcasts of suspended accounts could not be ended',
    everyMs: SUSPENDED_MS,
    on: 'one',
    run: work.endSuspended,
  },
  {
    failure: 'clips that were lost could not be found',
    everyMs: LOST_CLIPS_MS,
    on: 'one',
    run: work.failLostClips,
  },
  {
    failure: 'recordings could not be joined',
    everyMs: JOIN_MS,
    on: 'one',
    run: work.joinRecordings,
  },
];

export type BroadcastFeature = ReturnType<typeof composeBroadcast>;

/** Broadcasts, rights to streams, recordings, live pictures and the news to followers. */
export function composeBroadcast(kit: Kit, uses: Uses) {
  const { clock, database } = kit;
  const { media, blobs } = uses;
  const { accounts } = uses.identity;
  const { access, hasPassed, hub, readPassed, readWatchRight, readWatchRights, rooms } = uses.rooms;
  const secret = kit.secretOf('media');
  const edgeHost = new URL(uses.publicUrl).host;
  const kept = composeKept(kit, uses);
  const { recordings, jointRecordings } = kept;
  const spyPreviews = makeSpyPreviewStore(database);
  const cameraListeners: OnCameraFact[] = [];
  const bans = makeBroadcastBans(database);
  const own = { ...kept, spyPreviews, clockName: randomToken(6), cameraListeners, ...bans };
  const broadcasts = composeControl(kit, uses, own);
  const followerNews = composeFollowerNews(kit, uses);
  const houses = makeHouses();
  const tokens = makeStreamTokens({
    secret,
    clock,
    clockName: own.clockName,
    readFacts: makeReadPlayFacts({ ...uses.billing, ...uses.ageCheck, readPassed, readWatchRights }),
    houses,
    renditionsOf: broadcasts.renditionsOf,
    edgeHost,
  });
  const settingOf = uses.settingsParts.inRoom;
  hub.addSnapshotPart(streamPart({ accounts, rooms, tokens, settingOf, edgeHost }));

  const spyPreview = makeSpyPreview({ previews: spyPreviews, rooms, tokens });
  const keys = makeStreamKeyStore(database);
  const endBroadcasts = makeEndBroadcasts({ accounts, rooms, bans, keys, broadcasts });
  const stopSuspensions = hearSuspensions(kit, endBroadcasts);
  const thumbnails = makeThumbnails({ mediaUrl: () => media.url, secret });
  const seeing = { accounts, rooms, access, hasPassed, readWatchRight, houses };
  const facts = { accounts, saveSettings: uses.settings.saveSettings };
  const findThumb = makeFindThumb({ ...uses, ...uses.sessions, ...uses.ageCheck, ...seeing, thumbnails });
  const serving = { accounts, access, hub, rooms, broadcasts, tokens, spyPreview, keys, ...kept };
  return {
    broadcasts,
    /** Who may show nothing, not even by a camera of a house. */
    bans,
    endBanned: endBroadcasts.onBanned,
    /** Hears media's facts about cameras, which belong to no broadcast, in order per camera. */
    onCameraFact: (listener: OnCameraFact) => void cameraListeners.push(listener),
    /** Sets who answers what may be watched of houses. */
    serveHousesBy: houses.serveBy,
    /** For shows that are recorded for those who buy the recording. */
    showRecordings: recordings,
    jointRecordings,
    /** Tells where recordings are sold. */
    sellRecordingsBy: kept.shop.serveBy,
    spyPreview,
    findGrant: tokens.find,
    grantForHouse: tokens.grantForHouse,
    findStreams: makeFindStreams({ accounts, rooms, access, tokens }),
    roomPart: makeStreamRoomPart(tokens, broadcasts),
    cardPart: makeConnectionCardPart(broadcasts),
    handlers: makeBroadcastHandlers({ ...serving, ...answersOfOthers(uses) }),
    routes(app: FastifyInstance) {
      serveIncomingRecordings(app, secret, recordings);
      serveRecordings(app, blobs, recordings);
      serveIncomingPieces(app, secret, kept.receivePieces);
      serveRunning(app, { playing: kept.playRunning, blobs, resolveCaller: uses.sessions.resolveCaller });
      serveStreamKeys(app, secret, makeExchangeStreamKey({ accounts, keys, broadcasts, houses }));
      serveThumbs(app, findThumb);
      serveMedia(media.forward)(app);
    },
    factReaders: makeBroadcastReaders({ ...facts, ...kept, broadcasts, followerNews, endBroadcasts }),
    chores: choresOf({
      renewTokens: makeRenewTokens({ accounts, rooms, hub, readPassed, tokens, edgeHost, clock }),
      endSuspended: endBroadcasts.endSuspended,
      failLostClips: kept.clips.failLost,
      joinRecordings: kept.joining.look,
    }),
    work: () => followerNews.work(),
    stop() {
      stopSuspensions();
      broadcasts.close();
    },
  };
}

import { mkdirSync } from 'node:fs';
import type { Uuid } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobRegister, BlobStore } from '../../platform/blobs/index.ts';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { AgeCheckFeature } from '../age-check/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { Sites } from '../brand/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { ComplianceFeature } from '../compliance/index.ts';
import { consentLost, type ConsentsFeature } from '../consents/index.ts';
import type { FanClubFeature } from '../fan-club/index.ts';
import { type Account, accountKey, type IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { PersonMoney, RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeBuyMedia } from './buy-media.ts';
import { type KeptItem, makeItemStore } from './item-store.ts';
import { makeReadListMedia } from './list-media.ts';
import { makeListStore } from './list-store.ts';
import { makeMediaMePart } from './me-part.ts';
import { makeSignedFiles, type SignedFiles } from './media-files.ts';
import { makeMediaReviews, makeRemoveMedia, type RemoveMedia } from './media-reviews.ts';
import { makeMediaStore } from './media-store.ts';
import { makeOrderStore } from './order-store.ts';
import { makeTellSold } from './on-media-paid.ts';
import { makePlaylistStore } from './playlist-store.ts';
import { makePlaylists } from './playlists.ts';
import { makePostMedia } from './post-media.ts';
import { makePrepareItems, type TellEncoded } from './prepare-items.ts';
import { makePresentMedia } from './present-media.ts';
import { makeReadMedia } from './read-media.ts';
import { makePublishRecordings } from './publish-recordings.ts';
import { makeRemakeVideo, studyVideo } from './remake-video.ts';
import { makeSaveMedia } from './save-media.ts';
import { serveMediaFiles } from './serve-files.ts';
import { makeSettleOrders, orderMachine } from './settle-orders.ts';
import { serveStreams } from './serve-streams.ts';
import { makeStoredMedia } from './stored-media.ts';
import { makeStreamTokens } from './stream-tokens.ts';
import { makeStudyVideos } from './study-videos.ts';
import { makeSweepFiles } from './sweep-files.ts';
import { makeUploadFiles } from './upload-files.ts';
import { makeUploadStore } from './upload-store.ts';
import { makeVideoStore } from './video-store.ts';

const LOOK_MS = 5_000;
const MACHINE = orderMachine('' as Uuid);

export type MediaLibraryFeature = ReturnType<typeof composeMediaLibrary>;

interface Uses {
  readonly identity: IdentityFeature;
  readonly ledger: Pick<LedgerFeature, 'liveMachines'>;
  readonly wallet: WalletFeature;
  readonly sites: Sites;
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly sessions: Pick<SessionsFeature, 'resolveCaller'>;
  readonly compliance: Pick<ComplianceFeature, 'terms'>;
  readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
  readonly consents: Pick<ConsentsFeature, 'coPerformers'>;
  readonly ageCheck: Pick<AgeCheckFeature, 'gate'>;
  readonly rooms: RoomsFeature;
  readonly broadcast: Pick<BroadcastFeature, 'showRecordings' | 'sellRecordingsBy'>;
  readonly fanClub: FanClubFeature;
  readonly billing: { readMoney(person: Account['id'], owner: null): Promise<PersonMoney> };
  readonly blobs: BlobStore;
  readonly allBlobs: BlobStore;
  readonly blobRegister: BlobRegister;
  readonly newPictures: () => Pictures;
  readonly mediaWorkFolder: string;
}

const storesOf = (database: Kit['database']) => ({
  media: makeMediaStore(database),
  items: makeItemStore(database),
  uploads: makeUploadStore(database),
  orders: makeOrderStore(database),
  lists: makeListStore(database),
  playlistStore: makePlaylistStore(database),
  videos: makeVideoStore(database),
});

/** Tells the uploader's pages the result for a file (MEDIA-LIBRARY-021). */
const makeTellEncoded =
  (feed: Kit['feed'], files: SignedFiles): TellEncoded =>
  (item: KeptItem, error) =>
    feed.send(item.modelId, 'v3.media.encoded', {
      type: 'sell_all_media_picture',
      ...(item.state === 'ready' && { url: files.urlOf(item, 'thumb', accountKey(item.modelId)) }),
      media_id: String(item.id),
      status: item.state === 'ready' ? 'ready' : 'failed',
      ...(error !== null && { error }),
    });

/** How uploaded files are processed, and where they are stored. */
function composeFiles(
  kit: Pick<Kit, 'database' | 'clock' | 'feed' | 'log'>,
  uses: Uses,
  stores: ReturnType<typeof storesOf>,
  files: SignedFiles,
) {
  const now = () => kit.clock.now();
  mkdirSync(uses.mediaWorkFolder, { recursive: true });
  const study = makeStudyVideos({
    ...stores,
    blobs: uses.allBlobs,
    studyVideo,
    folder: uses.mediaWorkFolder,
    now,
    log: kit.log,
  });
  const prepare = makePrepareItems({
    ...stores,
    study: study.study,
    blobs: uses.allBlobs,
    pictures: uses.newPictures(),
    register: uses.blobRegister,
    remakeVideo: makeRemakeVideo(uses.mediaWorkFolder),
    tell: makeTellEncoded(kit.feed, files),
    now,
    log: kit.log,
  });
  /** Uploads first: media can be offered before its timeline pictures exist. */
  const look = async () => {
    await prepare.look();
    await study.look();
  };
  const onWaiting = () =>
    void look().catch((error: unknown) =>
      kit.log.error({ err: error }, 'files of media could not be prepared'),
    );
  return {
    look,
    onWaiting,
    uploadFiles: makeUploadFiles({
      database: kit.database,
      uploads: stores.uploads,
      blobs: uses.allBlobs,
      onWaiting,
      now,
    }),
    sweep: makeSweepFiles({ ...stores, blobs: uses.allBlobs, register: uses.blobRegister, now }),
  };
}

/** A recording and what was sold of it are withheld together. */
function composeRecorded(
  { showRecordings: recordings }: Pick<Uses['broadcast'], 'showRecordings'>,
  { videos }: Pick<ReturnType<typeof storesOf>, 'videos'>,
) {
  return {
    takeOff: async (within: Transaction, mediaId: number) =>
      recordings.withhold(within, await videos.listRecordingsOf(within, mediaId), true),
    async listBlobs(within: Transaction, fileId: string) {
      const id = await videos.findRecordingOfFile(within, fileId);
      return id === null ? [] : recordings.blobsOf(within, id);
    },
    async withhold(within: Transaction, fileId: string, isWithheld: boolean) {
      const id = await videos.findRecordingOfFile(within, fileId);
      if (id !== null) await recordings.withhold(within, [id], isWithheld);
    },
  };
}

/** People shown may withdraw at any time: media that name them are taken off. */
const withdrawals = (media: ReturnType<typeof makeMediaStore>, removeMedia: RemoveMedia): FactReader => ({
  name: 'media_library.consents',
  on: [
    when(consentLost, async ({ consentId }, within) => {
      if (consentId === undefined) return;
      for (const id of await media.listWithConsent(within, consentId))
        await removeMedia(within, id, 'Somebody who is seen has withdrawn');
    }),
  ],
});

const choresOf = (
  work: Readonly<Record<'prepare' | 'settle' | 'sweep', () => Promise<void>>>,
): readonly Chore[] => [
  { failure: 'files of media could not be prepared', everyMs: LOOK_MS, on: 'one', run: work.prepare },
  { failure: 'media could not be paid', everyMs: LOOK_MS, on: 'one', run: work.settle },
  { failure: 'old files of media could not be dropped', everyMs: MINUTE_MS, on: 'one', run: work.sweep },
];

/** Pictures and videos that performers sell: upload, access and payment. `serveMediaLibrary` serves its calls. */
export function composeMediaLibrary(
  kit: Pick<Kit, 'clock' | 'database' | 'feed' | 'log' | 'secretOf'>,
  uses: Uses,
) {
  const now = () => kit.clock.now();
  const { accounts } = uses.identity;
  const { access, board, submitSurely } = uses.rooms;
  const { coPerformers } = uses.consents;
  const stores = storesOf(kit.database);
  const { media, items, orders, playlistStore } = stores;
  const files = makeSignedFiles({ secret: kit.secretOf('media files'), now });
  const streams = makeStreamTokens({ secret: kit.secretOf('media streams'), now });
  const { look, onWaiting, uploadFiles, sweep } = composeFiles(kit, uses, stores, files);
  const recorded = composeRecorded(uses.broadcast, stores);
  const read = makeReadMedia({ media, orders, accounts, access, rights: uses.fanClub.rights });
  const { gate } = uses.ageCheck;
  const present = makePresentMedia({
    ...stores,
    files,
    streams,
    board,
    gate,
    sites: uses.sites,
    playlistsWith: async ({ account }, id) => (account ? playlistStore.listWith(account.id, id) : []),
    now,
  });
  const settling = makeSettleOrders({ orders, wallet: uses.wallet.wallet, now, log: kit.log });
  const onChanged = ({ username }: Account, mediaId: number) =>
    submitSurely(username, {
      kind: 'moment',
      name: 'v3.chat.update_media_list',
      variants: { viewers: { username, media_id: String(mediaId) } },
    });
  const shared = { database: kit.database, accounts, media, items, orders, coPerformers, onChanged, now };
  const removeMedia = makeRemoveMedia({ ...shared, takeOffRecordings: recorded.takeOff });
  const refuseText = uses.compliance.terms.refuserOf('profile');
  // Staff does not review playlist names, so what needs review elsewhere is refused there.
  const refuseName = uses.compliance.terms.refuserOf('messages');
  uses.broadcast.sellRecordingsBy(
    makePublishRecordings({ ...shared, ...stores, blobs: uses.blobs, refuseText, onWaiting }),
  );
  uses.ledger.liveMachines.answerFor('media', async (machines) => {
    const ids = machines.map((machine) => machine.slice(MACHINE.length) as Uuid);
    return new Set((await orders.listLive(ids)).map(orderMachine));
  });
  const chores = choresOf({ prepare: look, settle: settling.finish, sweep });
  return {
    ...stores,
    uploadFiles,
    read,
    present,
    removeMedia,
    playlists: makePlaylists({ ...shared, playlists: playlistStore, read, present, refuseText: refuseName }),
    save: makeSaveMedia({ ...shared, refuseText }),
    buy: makeBuyMedia({
      ...shared,
      wallet: uses.wallet.wallet,
      settle: settling.settle,
      canPayOtherwise: async (id) => (await uses.billing.readMoney(id, null)).hasCard,
    }),
    reviews: makeMediaReviews({
      ...shared,
      ...uses.audit,
      notifyWithin: uses.notifications.notifyWithin,
      presentFor: async (found, caller) => present.edits(await read.viewAll(found, caller), caller),
    }),
    readListMedia: makeReadListMedia({ ...stores, read, present }),
    postMedia: makePostMedia({ ...stores, read, present }),
    storedFiles: makeStoredMedia(items, recorded),
    mePart: makeMediaMePart({ orders }),
    /** Names of media by their numbers, even of deleted ones. */
    mediaNamesOf: async (ids: readonly number[]) =>
      new Map((await media.listByIds(ids)).map(({ id, name }) => [id, name])),
    chores,
    factReaders: [withdrawals(media, removeMedia)],
    feedReaders: [makeTellSold({ accounts, media, notifyWithin: uses.notifications.notifyWithin })],
    routes(app: FastifyInstance) {
      const { resolveCaller } = uses.sessions;
      const serving = { items, read, blobs: uses.blobs, gate, resolveCaller };
      serveMediaFiles(app, { ...serving, files });
      serveStreams(app, { ...serving, tokens: streams });
    },
  };
}

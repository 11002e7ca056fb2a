import type { Readable } from 'node:stream';
import { createHmac } from 'node:crypto';
import type { Bus } from '@klieg/contract/bus';
import { MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import type { BlobStore, StoredFiles } from '#site/platform/blobs/index.ts';
import type { Transaction } from '#site/platform/postgres/index.ts';
import type { Account } from '../../identity/index.ts';
import { isOpenToAll, modeOf, type RoomRow, type RoomStore } from '../../rooms/index.ts';
import { type ClipFailureCode, clipFailureOf } from './clip-failures.ts';
import type { PieceStore } from '../pieces/piece-store.ts';
import { pieceBlobs } from '../pieces/place-pieces.ts';
import type { RecordingShopDoor } from './recording-shop.ts';
import type { Recording, RecordingStore } from '../pieces/recording-store.ts';
import { makeStoredRecordings } from './stored-recordings.ts';

/** Recordings that models ask for: begun and ended here, made by the media process, kept as files. */
export interface Recordings {
  /** The same as complaints find them. */
  readonly storedFiles: StoredFiles<'recording'>;
  /** Staff has removed or restored what was sold of these: the recordings follow. */
  withhold(within: Transaction, ids: readonly Uuid[], isWithheld: boolean): Promise<void>;
  /** Names of its files in the store. */
  blobsOf(within: Transaction, id: Uuid): Promise<readonly string[]>;
  /** The model wants a recording of the current broadcast, or no longer. */
  onWanted(account: Account): Promise<void>;
  /** The stream is public, for the first time or again. */
  onLive(account: Account, broadcastId: Uuid): Promise<void>;
  /** A show of its own has begun: a recording of the public stream ends. */
  onShow(broadcastId: Uuid): Promise<void>;
  /** It is over, and so is its recording; that of the public stream continues. */
  onShowEnded(account: Account, broadcastId: Uuid): Promise<void>;
  /** The running show is recorded, for those who may keep it; a repeat does nothing more. */
  beginShow(accountId: AccountId, show: RecordedShow): Promise<void>;
  /** State of the recordings of shows; a show without one is absent. */
  statesOfShows(showIds: readonly Uuid[]): Promise<ReadonlyMap<Uuid, ShowRecordingState>>;
  /** Paths that open the files of a show for a quarter of an hour, in their order. */
  pathsOfShow(showId: Uuid): Promise<string[]>;
  /**
   * A media process delivers the broadcast. If it does not record what another recorded before it, it continues the
   * same recording as another run; if it records something that is over, it is told again to stop.
   */
  onDelivered(
    broadcastId: Uuid,
    from: { readonly node: string; readonly recordingId?: string },
  ): Promise<void>;
  /** Flags are reset when the model goes offline (LIVE-VIDEO-027). */
  onOffline(accountId: AccountId, broadcastId: Uuid): Promise<void>;
  /** Somebody in these broadcasts has withdrawn consent: nobody sees their recordings any more. */
  onConsentLost(broadcastIds: readonly Uuid[]): Promise<void>;
  onFailed(recordingId: Uuid, reason: string): Promise<void>;
  /** Takes a file of the media process; false: the recording has been deleted. */
  receive(file: IncomingFile): Promise<boolean>;
  list(accountId: AccountId, cursor: Uuid | undefined, limit: number): Promise<Recording[]>;
  /** Existing files, of public streams and of these shows; newest first. */
  readonly listReady: RecordingStore['listReady'];
  readonly find: RecordingStore['find'];
  /** False when this model has no such recording. */
  remove(accountId: AccountId, id: Uuid): Promise<boolean>;
  /** A path that opens the file for a quarter of an hour; undefined while there is none. */
  pathOf(accountId: AccountId, id: Uuid, kind: FileKind): Promise<string | undefined>;
  /** Checks a path's signature and finds its file. */
  open(id: string, kind: string, until: string, signature: string): Promise<string | undefined>;
}

/** A show with a recording of its own. */
export interface RecordedShow {
  readonly id: Uuid;
  readonly kind: 'private' | 'limited';
}

export type ShowRecordingState = 'recording' | 'processing' | 'ready' | 'failed';

export type FileKind = 'video' | 'poster';

export interface IncomingFile {
  readonly originId: Uuid;
  readonly part: number;
  readonly kind: FileKind;
  readonly durationMs: number | null;
  readonly content: Readable;
}

export interface RecordingsDeps {
  readonly recordings: RecordingStore;
  readonly shop: RecordingShopDoor;
  readonly rooms: RoomStore;
  readonly blobs: BlobStore;
  readonly pieces: Pick<PieceStore, 'list'>;
  /** Removes the rest of its pieces. */
  readonly sweepPieces: (id: Uuid) => Promise<void>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secret: Uint8Array;
  /** Resets the flag and tells the model's pages. */
  readonly resetFlag: (accountId: AccountId) => Promise<void>;
  readonly notify: (accountId: AccountId, code: FailureCode) => Promise<void>;
}

const PUBLIC = ['public'] as const;
const SHOWS = ['private', 'limited'] as const;
/** How long a path to a file is valid. */
export const OPEN_MS = 15 * 60_000;
const ENDING: Readonly<Record<FileKind, string>> = { video: 'mp4', poster: 'jpg' };

/** What the model is told, by the media process's reason. */
const FAILURE_CODES = {
  disk_full: 'recording_disk_full',
  disk_slow: 'recording_disk_slow',
  disk_failed: 'recording_disk_failed',
  unreadable: 'recording_unreadable',
} as const;
type FailureCode = (typeof FAILURE_CODES)[keyof typeof FAILURE_CODES] | ClipFailureCode;
const failureCodeOf = (reason: string): FailureCode =>
  Object.hasOwn(FAILURE_CODES, reason)
    ? FAILURE_CODES[reason as keyof typeof FAILURE_CODES]
    : 'recording_disk_failed';

/** A show may have several files: it is ready when none is still being made. */
function stateOf(states: readonly Recording['state'][]): ShowRecordingState {
  const first = (['recording', 'processing', 'ready'] as const).find((state) => states.includes(state));
  return first ?? 'failed';
}

/** Only what everybody may see is recorded as public. */
const isPublic = (row: RoomRow, broadcastId: Uuid): boolean =>
  row.broadcastId === broadcastId && isOpenToAll(row);

/** Name of a file in the store. */
export const recordingBlob = (id: Uuid, part: number, kind: FileKind): string =>
  `recordings/${id}.${part}.${ENDING[kind]}`;

export function makeRecordings(deps: RecordingsDeps): Recordings {
  const { recordings, blobs, clock } = deps;
  const command = (wanted: MediaCommand) => deps.bus.publish(MEDIA_COMMANDS, wanted);
  const signatureOf = (id: string, kind: string, until: string): string =>
    createHmac('sha256', deps.secret).update(`recording ${id} ${kind} ${until}`).digest('base64url');

  const signedPath = (id: Uuid, kind: FileKind): string => {
    const until = String(clock.now() + OPEN_MS);
    return `/files/recordings/${id}.${ENDING[kind]}?until=${until}&sig=${signatureOf(id, kind, until)}`;
  };

  const begin = async (accountId: AccountId, broadcastId: Uuid): Promise<void> => {
    // A running one may never have reached media: the process may have ended in between. A media process that already
    // records it keeps it. That of a show is over by now, whether its end was recorded or not.
    await recordings.endOf(broadcastId, SHOWS);
    const running = await recordings.findRunning(broadcastId);
    const { id } = running ?? (await recordings.start(accountId, broadcastId));
    command({ kind: 'record', broadcastId, recordingId: id });
  };

  const end = async (broadcastId: Uuid): Promise<void> => {
    command({ kind: 'record', broadcastId, recordingId: null });
    await recordings.endOf(broadcastId);
  };

  return {
    storedFiles: makeStoredRecordings(recordings, deps.pieces, deps.shop),
    async withhold(within, ids, isWithheld) {
      for (const id of ids) await recordings.withhold(within, id, isWithheld);
    },
    async blobsOf(within, id) {
      const found = await recordings.find(id, within);
      const files = [found?.videoBlob, found?.posterBlob].flatMap((blob) => blob ?? []);
      return [...files, ...pieceBlobs(await deps.pieces.list(id, within))];
    },
    async onWanted(account) {
      const row = await deps.rooms.get(account.id);
      // Both want the recording of a co-show, which continues whatever one of them chooses for her own.
      if (!row.broadcastId || (await recordings.findRunning(row.broadcastId))?.coShowId) return;
      if (!account.settings.public_recording) await end(row.broadcastId);
      else if (row.status === 'online') await begin(account.id, row.broadcastId);
    },
    async onLive(account, broadcastId) {
      // By now another show may have begun, or another broadcast.
      const row = await deps.rooms.get(account.id);
      if (account.settings.public_recording && isPublic(row, broadcastId))
        await begin(account.id, broadcastId);
    },
    async onShow(broadcastId) {
      await recordings.endOf(broadcastId, PUBLIC);
      // The command to stop precedes the change of name; the recording of the show may be running by now.
      if (!(await recordings.findRunning(broadcastId)))
        command({ kind: 'record', broadcastId, recordingId: null });
    },
    async onShowEnded(account, broadcastId) {
      const row = await deps.rooms.get(account.id);
      if (!isPublic(row, broadcastId)) return recordings.endOf(broadcastId, SHOWS);
      if (account.settings.public_recording) await begin(account.id, broadcastId);
      else await end(broadcastId);
    },
    async beginShow(accountId, show) {
      const { broadcastId, ...row } = await deps.rooms.get(accountId);
      if (!broadcastId || modeOf(row) !== show.kind) return;
      const before = await recordings.findRunning(broadcastId);
      const isOfOther = before !== undefined && before.showId !== show.id;
      if (isOfOther) await recordings.endOf(broadcastId);
      const running = isOfOther ? undefined : before;
      const { id } = running ?? (await recordings.start(accountId, broadcastId, show));
      command({ kind: 'record', broadcastId, recordingId: id });
    },
    async statesOfShows(showIds) {
      const byShow = Map.groupBy(await recordings.listOfShows(showIds), ({ showId }) => showId!);
      return new Map([...byShow].map(([showId, its]) => [showId, stateOf(its.map(({ state }) => state))]));
    },
    async pathsOfShow(showId) {
      const files = (await recordings.listOfShows([showId])).filter(({ videoBlob }) => videoBlob !== null);
      return files.map(({ id }) => signedPath(id, 'video'));
    },
    async onDelivered(broadcastId, { node, recordingId }) {
      const running = await recordings.findRunning(broadcastId);
      if (running?.id === recordingId) return;
      const row = await deps.rooms.findByBroadcast(broadcastId);
      if (running && row && modeOf(row) === running.kind)
        return command({ kind: 'record', broadcastId, recordingId: running.id, node });
      // It never heard the end of what is over here, and would contain a show that nobody wanted recorded.
      if (recordingId !== undefined) command({ kind: 'record', broadcastId, recordingId: null });
    },
    async onOffline(accountId, broadcastId) {
      await recordings.endOf(broadcastId);
      await deps.resetFlag(accountId);
    },
    onConsentLost: (broadcastIds) => recordings.withdraw(broadcastIds),
    async onFailed(recordingId, reason) {
      const failed = await recordings.fail(recordingId, reason);
      if (!failed) return;
      if (failed.isClip) return deps.notify(failed.accountId, clipFailureOf(reason));
      await deps.resetFlag(failed.accountId);
      await deps.notify(failed.accountId, failureCodeOf(reason));
    },
    async receive({ originId, part, kind, durationMs, content }) {
      if (!(await recordings.find(originId))) {
        await blobs.remove(recordingBlob(originId, part, 'poster'));
        return false;
      }
      const name = recordingBlob(originId, part, kind);
      const sizeBytes = await blobs.put(name, content);
      if (kind === 'poster') {
        if (await recordings.find(originId)) return true;
        // Deleted while its picture was on the way; no row names it, so nobody else would remove it.
        await blobs.remove(name);
        return false;
      }
      const poster = recordingBlob(originId, part, 'poster');
      const posterBlob = (await blobs.sizeOf(poster)) === undefined ? null : poster;
      const kept = await recordings.keepFile({
        originId,
        part,
        videoBlob: name,
        posterBlob,
        durationMs,
        sizeBytes,
      });
      // Deleted while its file was on the way: the file is removed.
      if (!kept) for (const left of [name, poster]) await blobs.remove(left);
      return kept !== undefined;
    },
    list: (accountId, cursor, limit) => recordings.list(accountId, cursor, limit),
    listReady: recordings.listReady,
    find: recordings.find,
    async remove(accountId, id) {
      const removed = await recordings.remove(accountId, id);
      if (!removed) return false;
      if (removed.state === 'recording')
        command({ kind: 'record', broadcastId: removed.broadcastId, recordingId: null });
      for (const blob of [removed.videoBlob, removed.posterBlob]) if (blob) await blobs.remove(blob);
      await deps.sweepPieces(id);
      return true;
    },
    async pathOf(accountId, id, kind) {
      const found = await recordings.find(id);
      const blob = kind === 'video' ? found?.videoBlob : found?.posterBlob;
      if (found?.accountId !== accountId || found.isWithheld || !blob) return undefined;
      return signedPath(id, kind);
    },
    async open(id, kind, until, signature) {
      const isGenuine = isSameSecret(signature, signatureOf(id, kind, until));
      if (!isGenuine || !(Number(until) > clock.now())) return undefined;
      const found = await recordings.find(id as Uuid);
      if (found?.isWithheld) return undefined;
      return (kind === 'video' ? found?.videoBlob : found?.posterBlob) ?? undefined;
    },
  };
}

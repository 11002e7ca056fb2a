import type { AccountId, Log, Uuid } from '@klieg/kernel';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import type { RecordingStore } from './recording-store.ts';
import { type JoinedFile, joinPieces, type LeaveOut } from './join-pieces.ts';
import type { PieceStore, ToJoin } from './piece-store.ts';
import { clockOf, gapsOf, type PlacedPiece, partsOf, pieceBlob, placePieces } from './place-pieces.ts';

/** Makes files of finished recordings, and removes what is left of their pieces. */
export interface JoinRecordings {
  /** Those that wait, one after the other; a call that comes meanwhile waits for them. */
  look(): Promise<void>;
  /** Removes pieces that nobody needs any more, of one recording or of all. */
  sweep(originId?: Uuid): Promise<void>;
}

/** Other processes that record it may not have been heard of yet. */
const SETTLE_MS = 2_000;
/**
 * A media process that brings nothing for this long will not come back. It is long because anything later is lost, and
 * only recordings of lost machines wait for it.
 */
export const LOST_MS = HOUR_MS;
/** A node silent about it for this long is gone. */
const CLAIM_MS = 5 * MINUTE_MS;
const RENEW_MS = MINUTE_MS;
/** After one that could not be joined. */
const AGAIN_MS = 30_000;
/** What cannot be read at all for this long counts as lost. */
const UNREADABLE_MS = DAY_MS;
const SWEPT_AT_ONCE = 200;

class Withheld extends Error {}

interface Deps {
  readonly pieces: PieceStore;
  readonly recordings: Pick<RecordingStore, 'find' | 'keepFile' | 'fail'>;
  readonly blobs: BlobStore;
  readonly fileOf: (originId: Uuid, part: number, kind: 'video' | 'poster') => string;
  readonly notify: (accountId: AccountId, code: 'recording_unreadable') => Promise<void>;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly lostMs?: number;
  readonly log: Log;
}

/** Makes the files of one recording. */
function makeJoinOne({ pieces, recordings, blobs, fileOf, notify, monotonic }: Deps) {
  const copyPoster = async (
    part: readonly PlacedPiece[],
    to: string,
    leaveOut: LeaveOut,
  ): Promise<string | null> => {
    const first = part.find(({ hasPoster }) => hasPoster);
    try {
      if (first && (await blobs.copy(pieceBlob(first, 'poster'), to))) return to;
    } catch (error) {
      if (leaveOut === 'none') throw error;
    }
    return (await blobs.sizeOf(to)) === undefined ? null : to;
  };

  /**
   * The file of an earlier join, if some of its pieces are gone: a backup saves the database before the files, and
   * meanwhile the recording may have been joined.
   */
  const findMade = async (part: readonly PlacedPiece[], to: string): Promise<JoinedFile | undefined> => {
    const sizeBytes = await blobs.sizeOf(to);
    if (sizeBytes === undefined) return undefined;
    for (const piece of part)
      if ((await blobs.sizeOf(pieceBlob(piece))) === undefined) {
        const [first, last] = [part[0]!, part.at(-1)!];
        const durationMs = Math.round(last.atMs + last.durationMs - first.atMs);
        return { sizeBytes, durationMs, pieces: part };
      }
    return undefined;
  };

  const joinPart = async (
    originId: Uuid,
    part: readonly PlacedPiece[],
    nth: number,
    leaveOut: LeaveOut,
  ): Promise<boolean> => {
    let renewedMs = monotonic();
    const [videoBlob, poster] = [fileOf(originId, nth, 'video'), fileOf(originId, nth, 'poster')];
    const onPiece = async (): Promise<void> => {
      if (monotonic() - renewedMs < RENEW_MS) return;
      renewedMs = monotonic();
      await pieces.renew(originId, CLAIM_MS);
    };
    const joined =
      (await findMade(part, videoBlob)) ?? (await joinPieces(blobs, part, videoBlob, onPiece, leaveOut));
    // What a complaint has taken out of reach meanwhile seems to be lost, and is not.
    if ((await recordings.find(originId))?.isWithheld) throw new Withheld();
    if (!joined) return false;
    const { durationMs, sizeBytes } = joined;
    const posterBlob = await copyPoster(part, poster, leaveOut);
    const times = { gaps: gapsOf(joined.pieces), clock: clockOf(joined.pieces) };
    // The first file makes the recording ready, so it is the last, and knows its holes before.
    await pieces.noteTimes(originId, nth, times);
    const kept = await recordings.keepFile({
      originId,
      part: nth,
      videoBlob,
      posterBlob,
      durationMs,
      sizeBytes,
    });
    if (kept && nth > 0) await pieces.noteTimes(originId, nth, times);
    // Deleted while it was joined: its files are removed.
    if (!kept) for (const left of [videoBlob, poster]) await blobs.remove(left);
    return true;
  };

  return async ({ originId, accountId }: ToJoin, leaveOut: LeaveOut): Promise<void> => {
    const parts = partsOf(placePieces(await pieces.list(originId)));
    let isAnyMade = false;
    for (const [nth, part] of [...parts.entries()].toReversed()) {
      const isMade = await joinPart(originId, part, nth, leaveOut);
      isAnyMade ||= isMade;
      if (isMade || nth > 0) continue;
      // NOTE: if nothing is left of the first file, further ones are kept on their own.
      await recordings.fail(originId, 'unreadable');
      if (!isAnyMade) await notify(accountId, 'recording_unreadable');
    }
  };
}

export function makeJoinRecordings(deps: Deps): JoinRecordings {
  const { pieces, blobs, monotonic, log } = deps;
  const joinOne = makeJoinOne(deps);
  const lostMs = deps.lostMs ?? LOST_MS;
  /** Since when this node has been able to take pieces: what could not come is not lost. */
  let ableSinceMs = monotonic();
  let running: Promise<void> | undefined;
  /** Since when recordings cannot be joined here. */
  const failing = new Map<Uuid, number>();

  /** An unreadable piece is given up like a silent machine while others can be read; if none can, much later. */
  const mayLeaveOut = (originId: Uuid): LeaveOut => {
    const failedMs = monotonic() - (failing.get(originId) ?? monotonic());
    if (failedMs <= lostMs) return 'none';
    return failedMs <= UNREADABLE_MS ? 'some' : 'all';
  };

  const removeFilesOf = async (originId: Uuid): Promise<void> => {
    const parts = partsOf(placePieces(await pieces.list(originId)));
    for (const nth of parts.keys())
      for (const kind of ['video', 'poster'] as const) await blobs.remove(deps.fileOf(originId, nth, kind));
  };

  const sweep = async (originId?: Uuid): Promise<void> => {
    const looked = new Set<Uuid>();
    for (;;) {
      const needless = await pieces.listNeedless(SWEPT_AT_ONCE, originId);
      for (const piece of needless) {
        // One that was deleted while it was joined may have left files that no row names.
        if (!looked.has(piece.originId) && !(await deps.recordings.find(piece.originId)))
          await removeFilesOf(piece.originId);
        looked.add(piece.originId);
        for (const kind of ['video', 'poster'] as const) await blobs.remove(pieceBlob(piece, kind));
        await pieces.forget(piece);
      }
      if (needless.length < SWEPT_AT_ONCE) break;
    }
    await pieces.forgetRuns();
  };

  const joinAll = async (): Promise<void> => {
    const isAble = monotonic() - ableSinceMs > lostMs;
    for (;;) {
      const waits = { settleMs: SETTLE_MS, lostMs: isAble ? lostMs : undefined };
      const next = await pieces.claim(waits, CLAIM_MS);
      if (!next) break;
      try {
        await joinOne(next, mayLeaveOut(next.originId));
        failing.delete(next.originId);
        await sweep(next.originId);
      } catch (err) {
        const isWithheld = err instanceof Withheld;
        // What a complaint keeps out of reach is not broken, however long that takes.
        if (isWithheld) failing.delete(next.originId);
        else if (!failing.has(next.originId)) failing.set(next.originId, monotonic());
        if (!isWithheld) log.warn({ err, recording: next.originId }, 'a recording could not be joined');
        await pieces.renew(next.originId, AGAIN_MS);
      }
    }
    if (isAble)
      for (const { accountId } of await pieces.failLost(lostMs))
        await deps.notify(accountId, 'recording_unreadable');
    await sweep();
  };

  return {
    sweep,
    look() {
      running ??= joinAll()
        .catch((error: unknown) => {
          ableSinceMs = monotonic();
          throw error;
        })
        .finally(() => (running = undefined));
      return running;
    },
  };
}

import { AppError, type Uuid } from '@klieg/kernel';
import type { Account } from '../../identity/index.ts';
import { isOpenToAll, type RoomStore } from '../../rooms/index.ts';
import type { OfferedFile, RecordingShopDoor, WantedOffer } from './recording-shop.ts';
import type { Recording, RecordingStore } from '../pieces/recording-store.ts';

/**
 * The sellable part of a recording, all its files together: a change of format begins a new file, and buyers of the
 * evening want all of it. Empty files are left out if there are others.
 * @throws broadcast.recording_of_show, recording_withheld, recording_withdrawn, recording_not_ready, recording_failed
 */
export function filesToSell(parts: readonly Recording[]): readonly OfferedFile[] {
  const refuse = (what: string): never => {
    throw new AppError(`broadcast.recording_${what}`);
  };
  // What happened between those who paid for a show is theirs: its recording is bought with the show, or not at all.
  if (parts.some(({ kind, showId }) => kind !== 'public' || showId !== null)) refuse('of_show');
  if (parts.some(({ isWithheld }) => isWithheld)) refuse('withheld');
  const states = new Set(parts.map(({ state }) => state));
  if (states.has('withdrawn')) refuse('withdrawn');
  if (states.has('recording') || states.has('processing')) refuse('not_ready');
  const files = parts.flatMap(({ id, startedAt, state, videoBlob, sizeBytes, durationMs }) =>
    state === 'ready' && videoBlob !== null && (durationMs ?? 0) > 0
      ? [{ id, startedAt, videoBlob, sizeBytes: sizeBytes ?? 0 }]
      : [],
  );
  return files.length > 0 ? files : refuse('failed');
}

/**
 * Puts a recording into the library. @returns the number of its media; a repeat answers the same
 * @throws common.not_found, compliance.consent_missing, compliance.text_refused, and as `filesToSell`
 */
export type PublishRecording = (owner: Account, id: Uuid, wanted: WantedOffer) => Promise<number>;

export const makePublishRecording =
  (deps: {
    readonly recordings: Pick<RecordingStore, 'find' | 'listParts' | 'findNewest'>;
    readonly rooms: Pick<RoomStore, 'findByBroadcast'>;
    readonly shop: RecordingShopDoor;
  }): PublishRecording =>
  async (owner, id, wanted) => {
    const { recordings } = deps;
    const found = await recordings.find(id);
    const shop = deps.shop.open();
    if (found?.accountId !== owner.id || !shop) throw new AppError('common.not_found');
    // A file may exist while the broadcast continues in another format: its later files belong to it.
    const row = await deps.rooms.findByBroadcast(found.broadcastId);
    const isOn = row !== undefined && isOpenToAll(row) && owner.settings.public_recording;
    const isRunning = isOn && (await recordings.findNewest(found.broadcastId)) === found.originId;
    const check = (parts: readonly Recording[]): readonly OfferedFile[] => {
      if (parts.length === 0) throw new AppError('common.not_found');
      const files = filesToSell(parts);
      if (isRunning) throw new AppError('broadcast.recording_not_ready');
      return files;
    };
    const files = check(await recordings.listParts(found.originId));
    return shop.publish(
      owner,
      {
        broadcastId: found.broadcastId,
        files,
        async lock(within) {
          check(await recordings.listParts(found.originId, within));
        },
      },
      wanted,
    );
  };

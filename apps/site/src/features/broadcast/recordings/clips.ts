import type { Bus } from '@klieg/contract/bus';
import { MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { ClipStore } from './clip-store.ts';

/** Clips of the last seconds of a public stream: begun here, cut by the media process, kept as recordings. */
export interface Clips {
  /**
   * @returns the id of the recording that it becomes
   * @throws broadcast.not_live, broadcast.clip_not_public, broadcast.clip_too_soon
   */
  create(accountId: AccountId, seconds: number): Promise<Uuid>;
  /** A media process that ended, or never got the command, makes none. */
  failLost(): Promise<void>;
}

/** Longer than a file is tried to be handed over. */
const LOST_MS = 15 * 60_000;

export function makeClips({ clips, bus }: { readonly clips: ClipStore; readonly bus: Bus }): Clips {
  return {
    async create(accountId, seconds) {
      const begun = await clips.begin(accountId, seconds);
      if ('refusal' in begun) throw new AppError(begun.refusal);
      const { id, broadcastId, streamName } = begun;
      bus.publish(MEDIA_COMMANDS, {
        kind: 'clip',
        broadcastId,
        streamName,
        recordingId: id,
        seconds,
      } satisfies MediaCommand);
      return id;
    },
    async failLost() {
      await clips.failLost(LOST_MS);
    },
  };
}

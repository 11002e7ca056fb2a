import type { Bus } from '@klieg/contract/bus';
import { MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { Account } from '../../identity/index.ts';
import { isOpenToAll, type RoomStore } from '../../rooms/index.ts';
import type { Recording, RecordingStore } from '../pieces/recording-store.ts';
import type { Recordings } from './recordings.ts';

/** Recordings of what two performers do together: one for each, at the same time. */
export interface JointRecordings {
  /** Records both from now on, unless another non-public recording is running; a repeat does nothing more. */
  begin(coShowId: Uuid, sides: readonly CoShowSide[]): Promise<void>;
  /** It is over, or one of them no longer wants it; the recording of the public stream continues. */
  end(coShowId: Uuid, accounts: readonly Account[]): Promise<void>;
  /** All its files, including those nobody may open. */
  list(coShowId: Uuid): Promise<Recording[]>;
  readonly pathOf: Recordings['pathOf'];
}

export interface CoShowSide {
  readonly accountId: AccountId;
  readonly broadcastId: Uuid;
}

export function makeJointRecordings(deps: {
  readonly store: Pick<RecordingStore, 'findRunning' | 'start' | 'endOf' | 'listOfCoShow'>;
  readonly recordings: Pick<Recordings, 'onShowEnded' | 'pathOf'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly bus: Bus;
}): JointRecordings {
  const { store, recordings } = deps;
  const command = (broadcastId: Uuid, recordingId: Uuid | null) =>
    deps.bus.publish(MEDIA_COMMANDS, { kind: 'record', broadcastId, recordingId } satisfies MediaCommand);

  const beginOne = async (coShowId: Uuid, { accountId, broadcastId }: CoShowSide): Promise<void> => {
    const row = await deps.rooms.get(accountId);
    if (row.broadcastId !== broadcastId || !isOpenToAll(row)) return;
    const running = await store.findRunning(broadcastId);
    if (running?.coShowId === coShowId) return command(broadcastId, running.id);
    // What ran before is a recording of its own.
    if (running) command(broadcastId, null);
    await store.endOf(broadcastId);
    const { id } = await store.start(accountId, broadcastId, undefined, coShowId);
    command(broadcastId, id);
  };

  return {
    async begin(coShowId, sides) {
      for (const side of sides) await beginOne(coShowId, side);
    },
    async end(coShowId, accounts) {
      for (const { accountId, broadcastId, state } of await store.listOfCoShow(coShowId)) {
        const account = accounts.find(({ id }) => id === accountId);
        if (state !== 'recording' || !account) continue;
        command(broadcastId, null);
        await store.endOf(broadcastId);
        await recordings.onShowEnded(account, broadcastId);
      }
    },
    list: (coShowId) => store.listOfCoShow(coShowId),
    pathOf: recordings.pathOf,
  };
}

import type { Bus } from '@klieg/contract/bus';
import { MEDIA_COMMANDS, MEDIA_TOKEN_MS, type MediaCommand, signMediaToken } from '@klieg/contract/media';
import { type AccountId, type Clock, randomToken, type Uuid } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import type { Camera, CameraStore } from './camera-store.ts';

/** The right to send or to watch one camera, for a minute. */
export interface CameraGrant {
  readonly streamName: string;
  readonly token: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/**
 * Cameras of people who are not the performer of a room. Each is opened for named viewers: a right is one row for a
 * pair and a direction, so any number of people may each show themselves to some of the others. No camera is recorded,
 * listed or announced to anybody else; media ensures the first two, whoever asks.
 */
export interface Cameras {
  /** Opens one that only these may watch. The transaction is the caller's. */
  open(
    transaction: Transaction,
    camera: Pick<Camera, 'id' | 'ownerId' | 'hasSound'>,
    viewers: readonly AccountId[],
  ): Promise<void>;
  /** The right to send it; undefined for anybody but its owner, and once it is closed. */
  grantSending(
    id: Uuid,
    by: CameraCaller,
    /** Lists show live pictures of it, as for a camera of a house. */
    look?: { readonly hasThumbnails: true },
  ): Promise<CameraGrant | undefined>;
  /** The right to watch it; undefined for anybody it was not opened for, and once it is closed. */
  grantWatching(id: Uuid, by: CameraCaller): Promise<CameraGrant | undefined>;
  /**
   * It continues under a fresh name: viewers have to ask again. What it returns goes to `tellNamed` after the commit.
   */
  rename(transaction: Transaction, id: Uuid): Promise<Camera | undefined>;
  /** Media closes the name from before, at once; a repeat does nothing. */
  tellNamed(camera: Pick<Camera, 'id' | 'streamName'>): void;
  /** Closes them for good. What it returns goes to `tellClosed` after the commit. */
  close(transaction: Transaction, ids: readonly Uuid[]): Promise<readonly Camera[]>;
  /** Media immediately ends what is sent and watched of them. */
  tellClosed(closed: readonly Pick<Camera, 'id' | 'streamName'>[]): void;
  list(ids: readonly Uuid[], within?: Transaction): Promise<ReadonlyMap<Uuid, Camera>>;
}

/** The caller, with the login session that the right ends with. */
export interface CameraCaller {
  readonly account: Pick<Account, 'id' | 'username'>;
  readonly sessionId: string;
}

export function makeCameras(deps: {
  readonly store: CameraStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Of media tokens. */
  readonly secret: Uint8Array;
}): Cameras {
  const { store, bus, clock } = deps;
  const command = (wanted: MediaCommand) => bus.publish(MEDIA_COMMANDS, wanted);
  const grant = (streamName: string, claims: (expiresAt: number) => Parameters<typeof signMediaToken>[1]) => {
    const expiresAt = clock.now() + MEDIA_TOKEN_MS;
    return { streamName, expiresAt, token: signMediaToken(deps.secret, claims(expiresAt)) };
  };

  return {
    open: (transaction, camera, viewers) =>
      store.open(transaction, { ...camera, streamName: randomToken(16) }, viewers),
    async grantSending(id, { account, sessionId }, look) {
      const camera = await store.find(id);
      if (!camera || camera.state === 'closed' || camera.ownerId !== account.id) return undefined;
      const { streamName, hasSound } = camera;
      return grant(streamName, (expiresAt) => ({
        use: 'publish',
        streamName,
        broadcastId: id,
        username: account.username,
        session: sessionId,
        camera: { hasSound, ...look },
        expiresAt,
      }));
    },
    async grantWatching(id, { account, sessionId }) {
      const camera = (await store.mayWatch(id, account.id)) ? await store.find(id) : undefined;
      if (!camera) return undefined;
      const { streamName } = camera;
      return grant(streamName, (expiresAt) => ({
        use: 'play',
        streamName,
        session: sessionId,
        mode: 'private',
        expiresAt,
      }));
    },
    rename: (transaction, id) => store.rename(transaction, id, randomToken(16)),
    tellNamed: ({ id, streamName }) => command({ kind: 'rename', broadcastId: id, streamName }),
    close: store.close,
    tellClosed(closed) {
      for (const { id, streamName } of closed) {
        command({ kind: 'stop', broadcastId: id });
        command({ kind: 'revoke', streamName });
      }
    },
    list: store.list,
  };
}

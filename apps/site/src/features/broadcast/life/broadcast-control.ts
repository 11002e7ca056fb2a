import type { Bus } from '@klieg/contract/bus';
import { MEDIA_COMMANDS, MEDIA_TOKEN_MS, type MediaCommand, signMediaToken } from '@klieg/contract/media';
import { AppError, randomToken, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Transaction } from '#site/platform/postgres/index.ts';
import type { AccountStore } from '../../identity/index.ts';
import type { RoomRow, RoomStore } from '../../rooms/index.ts';
import { makeAwaited } from '../streams/awaited-viewers.ts';
import { followMedia } from './follow-media.ts';
import type { HearMediaDeps } from './hear-media.ts';
import { type IngestReports, makeIngestReports } from './ingest-reports.ts';
import { makeModelPages, type Model } from './model-pages.ts';
import type { RefuseBanned } from './refuse-banned.ts';
import { makeRunBroadcast, type RunDeps } from './run-broadcast.ts';

/** Stands for the login session when an encoder started a broadcast by itself. */
const KEY_SESSION = 'stream_key';

type Deps = Omit<RunDeps, 'rooms' | 'command' | 'reports' | 'pages'> &
  Pick<HearMediaDeps, 'onRecordingFailed' | 'onPreviewOver' | 'onCameraFact'> & {
    readonly accounts: AccountStore;
    readonly rooms: RoomStore;
    readonly bus: Bus;
    readonly secret: Uint8Array;
    /** Name of this process's clock in tokens and revocations. */
    readonly clockName: string;
    readonly refuseBanned: RefuseBanned;
    /** Number of rooms with a picture, updated about each second. */
    readonly onStreams: (streams: number) => void;
  };

export interface StartedBroadcast {
  readonly broadcastId: Uuid;
  readonly streamName: string;
  readonly token: string;
  readonly expiresAt: number;
}

/** Stores who takes part in a broadcast that is being started. */
export interface NameBroadcast {
  /** Called in the transaction that opens the broadcast. If it throws, the broadcast is not opened. */
  opened(broadcastId: Uuid, within: Transaction): Promise<void>;
  /** Called after the transaction where the broadcast was open already. @param isSeen whether it has had a picture */
  goesOn(broadcastId: Uuid, isSeen: boolean): Promise<void>;
}

/** What else changes when a show begins or ends. */
export interface ShowChange {
  /** Written in the transaction that changes the room. */
  readonly also: (transaction: Transaction) => Promise<void>;
  /** Runs after the commit, before room and lists are told of the new status. */
  readonly first?: () => void;
}

/** Starts and ends broadcasts and keeps each room's status true (machine 2). */
export interface BroadcastControl extends Pick<IngestReports, 'healthOf' | 'renditionsOf' | 'refusalOf'> {
  /**
   * @param name stores who takes part
   * @throws broadcast.already_live while another publisher delivers, broadcast.banned
   */
  start(
    model: Model,
    sessionId: string,
    tech: 'obs' | 'webrtc',
    name?: NameBroadcast,
  ): Promise<StartedBroadcast>;
  /**
   * An encoder has shown the model's stream key: it joins the broadcast that was started for it, or
   * starts one. @throws broadcast.already_live while the browser broadcasts, broadcast.banned
   */
  joinByKey(model: Model): Promise<StartedBroadcast>;
  /** The right to measure the way to a media process, which begins nothing. */
  checkGrant(sessionId: string): Pick<StartedBroadcast, 'token' | 'expiresAt'>;
  /** Room open without a picture, or with it again (S203). @throws broadcast.not_live */
  setMode(model: Model, mode: 'online' | 'standby'): Promise<RoomRow>;
  /** The stream continues under a new name: viewers must ask for the right again. */
  rotateName(model: Model): Promise<void>;
  /**
   * The room starts a show of its own, and its stream gets a fresh name. `also` is written in the same transaction,
   * after the room's row is locked; if it throws, everything is undone. @throws broadcast.not_live
   */
  beginShow(model: Model, show: { readonly mode: 'private' | 'limited' } & ShowChange): Promise<RoomRow>;
  /**
   * The room is public again, under a fresh name. Without a show of this kind nothing happens, and `also` is not
   * called.
   */
  endShow(model: Model, show: { readonly mode: 'private' | 'limited' } & ShowChange): Promise<RoomRow>;
  /** A repeat does nothing. */
  stop(model: Model): Promise<void>;
  /** The room is open while its house has pictures. A repeat does nothing. */
  setHouse(model: Model, isOpen: boolean): Promise<RoomRow>;
  /** The model's last page of the room has gone. */
  streamerLeft(model: Model): void;
  /** The login session has ended: so does what it watches and what it publishes, an encoder that joined it too. */
  revokeSession(sessionId: string): void;
  /** Somebody has opened a page of this stream, and may watch soon. A repeat within some seconds does nothing. */
  awaitViewer(streamName: string): void;
  /** Ends a session's right to watch one stream. */
  revokeViewer(sessionId: string, streamName: string): void;
  close(): void;
}

export function makeBroadcastControl(deps: Deps): BroadcastControl {
  const { bus, clock, rooms } = deps;
  const command = (wanted: MediaCommand) => {
    const moment = wanted.kind === 'revoke' ? { clock: deps.clockName, atMs: clock.now() } : {};
    bus.publish(MEDIA_COMMANDS, { ...wanted, ...moment });
  };
  const awaited = makeAwaited(() => clock.now());
  const reports = makeIngestReports(() => clock.now());
  const pages = makeModelPages(deps);
  const run = makeRunBroadcast({ ...deps, command, reports, pages });
  const stopFollowing = followMedia({ ...deps, command, reports, pages, run });

  const grantFor = ({ username }: Model, row: RoomRow, session: string): StartedBroadcast => {
    // Both exist: somebody who may publish has a running broadcast.
    const { broadcastId, streamName } = row as { broadcastId: Uuid; streamName: string };
    const expiresAt = clock.now() + MEDIA_TOKEN_MS;
    const made = { clock: deps.clockName, expiresAt };
    const claims = { use: 'publish', streamName, broadcastId, username, session, ...made } as const;
    return { broadcastId, streamName, token: signMediaToken(deps.secret, claims), expiresAt };
  };
  const freshName = (): string => randomToken(16);

  // The pages of performers go with the node; where they go is for the next one to see.
  let isClosed = false;
  /** Where no page came back, the broadcast that ran when the last one left has ended. */
  const onLeft = async (model: Model): Promise<void> => {
    const [{ broadcastId }, isAway] = await Promise.all([rooms.get(model.id), pages.stayAway(model)]);
    if (isAway && !isClosed) await run(model, { kind: 'page_left', broadcastId });
  };

  const stop = async (model: Model): Promise<void> => void (await run(model, { kind: 'stop' }));
  /**
   * Opens a broadcast unless staff forbids it. A ban written meanwhile either finds what was opened, or is found here,
   * which ends it again.
   */
  const unlessBanned = async (model: Model, open: () => Promise<RoomRow>): Promise<RoomRow> => {
    await deps.refuseBanned(model.id);
    const row = await open();
    try {
      await deps.refuseBanned(model.id);
    } catch (error) {
      await stop(model).catch((failure: unknown) => {
        // What was opened has ended by itself, or by the ban.
        if (!(failure instanceof AppError) || failure.code !== 'broadcast.not_live') throw failure;
      });
      throw error;
    }
    return row;
  };

  return {
    async start(model, sessionId, tech, name) {
      pages.noteStart(model);
      const fresh = { broadcastId: uuidv7(), streamName: freshName(), sessionId };
      let named: Uuid | undefined;
      const also = async (within: Transaction, { broadcastId }: RoomRow) => {
        if (broadcastId) await name?.opened(broadcastId, within);
        named = broadcastId ?? undefined;
      };
      const row = await unlessBanned(model, () => run(model, { kind: 'start', tech, ...fresh }, { also }));
      const started = grantFor(model, row, sessionId);
      if (named !== started.broadcastId) await name?.goesOn(started.broadcastId, row.startedAt !== null);
      return started;
    },
    async joinByKey(model) {
      pages.noteStart(model);
      const fresh = { broadcastId: uuidv7(), streamName: freshName(), sessionId: KEY_SESSION };
      const row = await unlessBanned(model, () => run(model, { kind: 'join_by_key', ...fresh }));
      return grantFor(model, row, row.sessionId ?? KEY_SESSION);
    },
    checkGrant(session) {
      const expiresAt = clock.now() + MEDIA_TOKEN_MS;
      const claims = { use: 'check', session, clock: deps.clockName, expiresAt } as const;
      return { token: signMediaToken(deps.secret, claims), expiresAt };
    },
    setMode: (model, mode) => run(model, { kind: 'set_mode', mode, streamName: freshName() }),
    async rotateName(model) {
      await run(model, { kind: 'rotate_name', streamName: freshName() });
    },
    beginShow: (model, { mode, ...beside }) =>
      run(model, { kind: 'begin_show', mode, streamName: freshName() }, beside),
    endShow: (model, { mode, ...beside }) =>
      run(model, { kind: 'end_show', mode, streamName: freshName() }, beside),
    stop,
    setHouse: (model, isOpen) => run(model, { kind: 'house', isOpen }),
    healthOf: reports.healthOf,
    renditionsOf: reports.renditionsOf,
    refusalOf: reports.refusalOf,
    streamerLeft(model) {
      onLeft(model).catch((error: unknown) => deps.log.error({ err: error }, 'a room could not be closed'));
    },
    revokeSession: (sessionId) => command({ kind: 'revoke', session: sessionId }),
    awaitViewer(streamName) {
      if (awaited.isNew(streamName)) command({ kind: 'await_viewer', streamName });
    },
    revokeViewer: (sessionId, streamName) => command({ kind: 'revoke', session: sessionId, streamName }),
    close() {
      isClosed = true;
      stopFollowing();
    },
  };
}

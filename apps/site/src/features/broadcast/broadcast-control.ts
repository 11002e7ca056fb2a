import type { Bus } from '@klieg/contract/bus';
import { MEDIA_COMMANDS, MEDIA_TOKEN_MS, type MediaCommand, signMediaToken } from '@klieg/contract/media';
import { randomToken, type Uuid, uuidv7 } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import type { RoomRow, RoomStore } from '../rooms/index.ts';
import { followMedia } from './follow-media.ts';
import type { HearMediaDeps } from './hear-media.ts';
import { type IngestReports, makeIngestReports } from './ingest-reports.ts';
import { makeModelPages, type Model } from './model-pages.ts';
import { makeRunBroadcast, type RunDeps } from './run-broadcast.ts';

/** What stands for the login session where an encoder started a broadcast by itself. */
const KEY_SESSION = 'stream_key';

type Deps = Omit<RunDeps, 'rooms' | 'command' | 'reports' | 'pages'> &
  Pick<HearMediaDeps, 'onRecordingFailed' | 'onPreviewOver'> & {
    readonly accounts: AccountStore;
    readonly rooms: RoomStore;
    readonly bus: Bus;
    readonly secret: Uint8Array;
    /** Number of rooms with a picture, told about each second. */
    readonly onStreams: (streams: number) => void;
  };

export interface StartedBroadcast {
  readonly broadcastId: Uuid;
  readonly streamName: string;
  readonly token: string;
  readonly expiresAt: number;
}

/** Starts and ends broadcasts and keeps each room's status true (machine 2). */
export interface BroadcastControl extends Pick<IngestReports, 'healthOf' | 'renditionsOf' | 'refusalOf'> {
  /** @throws broadcast.already_live while another publisher delivers */
  start(model: Model, sessionId: string, tech: 'obs' | 'webrtc'): Promise<StartedBroadcast>;
  /**
   * An encoder has shown the model's stream key: it joins the broadcast that was started for it, or
   * starts one. @throws broadcast.already_live while the browser broadcasts
   */
  joinByKey(model: Model): Promise<StartedBroadcast>;
  /** Room open without a picture, or with it again (S203). @throws broadcast.not_live */
  setMode(model: Model, mode: 'online' | 'standby'): Promise<RoomRow>;
  /** The stream goes on under a new name: who watches has to ask for the right again. */
  rotateName(model: Model): Promise<void>;
  /** @throws broadcast.not_live */
  stop(model: Model): Promise<void>;
  /** The model's last page of the room has gone. */
  streamerLeft(model: Model): void;
  /** The login session has ended: so does what it watches and what it publishes, an encoder that joined it too. */
  revokeSession(sessionId: string): void;
  /** Ends what a session may watch of one stream. */
  revokeViewer(sessionId: string, streamName: string): void;
  close(): void;
}

export function makeBroadcastControl(deps: Deps): BroadcastControl {
  const { bus, clock, rooms } = deps;
  const command = (wanted: MediaCommand) => bus.publish(MEDIA_COMMANDS, wanted);
  const reports = makeIngestReports();
  const pages = makeModelPages(deps);
  const run = makeRunBroadcast({ ...deps, command, reports, pages });
  const stopFollowing = followMedia({ ...deps, command, reports, pages, run });

  const grantFor = ({ username }: Model, row: RoomRow, session: string): StartedBroadcast => {
    // Both are there: whoever may publish has a broadcast that runs.
    const { broadcastId, streamName } = row as { broadcastId: Uuid; streamName: string };
    const expiresAt = clock.now() + MEDIA_TOKEN_MS;
    const claims = { use: 'publish', streamName, broadcastId, username, session, expiresAt } as const;
    return { broadcastId, streamName, token: signMediaToken(deps.secret, claims), expiresAt };
  };
  const freshName = (): string => randomToken(16);

  /** Where no page came back, the broadcast that ran when the last one left has ended. */
  const onLeft = async (model: Model): Promise<void> => {
    const [{ broadcastId }, isAway] = await Promise.all([rooms.get(model.id), pages.stayAway(model)]);
    if (isAway) await run(model, { kind: 'page_left', broadcastId });
  };

  return {
    async start(model, sessionId, tech) {
      pages.noteStart(model);
      const fresh = { broadcastId: uuidv7(), streamName: freshName(), sessionId };
      return grantFor(model, await run(model, { kind: 'start', tech, ...fresh }), sessionId);
    },
    async joinByKey(model) {
      pages.noteStart(model);
      const fresh = { broadcastId: uuidv7(), streamName: freshName(), sessionId: KEY_SESSION };
      const row = await run(model, { kind: 'join_by_key', ...fresh });
      return grantFor(model, row, row.sessionId ?? KEY_SESSION);
    },
    setMode: (model, mode) => run(model, { kind: 'set_mode', mode, streamName: freshName() }),
    async rotateName(model) {
      await run(model, { kind: 'rotate_name', streamName: freshName() });
    },
    async stop(model) {
      await run(model, { kind: 'stop' });
    },
    healthOf: reports.healthOf,
    renditionsOf: reports.renditionsOf,
    refusalOf: reports.refusalOf,
    streamerLeft(model) {
      onLeft(model).catch((error: unknown) => deps.log.error({ err: error }, 'a room could not be closed'));
    },
    revokeSession: (sessionId) => command({ kind: 'revoke', session: sessionId }),
    revokeViewer: (sessionId, streamName) => command({ kind: 'revoke', session: sessionId, streamName }),
    close: stopFollowing,
  };
}

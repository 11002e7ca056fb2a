import type { Bus } from '@klieg/contract/bus';
import {
  MEDIA_FACTS,
  MEDIA_ORDERS,
  MEDIA_TOKEN_MS,
  type MediaFact,
  type MediaOrder,
  signMediaToken,
  type StreamHealth,
} from '@klieg/contract/media';
import { AppError, type Clock, type Log, randomToken, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import {
  isOnAir,
  type RoomChange,
  type RoomHub,
  type RoomRow,
  type RoomStore,
  type StatusBoard,
  thumbUrl,
} from '../rooms/index.ts';
import { decideByFact, isLost, offlineChange } from './status-rules.ts';

const SWEEP_MS = 1_000;
/** A model's page that does not answer within this, while the picture is gone, has gone too. */
const PROBE_MS = 2_000;
const CHANGE_TRIES = 5;

interface Deps {
  readonly accounts: AccountStore;
  readonly rooms: RoomStore;
  readonly hub: RoomHub;
  readonly board: StatusBoard;
  readonly bus: Bus;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Log;
  readonly onStreams: (streams: number) => void;
}

export interface StartedBroadcast {
  readonly broadcastId: Uuid;
  readonly streamName: string;
  readonly token: string;
  readonly expiresAt: number;
}

/** Starts and ends broadcasts and keeps each room's status true (machine 2). */
export interface BroadcastDesk {
  /** @throws broadcast.already_live while another publisher delivers */
  start(account: Account, sessionId: string, tech: 'obs' | 'webrtc'): Promise<StartedBroadcast>;
  /** @throws broadcast.not_live */
  stop(account: Account): Promise<void>;
  healthOf(broadcastId: string | null): StreamHealth | undefined;
  /** The model's last page of the room has gone. */
  streamerLeft(account: Account): void;
  /** Ends what a session may watch or publish. */
  revokeSession(sessionId: string): void;
  close(): void;
}

export function makeBroadcastDesk(deps: Deps): BroadcastDesk {
  const health = new Map<string, StreamHealth>();

  const announce = (account: Account, row: RoomRow) => {
    const now = deps.clock.now();
    const live = deps.hub.find(account.username);
    const thumb = isOnAir(row.status) ? thumbUrl(account.username, now) : null;
    live?.publishState('v3.chat.update', {
      status: row.status,
      origin_server: null,
      stream_name: row.status === 'online' ? (row.streamName ?? undefined) : null,
      ...(row.width !== null && { width: row.width }),
      ...(row.height !== null && { height: row.height }),
      ...(thumb && { thumb_small: thumb }),
    });
    deps.board.announce({
      username: account.username,
      status: row.status,
      thumbSmall: thumb,
      userCount: live?.presence.count ?? 0,
    });
  };

  /** Decides again after every lost race; the winner tells the room. */
  const change = async (
    account: Account,
    decide: (row: RoomRow) => RoomChange | undefined,
  ): Promise<RoomRow | undefined> => {
    for (let attempt = 0; attempt < CHANGE_TRIES; attempt++) {
      const row = await deps.rooms.get(account.id);
      const wanted = decide(row);
      if (!wanted) return undefined;
      const changed = await deps.rooms.change(account.id, row.version, wanted);
      if (!changed) continue;
      if (changed.status === 'offline' && row.broadcastId) {
        order({ kind: 'stop', broadcastId: row.broadcastId });
        if (row.streamName) order({ kind: 'revoke', streamName: row.streamName });
        health.delete(row.broadcastId);
      }
      announce(account, changed);
      return changed;
    }
    throw new AppError('common.unavailable', { internal: 'room changed too often' });
  };

  const order = (wanted: MediaOrder) => deps.bus.publish(MEDIA_ORDERS, wanted);

  const hasPage = (account: Account): boolean =>
    (deps.hub.find(account.username)?.presence.socketsOf(`a${account.id}`).length ?? 0) > 0;

  /** Asks the model's pages whether they are alive; a sleeping machine keeps its sockets and says nothing. */
  const probe = async (account: Account): Promise<void> => {
    const sockets = deps.hub.find(account.username)?.presence.socketsOf(`a${account.id}`) ?? [];
    const askedAt = deps.clock.now();
    for (const socket of sockets) socket.send('v3.ping', { t: askedAt });
    await new Promise((resolve) => void setTimeout(resolve, PROBE_MS).unref());
    if (sockets.some((socket) => socket.isOpen && socket.heardAt >= askedAt)) return;
    await change(account, (row) => (row.status === 'reconnecting' ? offlineChange : undefined));
  };

  const onFact = async (fact: MediaFact): Promise<void> => {
    if (fact.kind === 'alive') {
      for (const broadcast of fact.broadcasts) await onFact({ ...broadcast, kind: 'live', node: fact.node });
      return;
    }
    const row = await deps.rooms.findByBroadcast(fact.broadcastId as Uuid);
    if (!row) {
      if (fact.kind === 'live') order({ kind: 'stop', broadcastId: fact.broadcastId });
      return;
    }
    const account = await deps.accounts.findById(row.accountId);
    if (!account) return;
    if (fact.kind === 'health') return onHealth(account, fact);
    const changed = await change(account, (now) =>
      now.broadcastId === fact.broadcastId ? decideByFact(now, fact) : undefined,
    );
    if (changed?.status === 'reconnecting') await probe(account);
  };

  const onHealth = (account: Account, fact: MediaFact & { readonly kind: 'health' }) => {
    health.set(fact.broadcastId, fact);
    const payload = {
      seq: deps.clock.now(),
      status: fact.warnings.length > 0 ? ('unstable' as const) : ('live' as const),
      kbps: Math.round(fact.kbps),
      fps: Math.round(fact.fps),
      width: fact.width,
      height: fact.height,
      keyframe_ms: Math.round(fact.keyframeMs),
      warnings: [...fact.warnings],
      tech: 'webrtc' as const,
    };
    const room = deps.hub.find(account.username);
    for (const socket of room?.presence.socketsOf(`a${account.id}`) ?? [])
      socket.send('v3.stream.ingest_info', payload);
  };

  const guarded = (what: string, run: () => Promise<unknown>) =>
    void run().catch((error: unknown) => deps.log.error({ err: error }, what));

  const stopFacts = deps.bus.subscribe(MEDIA_FACTS, (message) =>
    guarded('a media fact could not be handled', () => onFact(message as MediaFact)),
  );

  const sweep = async () => {
    const open = await deps.rooms.listOpen();
    deps.onStreams(open.filter((row) => row.status === 'online').length);
    for (const row of open) {
      if (!isLost(row, deps.clock.now())) continue;
      const account = await deps.accounts.findById(row.accountId);
      if (account)
        await change(account, (now) => (isLost(now, deps.clock.now()) ? offlineChange : undefined));
    }
  };
  const timer = setInterval(() => guarded('the sweep of rooms failed', sweep), SWEEP_MS).unref();

  return {
    async start(account, sessionId, tech) {
      const broadcastId = uuidv7();
      const streamName = randomToken(16);
      await change(account, (row) => {
        if (row.status !== 'offline' && row.status !== 'connected' && row.status !== 'reconnecting')
          throw new AppError('broadcast.already_live');
        return {
          status: 'connected',
          previousStatus: null,
          broadcastId,
          sessionId,
          streamName,
          streamingTech: tech,
          startedAt: null,
          goneAt: null,
        };
      });
      const expiresAt = deps.clock.now() + MEDIA_TOKEN_MS;
      const token = signMediaToken(deps.secret, {
        use: 'publish',
        streamName,
        broadcastId,
        username: account.username,
        session: sessionId,
        expiresAt,
      });
      return { broadcastId, streamName, token, expiresAt };
    },
    async stop(account) {
      const changed = await change(account, (row) => (row.status === 'offline' ? undefined : offlineChange));
      if (!changed) throw new AppError('broadcast.not_live');
    },
    healthOf: (broadcastId) => (broadcastId ? health.get(broadcastId) : undefined),
    streamerLeft(account) {
      const later = async () => {
        if (hasPage(account)) return;
        await change(account, (row) =>
          row.status === 'connected' || row.status === 'reconnecting' ? offlineChange : undefined,
        );
      };
      setTimeout(() => guarded('a room could not be closed', later), PROBE_MS).unref();
    },
    revokeSession: (sessionId) => order({ kind: 'revoke', session: sessionId }),
    close() {
      stopFacts();
      clearInterval(timer);
    },
  };
}

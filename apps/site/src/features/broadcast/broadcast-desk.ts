import type { Payload } from '@klieg/contract';
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
import type { Outbox } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
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
import { wentLive, wentOffline } from './broadcast-facts.ts';
import { makeInTurn } from './in-turn.ts';
import { makeMediaNodes } from './media-nodes.ts';
import { decideByFact, isLost, offlineChange } from './status-rules.ts';

const SWEEP_MS = 1_000;
/** A model's page that does not answer within this, while the picture is gone, has gone too. */
const PROBE_MS = 2_000;
/** What stands for the login session where an encoder started a broadcast by itself. */
const KEY_SESSION = 'stream_key';
/** Longer than anybody waits for a page that has left. */
const BEGUN_MS = 60_000;
const CHANGE_TRIES = 5;
/** A room that nobody controls is closed after this (machine 2, Disconnect). */
const UNATTENDED_MS = 5 * 60_000;

interface Deps {
  readonly accounts: AccountStore;
  readonly rooms: RoomStore;
  readonly hub: RoomHub;
  readonly board: StatusBoard;
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Log;
  readonly onStreams: (streams: number) => void;
  /** A media process says that it delivers this broadcast, and whether it records it. */
  readonly onDelivered: (
    broadcastId: Uuid,
    from: { readonly node: string; readonly recordingId?: string },
  ) => void;
  readonly onRecordingFailed: (recordingId: Uuid, reason: string) => Promise<void>;
  /** All that a preview grants was delivered. */
  readonly onPreviewOver: (grantId: Uuid) => Promise<void>;
}

/** What a model is told about an encoder that was sent away. */
export interface EncoderRefusal {
  readonly code: string;
  readonly text: string;
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
  /**
   * An encoder has shown the model's stream key: it joins the broadcast that was started for it, or
   * starts one. @throws broadcast.already_live while the browser broadcasts
   */
  joinByKey(account: Account): Promise<StartedBroadcast>;
  /** Room open without a picture, or with it again (S203). @throws broadcast.not_live */
  setMode(account: Account, mode: 'online' | 'standby'): Promise<RoomRow>;
  /** The stream goes on under a new name: who watches has to ask for the right again. */
  rotateName(account: Account): Promise<void>;
  /** @throws broadcast.not_live */
  stop(account: Account): Promise<void>;
  healthOf(broadcastId: string | null): StreamHealth | undefined;
  /** Ids of the renditions that can be played now, best first. */
  renditionsOf(broadcastId: string | null): readonly string[];
  /** Why the model's encoder was sent away last, until it broadcasts. */
  refusalOf(account: Account): EncoderRefusal | undefined;
  /** The model's last page of the room has gone. */
  streamerLeft(account: Account): void;
  /** Ends what a session may watch or publish. */
  revokeSession(sessionId: string): void;
  /** Ends what a session may watch of one stream. */
  revokeViewer(sessionId: string, streamName: string): void;
  close(): void;
}

export function makeBroadcastDesk(deps: Deps): BroadcastDesk {
  const health = new Map<string, StreamHealth>();
  const renditions = new Map<string, readonly string[]>();
  const refusals = new Map<number, EncoderRefusal>();
  /** Since when a broadcast by an encoder has had no page of its model. */
  const unattended = new Map<string, number>();
  /** When models pressed Go live last, as long as a page that left before may still be judged. */
  const begun = new Map<number, number>();

  const announce = (account: Account, row: RoomRow) => {
    const now = deps.clock.now();
    const live = deps.hub.find(account.username);
    const thumb = isOnAir(row.status) ? thumbUrl(account.username, now) : null;
    void deps.hub.submit(account.username, {
      kind: 'state',
      name: 'v3.chat.update',
      payload: {
        status: row.status,
        origin_server: null,
        stream_name: row.status === 'online' ? (row.streamName ?? undefined) : null,
        ...(row.width !== null && { width: row.width }),
        ...(row.height !== null && { height: row.height }),
        ...(thumb && { thumb_small: thumb }),
      } satisfies Omit<Payload<'v3.chat.update'>, 'seq'>,
    });
    deps.board.announce({
      username: account.username,
      status: row.status,
      thumbSmall: thumb,
      userCount: live?.presence.countFor('viewers') ?? 0,
    });
  };

  /** What has become true by a change, for those who must act on it. */
  const noteFacts = async (before: RoomRow, now: RoomRow, transaction: Transaction): Promise<void> => {
    const { accountId } = now;
    if (now.status === 'offline' && before.broadcastId)
      await deps.outbox.add(transaction, wentOffline, { accountId, broadcastId: before.broadcastId });
    if (now.status === 'online' && before.startedAt === null && now.broadcastId)
      await deps.outbox.add(transaction, wentLive, { accountId, broadcastId: now.broadcastId });
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
      const changed = await deps.rooms.change(account.id, row.version, wanted, (now, transaction) =>
        noteFacts(row, now, transaction),
      );
      if (!changed) continue;
      deps.outbox.nudge();
      if (changed.status === 'offline' && row.broadcastId) {
        order({ kind: 'stop', broadcastId: row.broadcastId });
        if (row.streamName) order({ kind: 'revoke', streamName: row.streamName });
        health.delete(row.broadcastId);
        renditions.delete(row.broadcastId);
        unattended.delete(row.broadcastId);
      }
      announce(account, changed);
      return changed;
    }
    throw new AppError('common.unavailable', { internal: 'room changed too often' });
  };

  /** Whether the model went live, or again, since: what was decided about the page before is overtaken then. */
  const hasBegunSince = (account: Account, at: number): boolean => (begun.get(account.id) ?? -Infinity) >= at;

  const order = (wanted: MediaOrder) => deps.bus.publish(MEDIA_ORDERS, wanted);

  const hasPage = (account: Account): boolean => {
    const presence = deps.hub.find(account.username)?.presence;
    const key = `a${account.id}`;
    return presence !== undefined && (presence.socketsOf(key).length > 0 || presence.isElsewhere(key));
  };

  /** Asks the model's pages whether they are alive; a sleeping machine keeps its sockets and says nothing. */
  const probe = async (account: Account): Promise<void> => {
    const sockets = deps.hub.find(account.username)?.presence.socketsOf(`a${account.id}`) ?? [];
    const askedAt = deps.clock.now();
    for (const socket of sockets) socket.send('v3.ping', { t: askedAt });
    await new Promise((resolve) => void setTimeout(resolve, PROBE_MS).unref());
    if (sockets.some((socket) => socket.isOpen && socket.heardAt >= askedAt)) return;
    if (hasBegunSince(account, askedAt)) return;
    await change(account, (row) => (row.status === 'reconnecting' ? offlineChange : undefined));
  };

  const onFact = async (fact: MediaFact): Promise<void> => {
    if (fact.kind === 'alive') return;
    if (fact.kind === 'preview') return fact.isOver ? deps.onPreviewOver(fact.grantId as Uuid) : undefined;
    if (fact.kind === 'recording_failed')
      return deps.onRecordingFailed(fact.recordingId as Uuid, fact.reason);
    if (fact.kind === 'live') renditions.set(fact.broadcastId, fact.renditions);
    const row = await deps.rooms.findByBroadcast(fact.broadcastId as Uuid);
    if (!row) {
      renditions.delete(fact.broadcastId);
      if (fact.kind === 'live') order({ kind: 'stop', broadcastId: fact.broadcastId });
      return;
    }
    if (fact.kind === 'live') keepName(row, fact.streamName);
    const account = await deps.accounts.findById(row.accountId);
    if (!account) return;
    if (fact.kind === 'health') return onHealth(account, row, fact);
    if (fact.kind === 'refused') return onRefused(account, row, fact);
    if (fact.kind === 'live') {
      refusals.delete(account.id);
      deps.onDelivered(row.broadcastId!, fact);
    }
    const changed = await change(account, (now) =>
      now.broadcastId === fact.broadcastId ? decideByFact(now, fact) : undefined,
    );
    // An encoder comes back by itself, whatever the model's page does.
    if (changed?.status === 'reconnecting' && changed.streamingTech === 'webrtc')
      guarded('a page could not be asked whether it is there', () => probe(account));
  };

  /** A publisher came with the name from before, or the order to change it found no publisher. */
  const keepName = ({ broadcastId, streamName }: RoomRow, told: string): void => {
    if (broadcastId && streamName && streamName !== told) order({ kind: 'rename', broadcastId, streamName });
  };

  const onHealth = (account: Account, row: RoomRow, fact: MediaFact & { readonly kind: 'health' }) => {
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
      tech: row.streamingTech,
    };
    tellModel(account, payload);
  };

  const tellModel = (account: Account, payload: Payload<'v3.stream.ingest_info'>) => {
    const room = deps.hub.find(account.username);
    for (const socket of room?.presence.socketsOf(`a${account.id}`) ?? [])
      socket.send('v3.stream.ingest_info', payload);
  };

  const onRefused = (account: Account, row: RoomRow, fact: MediaFact & { readonly kind: 'refused' }) => {
    refusals.set(account.id, { code: fact.code, text: fact.text });
    tellModel(account, {
      seq: deps.clock.now(),
      status: 'gone',
      warnings: [fact.code],
      tech: row.streamingTech,
    });
  };

  const guarded = (what: string, run: () => Promise<unknown>) =>
    void run().catch((error: unknown) => deps.log.error({ err: error }, what));

  const nodes = makeMediaNodes({ now: () => performance.now() });
  const inTurn = makeInTurn((error) => deps.log.error({ err: error }, 'a media fact could not be handled'));
  // Of two facts about a broadcast the later one has to win, however close they come.
  const handle = (facts: readonly MediaFact[]) => {
    for (const fact of facts)
      inTurn('broadcastId' in fact ? fact.broadcastId : fact.kind, () => onFact(fact));
  };
  const stopFacts = deps.bus.subscribe(MEDIA_FACTS, (message) => handle(nodes.hear(message as MediaFact)));
  order({ kind: 'report' });

  /** An encoder goes on by itself; a room that nobody controls must not. */
  const closeUnattended = async (row: RoomRow): Promise<void> => {
    const account = await deps.accounts.findById(row.accountId);
    if (!account || !row.broadcastId) return;
    const now = deps.clock.now();
    if (hasPage(account)) unattended.delete(row.broadcastId);
    const since = unattended.get(row.broadcastId) ?? now;
    if (!hasPage(account)) unattended.set(row.broadcastId, since);
    if (now - since < UNATTENDED_MS) return;
    await change(account, (current) =>
      current.broadcastId === row.broadcastId && current.status !== 'offline' ? offlineChange : undefined,
    );
  };

  /**
   * Whom the order for a new name did not reach gets it again, since a name that nobody serves shows viewers
   * nothing. What was told before the rooms were read is never newer than they are.
   */
  const repeatNames = (told: ReadonlyMap<string, string>, open: readonly RoomRow[]): void => {
    for (const row of open) {
      const name = row.broadcastId ? told.get(row.broadcastId) : undefined;
      if (name !== undefined) keepName(row, name);
    }
  };

  const sweep = async () => {
    for (const [id, at] of begun) if (deps.clock.now() - at > BEGUN_MS) begun.delete(id);
    const told = nodes.names();
    const open = await deps.rooms.listOpen();
    repeatNames(told, open);
    const online = open.filter((row) => row.status === 'online');
    deps.onStreams(online.length);
    handle(nodes.findUndelivered(online));
    for (const row of open) {
      if (!isLost(row, deps.clock.now())) continue;
      const account = await deps.accounts.findById(row.accountId);
      if (account)
        await change(account, (now) => (isLost(now, deps.clock.now()) ? offlineChange : undefined));
    }
    for (const row of open)
      if (row.streamingTech === 'obs' || row.status === 'connected') await closeUnattended(row);
  };
  const timer = setInterval(() => {
    handle(nodes.sweep());
    guarded('the sweep of rooms failed', sweep);
  }, SWEEP_MS).unref();

  const publishGrant = (
    account: Account,
    session: string,
    broadcastId: Uuid,
    streamName: string,
  ): StartedBroadcast => {
    const expiresAt = deps.clock.now() + MEDIA_TOKEN_MS;
    const { username } = account;
    const claims = { use: 'publish', streamName, broadcastId, username, session, expiresAt } as const;
    return { broadcastId, streamName, token: signMediaToken(deps.secret, claims), expiresAt };
  };

  /** A new broadcast; one whose picture is missing goes on as it was (S205). */
  const begin = async (
    account: Account,
    sessionId: string,
    tech: 'obs' | 'webrtc',
  ): Promise<StartedBroadcast> => {
    begun.set(account.id, deps.clock.now());
    let broadcastId = uuidv7();
    let streamName = randomToken(16);
    await change(account, (row) => {
      if (row.status !== 'offline' && row.status !== 'connected' && row.status !== 'reconnecting')
        throw new AppError('broadcast.already_live');
      const isBack = row.status === 'reconnecting' && row.streamingTech === tech;
      if (isBack && row.broadcastId && row.streamName) {
        ({ broadcastId, streamName } = row as { broadcastId: Uuid; streamName: string });
        return undefined;
      }
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
    return publishGrant(account, sessionId, broadcastId, streamName);
  };

  return {
    start: (account, sessionId, tech) => begin(account, sessionId, tech),
    async joinByKey(account) {
      const row = await deps.rooms.get(account.id);
      const isOpen = row.status !== 'offline' && row.broadcastId && row.streamName;
      if (!isOpen) return begin(account, KEY_SESSION, 'obs');
      // The picture of a browser that delivers is not to be taken over by whoever has the key.
      if (row.streamingTech !== 'obs' && row.status !== 'connected' && row.status !== 'reconnecting')
        throw new AppError('broadcast.already_live');
      if (row.streamingTech !== 'obs') return begin(account, KEY_SESSION, 'obs');
      return publishGrant(account, row.sessionId ?? KEY_SESSION, row.broadcastId!, row.streamName!);
    },
    async setMode(account, mode) {
      const streamName = randomToken(16);
      let isSame: RoomRow | undefined;
      const changed = await change(account, (row) => {
        if (row.status === mode) {
          isSame = row;
          return undefined;
        }
        if (row.status !== 'online' && row.status !== 'standby') throw new AppError('broadcast.not_live');
        return { status: mode, streamName };
      });
      if (changed?.broadcastId) order({ kind: 'rename', broadcastId: changed.broadcastId, streamName });
      return (changed ?? isSame)!;
    },
    async rotateName(account) {
      const streamName = randomToken(16);
      // Viewers stay attached while the publisher is away, and would see the picture when it is back.
      const changed = await change(account, (row) =>
        row.status === 'online' || row.status === 'reconnecting'
          ? { status: row.status, streamName }
          : undefined,
      );
      if (changed?.broadcastId) order({ kind: 'rename', broadcastId: changed.broadcastId, streamName });
    },
    async stop(account) {
      const changed = await change(account, (row) => (row.status === 'offline' ? undefined : offlineChange));
      if (!changed) throw new AppError('broadcast.not_live');
    },
    healthOf: (broadcastId) => (broadcastId ? health.get(broadcastId) : undefined),
    renditionsOf: (broadcastId) => (broadcastId ? renditions.get(broadcastId) : undefined) ?? [],
    refusalOf: (account) => refusals.get(account.id),
    streamerLeft(account) {
      const leftAt = deps.clock.now();
      const left = deps.rooms.get(account.id).catch(() => undefined);
      const later = async () => {
        if (hasPage(account) || hasBegunSince(account, leftAt)) return;
        const broadcastId = (await left)?.broadcastId;
        await change(account, (row) =>
          row.broadcastId === broadcastId &&
          row.streamingTech === 'webrtc' &&
          (row.status === 'connected' || row.status === 'reconnecting')
            ? offlineChange
            : undefined,
        );
      };
      setTimeout(() => guarded('a room could not be closed', later), PROBE_MS).unref();
    },
    revokeSession: (sessionId) => order({ kind: 'revoke', session: sessionId }),
    revokeViewer: (sessionId, streamName) => order({ kind: 'revoke', session: sessionId, streamName }),
    close() {
      stopFacts();
      clearInterval(timer);
    },
  };
}

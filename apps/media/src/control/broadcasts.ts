import { MEDIA_TOKEN_MS, type MediaFact } from '@klieg/contract/media';
import type { Log } from '@klieg/kernel';
import type { CloseCode } from '../edge/close-codes.ts';
import { type LiveStream, LIVE_STREAM_DEFAULTS, makeLiveStream } from '../edge/live-stream.ts';
import { type IceSettings, openPublisher, type PublisherResult } from '../ingest/publisher.ts';
import type { FilteredOffer } from '../ingest/sdp.ts';
import type { PublishClaims } from './access.ts';
import { type Broadcast, type Keyframe, liveFigures, makeBroadcast } from './broadcast.ts';
import type { TellFact } from './facts.ts';

type GoneReason = Extract<MediaFact, { kind: 'gone' }>['reason'];

export type PublishResult =
  | { readonly ok: true; readonly resourceId: string; readonly answer: string }
  | { readonly ok: false; readonly reason: 'conflict' | 'stopped' | 'full' | 'malformed' | 'unavailable' };

/** All broadcasts of this process. */
export interface Broadcasts {
  /** Answers a publisher's offer; a silent publisher of the same broadcast is replaced. */
  publish(claims: PublishClaims, offer: FilteredOffer): Promise<PublishResult>;
  addCandidates(resourceId: string, candidates: readonly { mid: string; candidate: string }[]): boolean;
  /** The publisher says that it leaves. @returns false when there is no such resource */
  leave(resourceId: string): boolean;
  /** Ends a broadcast and refuses its tokens for as long as they may live. */
  stop(broadcastId: string): void;
  /** Continues a broadcast under another stream name and closes the viewers of the old one. */
  rename(broadcastId: string, streamName: string): void;
  findStream(streamName: string): LiveStream | undefined;
  list(): readonly Broadcast[];
  /** Watchdog and feedback; to be called each 20 to 100 ms. */
  tick(): void;
  tellHealth(): void;
  tellAlive(): void;
  /** Ends all without a fact, since the process goes. */
  closeAll(code: CloseCode): void;
}

export interface BroadcastsOptions {
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly tell: TellFact;
  readonly log: Log;
  readonly ice: IceSettings;
  readonly maxKbps: number;
  readonly fragmentMs: number;
  /** Without media for this long a broadcast is gone. */
  readonly silentMs: number;
  readonly publishersMax: number;
  readonly onKeyframe: (streamName: string, keyframe: Keyframe) => void;
  readonly onStreamEnd: (stream: LiveStream) => void;
}

/** A publisher without media for this long may be replaced by its own next connection. */
const DELIVERING_MS = 1_000;
/** A connection that never brings a picture is closed after this. */
const FIRST_PICTURE_MS = 15_000;

export function makeBroadcasts(options: BroadcastsOptions): Broadcasts {
  const { tell, log, monotonic } = options;
  const byId = new Map<string, Broadcast>();
  const opening = new Set<string>();
  const stopped = new Map<string, number>();

  const isDelivering = (broadcast: Broadcast): boolean => {
    const last = broadcast.publisher?.lastMediaMs;
    return last !== undefined && monotonic() - last < DELIVERING_MS;
  };

  const newStream = (name: string): LiveStream => makeLiveStream({ name, ...LIVE_STREAM_DEFAULTS });

  const streamNamed = (streamName: string): Broadcast | undefined =>
    [...byId.values()].find((broadcast) => broadcast.stream.name === streamName);

  const tellGone = (broadcast: Broadcast, reason: GoneReason): void => {
    if (broadcast.state.kind !== 'live') return;
    const { broadcastId } = broadcast.claims;
    tell({ kind: 'gone', broadcastId, streamName: broadcast.stream.name, reason });
  };

  const end = (broadcast: Broadcast, reason: GoneReason): void => {
    const { broadcastId, username } = broadcast.claims;
    if (byId.get(broadcastId) !== broadcast) return;
    byId.delete(broadcastId);
    broadcast.publisher?.close();
    broadcast.stream.closeAll(4404);
    options.onStreamEnd(broadcast.stream);
    tellGone(broadcast, reason);
    log.info({ broadcastId, username, reason }, 'broadcast ended');
  };

  const refusalOf = (claims: PublishClaims): (PublishResult & { ok: false })['reason'] | undefined => {
    const { broadcastId, streamName } = claims;
    const stoppedAt = stopped.get(broadcastId);
    if (stoppedAt !== undefined && claims.expiresAt <= stoppedAt + MEDIA_TOKEN_MS) return 'stopped';
    const existing = byId.get(broadcastId);
    if (opening.has(broadcastId) || (existing && isDelivering(existing))) return 'conflict';
    const holder = streamNamed(streamName);
    if (holder && holder !== existing) return 'conflict';
    return !existing && byId.size + opening.size >= options.publishersMax ? 'full' : undefined;
  };

  const onLive = (broadcast: Broadcast): void => {
    const figures = liveFigures(broadcast);
    if (!figures || byId.get(broadcast.claims.broadcastId) !== broadcast) return;
    tell({ kind: 'live', ...figures });
    const { broadcastId, username, width, height } = figures;
    log.info({ broadcastId, username, width, height }, 'broadcast live');
  };

  const open = async (claims: PublishClaims, offer: FilteredOffer): Promise<PublishResult> => {
    const existing = byId.get(claims.broadcastId);
    const broadcast = makeBroadcast({
      claims,
      offer,
      stream: existing?.stream ?? newStream(claims.streamName),
      maxKbps: options.maxKbps,
      fragmentMs: options.fragmentMs,
      startMs: existing?.fragmenter.endMs ?? 0,
      nowMs: monotonic(),
      now: monotonic,
      onLive,
      onKeyframe: (from, keyframe) => options.onKeyframe(from.stream.name, keyframe),
    });
    const { maxKbps, ice } = options;
    const result: PublisherResult = await openPublisher({
      offer,
      ice,
      now: monotonic,
      log,
      media: { maxKbps, meter: broadcast.meter, ...broadcast.media },
      onClosed: () => end(broadcast, 'closed'),
    });
    if (!result.ok) return result;
    if (stopped.has(claims.broadcastId) || byId.get(claims.broadcastId) !== existing) {
      result.publisher.close();
      return { ok: false, reason: 'stopped' };
    }
    if (existing) {
      existing.publisher?.close();
      broadcast.stream = existing.stream;
      tellGone(existing, 'replaced');
    }
    broadcast.publisher = result.publisher;
    byId.set(claims.broadcastId, broadcast);
    return { ok: true, resourceId: broadcast.resourceId, answer: result.publisher.answer };
  };

  const findResource = (resourceId: string): Broadcast | undefined =>
    [...byId.values()].find((broadcast) => broadcast.resourceId === resourceId);

  const watch = (broadcast: Broadcast, nowMs: number): void => {
    const { state, publisher } = broadcast;
    const last = publisher?.lastMediaMs;
    if (last !== undefined && nowMs - last > options.silentMs) end(broadcast, 'silent');
    else if (state.kind === 'waiting' && nowMs - state.sinceMs > FIRST_PICTURE_MS) end(broadcast, 'silent');
  };

  return {
    async publish(claims, offer) {
      const reason = refusalOf(claims);
      if (reason) return { ok: false, reason };
      opening.add(claims.broadcastId);
      try {
        return await open(claims, offer);
      } finally {
        opening.delete(claims.broadcastId);
      }
    },
    addCandidates(resourceId, candidates) {
      const broadcast = findResource(resourceId);
      for (const { mid, candidate } of candidates) broadcast?.publisher?.addCandidate(mid, candidate);
      return broadcast !== undefined;
    },
    leave(resourceId) {
      const broadcast = findResource(resourceId);
      if (broadcast) end(broadcast, 'closed');
      return broadcast !== undefined;
    },
    stop(broadcastId) {
      const nowMs = options.now();
      for (const [id, atMs] of stopped) if (nowMs - atMs > MEDIA_TOKEN_MS) stopped.delete(id);
      stopped.set(broadcastId, nowMs);
      const broadcast = byId.get(broadcastId);
      if (broadcast) end(broadcast, 'stopped');
    },
    rename(broadcastId, streamName) {
      const broadcast = byId.get(broadcastId);
      if (!broadcast || streamNamed(streamName)) return;
      const old = broadcast.stream;
      broadcast.stream = newStream(streamName);
      // Pictures of the mode before stay behind: viewers of the new name begin at a fresh keyframe.
      if (broadcast.state.kind === 'live') broadcast.stream.setInit(broadcast.state.init);
      broadcast.publisher?.requestKeyframe();
      old.closeAll(4409);
      options.onStreamEnd(old);
      onLive(broadcast);
    },
    findStream: (streamName) => streamNamed(streamName)?.stream,
    list: () => [...byId.values()],
    tick() {
      const nowMs = monotonic();
      for (const broadcast of byId.values()) {
        broadcast.publisher?.tick(nowMs);
        watch(broadcast, nowMs);
      }
    },
    tellHealth() {
      const nowMs = monotonic();
      for (const broadcast of byId.values()) {
        const { broadcastId } = broadcast.claims;
        const { name, viewerCount } = broadcast.stream;
        const health = { ...broadcast.meter.take(nowMs), viewers: viewerCount };
        tell({ kind: 'health', broadcastId, streamName: name, ...health });
      }
    },
    tellAlive() {
      tell({ kind: 'alive', broadcasts: [...byId.values()].flatMap((one) => liveFigures(one) ?? []) });
    },
    closeAll(code) {
      for (const broadcast of byId.values()) {
        broadcast.publisher?.close();
        broadcast.stream.closeAll(code);
      }
      byId.clear();
    },
  };
}

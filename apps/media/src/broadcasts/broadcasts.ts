import type { PublishClaims } from '../control/access.ts';
import { isLeaving } from '../control/leaving.ts';
import type { CloseCode } from '../edge/sockets/close-codes.ts';
import { type LiveStream, LIVE_STREAM_DEFAULTS, makeLiveStream } from '../edge/live-stream.ts';
import { SOURCE } from '../edge/rendition-order.ts';
import { makeWhepFanout } from '../edge/webrtc/whep-fanout.ts';
import type { Publisher } from '../ingest/publisher.ts';
import type { Source, SourceEnd } from '../ingest/source.ts';
import { makeStreamMeter } from '../ingest/receive/stream-meter.ts';
import { makeAdmission } from './admission.ts';
import { type Broadcast, newResourceId, wasLive } from './broadcast.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { makeEndedResources } from '../ingest/whip/ended-resources.ts';
import { makePipeline } from './pipeline.ts';
import { rulesOf } from './publisher-rules.ts';
import { type GoneReason, makeBroadcastNews } from './tell-broadcasts.ts';
import { makeWaysIn, type WaysIn } from './ways-in.ts';

/** All broadcasts of this process. A silent publisher of a broadcast is replaced by the next, over any transport. */
export interface Broadcasts extends WaysIn {
  addCandidates(resourceId: string, candidates: readonly { mid: string; candidate: string }[]): boolean;
  /** The publisher says goodbye. @returns false when there is no such resource */
  leave(resourceId: string): boolean;
  /** Ends a broadcast and refuses its tokens for their longest possible life. */
  stop(broadcastId: string): void;
  /** Continues a broadcast under another stream name and closes the viewers of the old one. */
  rename(broadcastId: string, streamName: string): void;
  find(broadcastId: string): Broadcast | undefined;
  /** Broadcasts with a publisher of this login session, or with one that is still connecting. */
  idsOf(session: string): readonly string[];
  findStream(streamName: string): LiveStream | undefined;
  /** The publisher has arrived at another process: whatever waits for it here ends, and viewers reconnect. */
  moved(streamName: string): void;
  /** Asks publishers, where their connection allows, to move to another process. */
  sendAway(): void;
  /**
   * The token with which the publisher of this resource moves to another process; undefined if it must not, or is
   * somebody else's.
   */
  moveTokenOf(resourceId: string, holder: PublishClaims): string | undefined;
  /** The broadcast that now has this stream name. */
  findNamed(streamName: string): Broadcast | undefined;
  list(): readonly Broadcast[];
  /** Watchdog and feedback; to be called each 20 to 100 ms. */
  tick(): void;
  /** Adapts viewers and renditions; to be called a few times a second. */
  adapt(): void;
  tellHealth(): void;
  tellAlive(): void;
  /** Ends all without a fact, since the process goes. */
  closeAll(code: CloseCode): void;
}

/** A connection that never brings a picture is closed after this. */
const FIRST_PICTURE_MS = 15_000;

export function makeBroadcasts(options: BroadcastsOptions): Broadcasts {
  const { log, monotonic } = options;
  const byId = new Map<string, Broadcast>();
  const byName = new Map<string, Broadcast>();
  const admission = makeAdmission({ ...options, byId, byName });
  const news = makeBroadcastNews(options);
  const ended = makeEndedResources();

  const tellLive = (broadcast: Broadcast): void => {
    if (byId.get(broadcast.claims.broadcastId) === broadcast) news.live(broadcast);
  };

  const newStream = (name: string, onKeyWanted: (rendition: string) => void): LiveStream =>
    makeLiveStream({ name, ...LIVE_STREAM_DEFAULTS, now: monotonic, onKeyWanted });

  const makeBroadcast = (claims: PublishClaims): Broadcast => {
    const stream = newStream(claims.streamName, (id) => broadcast.whep.wishKey(id));
    const { renditionsMax, hasThumbnails } = rulesOf(claims.camera, options);
    const whep = makeWhepFanout({
      wallClock: options.now,
      now: monotonic,
      requestKeyframe(rendition) {
        if (rendition === SOURCE) broadcast.source?.requestKeyframe();
        else broadcast.pipeline.requestKeyframe(rendition);
      },
    });
    const pipeline = makePipeline({
      ...options,
      renditionsMax,
      streamId: claims.broadcastId,
      stream,
      whep,
      now: monotonic,
      wallClock: options.now,
      requestKeyframe: (layer) => broadcast.source?.requestKeyframe(layer),
      onInit(init) {
        const isFirst = broadcast.state.kind !== 'live';
        broadcast.meter.onFormat(init.format);
        broadcast.state = { kind: 'live' };
        tellLive(broadcast);
        const { broadcastId, username } = broadcast.claims;
        if (isFirst) log.info({ broadcastId, username, ...init.format }, 'broadcast live');
      },
      onKeyframe(keyframe, takeSound) {
        if (hasThumbnails) options.onKeyframe(broadcast.stream.name, keyframe, takeSound);
      },
      onRenditions: () => tellLive(broadcast),
    });
    const broadcast: Broadcast = {
      resourceId: newResourceId(),
      claims,
      stream,
      source: undefined,
      state: { kind: 'waiting', sinceMs: monotonic() },
      meter: makeStreamMeter(options.maxKbps, monotonic()),
      pipeline,
      whep,
    };
    byId.set(claims.broadcastId, broadcast);
    byName.set(stream.name, broadcast);
    return broadcast;
  };

  const end = (broadcast: Broadcast, reason: GoneReason, code: CloseCode = 4404): void => {
    const { broadcastId, username } = broadcast.claims;
    if (byId.get(broadcastId) !== broadcast) return;
    byId.delete(broadcastId);
    byName.delete(broadcast.stream.name);
    ended.add(broadcast.resourceId);
    broadcast.source?.close(reason);
    broadcast.pipeline.close(code === 1001);
    broadcast.stream.closeAll(code);
    options.onStreamEnd(broadcast.stream, broadcast, true);
    news.gone(broadcast, reason);
    log.info({ broadcastId, username, reason }, 'broadcast ended');
  };

  /** The publisher is gone without a word; its viewers wait for it. */
  const pause = (broadcast: Broadcast, source: Source, why: SourceEnd = 'silent'): void => {
    // What ends with its broadcast is reported with it.
    if (broadcast.source !== source || byId.get(broadcast.claims.broadcastId) !== broadcast) return;
    source.close(why);
    broadcast.source = undefined;
    if (!wasLive(broadcast)) return end(broadcast, 'silent');
    news.gone(broadcast, 'silent');
    broadcast.state = { kind: 'paused', sinceMs: monotonic() };
  };

  const waysIn = makeWaysIn({
    ...options,
    admission,
    broadcastOf: (claims) => byId.get(claims.broadcastId) ?? makeBroadcast(claims),
    install(claims, source, broadcast) {
      broadcast.source?.close('replaced');
      broadcast.source = source;
      broadcast.claims = claims;
      ended.add(broadcast.resourceId);
      broadcast.resourceId = newResourceId();
      if (broadcast.state.kind === 'live') news.gone(broadcast, 'replaced');
      broadcast.state = { kind: 'waiting', sinceMs: monotonic() };
    },
    onLost: pause,
    onLeft: (broadcast, source) => broadcast.source === source && end(broadcast, 'closed'),
    /** The publisher is sent away; the model reads why. */
    onRefused({ broadcast, source }, code, text) {
      if (broadcast.source !== source) return;
      log.info({ broadcastId: broadcast.claims.broadcastId, code }, 'publisher refused');
      news.refused(broadcast, code, text);
      pause(broadcast, source, 'limit');
    },
  });

  const findResource = (resourceId: string): Broadcast | undefined =>
    [...byId.values()].find((broadcast) => broadcast.resourceId === resourceId);

  const watch = (broadcast: Broadcast, nowMs: number): void => {
    const { state, source } = broadcast;
    const last = source?.lastMediaMs;
    if (source && last !== undefined && nowMs - last > options.silentMs) pause(broadcast, source);
    else if (state.kind === 'waiting' && nowMs - state.sinceMs > FIRST_PICTURE_MS) end(broadcast, 'silent');
    else if (state.kind === 'paused' && nowMs - state.sinceMs > options.reconnectMs) end(broadcast, 'silent');
  };

  return {
    ...waysIn,
    addCandidates(resourceId, candidates) {
      const source = findResource(resourceId)?.source as Partial<Publisher> | undefined;
      for (const { candidate } of candidates) source?.addCandidate?.(candidate);
      return source?.addCandidate !== undefined;
    },
    leave(resourceId) {
      const broadcast = findResource(resourceId);
      if (broadcast) end(broadcast, 'closed');
      return broadcast !== undefined || ended.has(resourceId);
    },
    stop(broadcastId) {
      admission.stop(broadcastId);
      const broadcast = byId.get(broadcastId);
      if (broadcast) end(broadcast, 'stopped');
    },
    rename(broadcastId, streamName) {
      admission.rename(broadcastId, streamName);
      const broadcast = byId.get(broadcastId);
      if (!broadcast) return;
      // A repeat means that the first answer was lost.
      if (broadcast.stream.name === streamName) return tellLive(broadcast);
      if (byName.has(streamName)) return;
      const old = broadcast.stream;
      byName.delete(old.name);
      broadcast.stream = newStream(streamName, (id) => broadcast.whep.wishKey(id));
      byName.set(streamName, broadcast);
      // Pictures of the mode before stay behind: viewers of the new name begin at a fresh keyframe.
      broadcast.pipeline.setStream(broadcast.stream);
      broadcast.source?.requestKeyframe();
      old.closeAll(4409);
      broadcast.whep.closeAll();
      options.onStreamEnd(old, broadcast, false);
      tellLive(broadcast);
    },
    moved(streamName) {
      const broadcast = byName.get(streamName);
      if (broadcast?.state.kind === 'paused') end(broadcast, 'silent', 1001);
      // Its publisher was asked to go, and delivers elsewhere from now on.
      else if (broadcast && isLeaving(options.leaving)) end(broadcast, 'replaced', 1001);
    },
    sendAway() {
      for (const { claims, stream, source } of byId.values())
        source?.sendAway?.(options.signPublishing({ ...claims, streamName: stream.name }));
    },
    moveTokenOf(resourceId, { broadcastId, session }) {
      const found = options.leaving.stage === 'sends_publishers' ? findResource(resourceId) : undefined;
      if (found?.claims.broadcastId !== broadcastId || found.claims.session !== session) return undefined;
      return options.signPublishing({ ...found.claims, streamName: found.stream.name });
    },
    find: (broadcastId) => byId.get(broadcastId),
    idsOf: admission.idsOf,
    findStream: (streamName) => byName.get(streamName)?.stream,
    findNamed: (streamName) => byName.get(streamName),
    list: () => [...byId.values()],
    tick() {
      const nowMs = monotonic();
      for (const broadcast of byId.values()) {
        broadcast.source?.tick(nowMs);
        watch(broadcast, nowMs);
      }
    },
    adapt() {
      const nowMs = monotonic();
      for (const broadcast of byId.values()) {
        broadcast.stream.adapt(nowMs);
        broadcast.whep.adapt();
        broadcast.pipeline.tick(nowMs);
      }
    },
    tellHealth() {
      const nowMs = monotonic();
      for (const broadcast of byId.values()) news.health(broadcast, nowMs);
    },
    tellAlive: () => news.alive([...byId.values()]),
    closeAll(code) {
      const all = [...byId.values()];
      byId.clear();
      byName.clear();
      for (const broadcast of all) {
        broadcast.source?.close('away');
        // Another process may continue it.
        broadcast.pipeline.close(true);
        broadcast.stream.closeAll(code);
      }
    },
  };
}

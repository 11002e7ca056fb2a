import type { Bus } from '@klieg/contract/bus';
import {
  internalMediaKey,
  MEDIA_COMMANDS,
  MEDIA_FACTS,
  type MediaCommand,
  type MediaFact,
  type ThumbForm,
} from '@klieg/contract/media';
import type { Log } from '@klieg/kernel';
import type { Access } from '../control/access.ts';
import type { Broadcast } from '../broadcasts/broadcast.ts';
import { isLeaving, type Leaving } from '../control/leaving.ts';
import type { CloseCode } from '../edge/sockets/close-codes.ts';
import type { LiveStream } from '../edge/live-stream.ts';
import type { WhepStream } from '../edge/webrtc/whep-gate.ts';
import type { EndpointAnswer, EndpointRequest } from '../ingest/whip/whip-endpoint.ts';
import { makeArrivals } from './arrivals.ts';
import { makeAskNode } from './ask-node.ts';
import { makeMoves } from './moves.ts';
import { type HlsAnywhere, makeHlsAnywhere } from './hls-anywhere.ts';
import { nodeTag } from './node-tag.ts';
import { makeOrigins, type Origin } from './origins.ts';
import { makeRelayGate, type RelayGate } from './relay-gate.ts';
import { addSent, makeRelays, type Sent } from './relays.ts';
import type { HlsFigures } from './remote-hls.ts';
import { makeSharedEndpoint, type SharedEndpoint } from './shared-endpoint.ts';
import { makeWhepAnywhere, type WhepAnywhere } from './whep-anywhere.ts';

type Endpoint = (request: EndpointRequest) => Promise<EndpointAnswer>;

/** Makes one of several media processes: any of them serves any stream, wherever it is published. */
export interface Relaying extends HlsAnywhere {
  /** A stream of this process or one fetched from its origin in another. */
  findStream(streamName: string): LiveStream | undefined;
  /** The same for viewers by WebRTC. */
  findWhep(streamName: string): WhepStream | undefined;
  /** Resolves when the stream is there, or has had its time to come: its name may be on its way from the site. */
  awaitStream(streamName: string): Promise<void>;
  /** True while this process or another has a stream of this name. */
  isKnown(streamName: string): boolean;
  /** True while another process that stays delivers this stream, so that it is not published here as well. */
  isLiveElsewhere(streamName: string): boolean;
  /** Another process exists that stays, and serves people leaving this one. */
  readonly hasOther: boolean;
  shareWhip(local: Endpoint): SharedEndpoint;
  shareWhep(local: Endpoint): SharedEndpoint;
  findThumbnail(streamName: string, form: ThumbForm): Promise<Buffer | undefined>;
  /** Lets edges in. */
  readonly gate: RelayGate;
  /** Carries out for relayed streams what their origins do for their own; to be called before they do. */
  obey(command: MediaCommand): void;
  adapt(nowMs: number): void;
  sweep(nowMs: number): void;
  readonly relayed: readonly { readonly viewerCount: number; readonly renditions: readonly string[] }[];
  /** Totals of relayed streams since the start. */
  readonly totals: Readonly<Sent>;
  /** Asks all others what they have, and is asked itself. */
  begin(): void;
  close(): void;
}

export interface RelayingOptions {
  readonly node: string;
  /** Address at which this process reaches itself. */
  readonly selfUrl: () => string;
  readonly leaving: Leaving;
  /** False where no other process can reach this one. */
  readonly isReachable: boolean;
  readonly secret: Uint8Array;
  readonly bus: Bus;
  readonly access: Access;
  readonly findNamed: (streamName: string) => Broadcast | undefined;
  readonly findBroadcast: (broadcastId: string) => Broadcast | undefined;
  /** The stream has moved to another process, and its rest here must end. */
  readonly onMoved: (streamName: string) => void;
  readonly findLocalThumbnail: (streamName: string, form: ThumbForm) => Buffer | undefined;
  readonly nodeSilentMs: number;
  readonly reconnectMs: number;
  readonly relayIdleMs: number;
  readonly relayStreamsMax: number;
  readonly relayLinksMax: number;
  readonly hlsKeptBytesMax: number;
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly log: Log;
}

/** How long a token may be early for its name. */
const HOLD = { holdMs: 2_000, waitersMax: 2_000 } as const;
/** Below this other processes ask for thumbnails. */
export const LIVE_THUMBNAIL_PATH = '/live/thumb/';
/** Totals of past and present relayed streams, including HLS answers. */
function totalsOf(
  { ended, streams }: Pick<ReturnType<typeof makeRelays>, 'ended' | 'streams'>,
  hls: HlsFigures,
) {
  const sum = { ...ended, bytesSent: ended.bytesSent + hls.bytesSent };
  for (const one of streams) addSent(sum, one);
  return sum;
}

export function makeRelaying(options: RelayingOptions): Relaying {
  const { node, bus, access, findNamed, monotonic: now, secret } = options;
  const key = internalMediaKey(secret);
  const nodes = makeAskNode(key);
  const arrivals = makeArrivals(HOLD);
  const origins = makeOrigins({
    node,
    bus,
    now,
    silentMs: options.nodeSilentMs,
    keptMs: options.reconnectMs,
    onChange(streamName) {
      const isOurs = findNamed(streamName)?.state.kind === 'paused' || isLeaving(options.leaving);
      if (isOurs && origins.find(streamName)?.isLive) options.onMoved(streamName);
      relays.follow(streamName);
      arrivals.arrived(streamName);
      moves.changed(streamName);
    },
    onEnd(streamName, code) {
      relays.end(streamName, code);
      hls.remoteHls.forget(streamName);
    },
  });

  /** A broadcast of this process comes first; viewers who were here before it reach it in the same way. */
  const locate = (streamName: string): Origin | undefined => {
    const own = findNamed(streamName);
    if (!own) return origins.find(streamName);
    const { renditions } = own.stream;
    const isLive = own.state.kind === 'live';
    const { broadcastId } = own.claims;
    return { node, url: options.selfUrl(), broadcastId, renditions, isLive, isLeaving: false };
  };

  const moves = makeMoves(locate);
  const relays = makeRelays({
    ...options,
    locate,
    key,
    now,
    wallClock: options.now,
    idleMs: options.relayIdleMs,
    keptMs: options.reconnectMs,
    streamsMax: options.relayStreamsMax,
  });

  const gate = makeRelayGate({
    secret,
    linksMax: options.relayLinksMax,
    findStream: (streamName) => findNamed(streamName)?.stream,
    onKeyWanted: (streamName, rendition) => findNamed(streamName)?.whep.wishKey(rendition),
  });

  const ownFacts = bus.subscribe(MEDIA_FACTS, (message) => {
    const fact = message as MediaFact;
    if (fact.node !== node || (fact.kind !== 'live' && fact.kind !== 'gone')) return;
    relays.follow(fact.streamName);
    arrivals.arrived(fact.streamName);
    moves.changed(fact.streamName);
  });

  const awaitStream = (streamName: string): Promise<void> =>
    arrivals.until(streamName, () => locate(streamName) !== undefined);

  const findOrigin = (streamName: string): Origin | undefined => origins.find(streamName);
  const hls = makeHlsAnywhere({ ...options, ask: nodes.ask, findOrigin, awaitStream, ...moves });

  const whep = makeWhepAnywhere({ access, findNamed, findOrigin, relays, awaitStream });
  const share = (local: Endpoint, route?: WhepAnywhere['route']): SharedEndpoint => {
    const findNode = (owner: string) => origins.findNode(owner);
    const tag = options.isReachable ? nodeTag(node) : '';
    return makeSharedEndpoint({ local, tag, findNode, ask: nodes.ask, ...(route && { route }) });
  };

  const forget = (broadcastId: string, code: CloseCode): void => {
    const own = options.findBroadcast(broadcastId)?.stream.name;
    if (own !== undefined) relays.end(own, code);
    origins.forget(broadcastId, code);
  };

  return {
    findStream: (streamName) => findNamed(streamName)?.stream ?? relays.find(streamName)?.stream,
    findWhep: whep.findWhep,
    awaitStream,
    isLiveElsewhere(streamName) {
      const origin = origins.find(streamName);
      return origin?.isLive === true && !origin.isLeaving;
    },
    get hasOther() {
      return origins.hasOther;
    },
    shareWhip: (local) => share(local),
    shareWhep: (local) => share(local, whep.route),
    ...hls,
    isKnown: (streamName) => locate(streamName) !== undefined,
    async findThumbnail(streamName, form) {
      const local = options.findLocalThumbnail(streamName, form);
      const url = local || findNamed(streamName) ? undefined : findOrigin(streamName)?.url;
      if (!url) return local;
      const query = `w=${form.width}&kind=${form.kind}`;
      const path = `${LIVE_THUMBNAIL_PATH}${encodeURIComponent(streamName)}?${query}`;
      const answer = await nodes.ask({ url, method: 'GET', path });
      return answer?.status === 200 ? answer.body : undefined;
    },
    gate,
    obey(command) {
      if (command.kind === 'stop') forget(command.broadcastId, 4404);
      if (command.kind === 'rename' && origins.nameOf(command.broadcastId) !== command.streamName)
        forget(command.broadcastId, 4409);
    },
    adapt: (nowMs) => relays.adapt(nowMs),
    sweep(nowMs) {
      origins.sweep();
      relays.sweep(nowMs);
      hls.remoteHls.sweep();
    },
    get relayed() {
      return relays.streams.map(({ viewerCount, stream: { renditions } }) => ({ viewerCount, renditions }));
    },
    get totals() {
      return totalsOf(relays, hls.remoteHls.figures);
    },
    begin: () => bus.publish(MEDIA_COMMANDS, { kind: 'report' } satisfies MediaCommand),
    close() {
      ownFacts();
      arrivals.close();
      moves.close();
      origins.close();
      relays.closeAll(1001);
      gate.closeAll(1001);
      nodes.close();
    },
  };
}

import type { Log } from '@klieg/kernel';
import type { CloseCode } from '../edge/sockets/close-codes.ts';
import { LIVE_STREAM_DEFAULTS, type LiveStream, makeLiveStream } from '../edge/live-stream.ts';
import { SOURCE } from '../edge/rendition-order.ts';
import type { WhepFanout } from '../edge/webrtc/whep-fanout.ts';
import { makeOriginLink, type OriginLink } from './origin-link.ts';
import type { Origin } from './origins.ts';
import { makeWhepCopy } from './whep-copy.ts';
import { makeRelayClock, makeRenditionIntake, type RenditionIntake } from './rendition-intake.ts';

/** A stream of another process, fetched once per rendition for all viewers of this one. */
export interface RelayedStream {
  readonly stream: LiveStream;
  /** Its viewers by WebRTC. */
  readonly whep: WhepFanout;
  /**
   * Resolves when it is known whether WebRTC viewers can get all of it from here: false if its sound must be converted
   * first, or if nothing of it arrived in time.
   */
  hasAllForWhep(): Promise<boolean>;
  /** The same, as far as known now. */
  readonly isWholeForWhep: boolean;
  /** All viewers at this process. */
  readonly viewerCount: number;
  /** Where the stream comes from now; if undefined or not live, what there is freezes until it comes back. */
  follow(origin: Origin | undefined): void;
  /** Renews connections that have fallen silent; to be called about each second. */
  check(nowMs: number): void;
  close(code: CloseCode): void;
}

export interface RelayedStreamOptions {
  readonly streamName: string;
  /** Value of `x-internal-secret`. */
  readonly key: string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Wall clock in Unix milliseconds. */
  readonly wallClock: () => number;
  readonly log: Log;
}

/** A live stream that brings nothing for this long has a dead connection. */
const SILENT_MS = 4_000;
/** An origin does not have more; the wire could say anything. */
const RENDITIONS_MAX = 8;
/** The first header of a stream that is live comes within this, or the viewer is sent to its origin. */
const HEADER_MS = 2_000;

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

export function makeRelayedStream(options: RelayedStreamOptions): RelayedStream {
  const { streamName, now } = options;
  const clock = makeRelayClock();
  const stream = makeLiveStream({
    name: streamName,
    ...LIVE_STREAM_DEFAULTS,
    now,
    clock: () => ({ name: clock.epoch ?? '', aheadMs: clock.shiftMs }),
  });
  const links = new Map<string, OriginLink>();
  const intakes = new Map<string, RenditionIntake>();
  let origin: Origin | undefined;
  let linkedUrl: string | undefined;
  let hasBegun = false;

  const described = Promise.withResolvers<void>();
  const whep = makeWhepCopy({
    now,
    wallClock: options.wallClock,
    requestKeyframe: (rendition) => links.get(rendition)?.wantKey(),
    onSource: () => described.resolve(),
  });

  const intakeOf = (rendition: string): RenditionIntake => {
    const known = intakes.get(rendition);
    if (known) return known;
    const isLeading = rendition === SOURCE;
    const sink = whep.beside(rendition, stream.rendition(rendition));
    const made = makeRenditionIntake({
      sink,
      clock,
      isLeading,
      now,
      onChunk: isLeading ? onSource : () => {},
    });
    intakes.set(rendition, made);
    return made;
  };

  const link = (rendition: string, url: string): void => {
    if (links.has(rendition)) return;
    const { onText, onData } = intakeOf(rendition);
    links.set(rendition, makeOriginLink({ ...options, url, rendition, onText, onData }));
  };

  /** Fetches what the origin has and drops what it no longer has. */
  const syncRenditions = (): void => {
    if (!origin?.isLive || !linkedUrl || !hasBegun) return;
    const wanted = new Set([SOURCE, ...origin.renditions].slice(0, RENDITIONS_MAX));
    for (const rendition of intakes.keys()) {
      if (wanted.has(rendition)) continue;
      links.get(rendition)?.close();
      links.delete(rendition);
      intakes.delete(rendition);
      stream.removeRendition(rendition);
      whep.removeRendition(rendition);
    }
    for (const rendition of wanted) link(rendition, linkedUrl);
  };

  /** The others wait for the source, which decides where the time continues. */
  function onSource(): void {
    if (hasBegun) return;
    hasBegun = true;
    syncRenditions();
  }

  const unlink = (): void => {
    for (const one of links.values()) one.close();
    links.clear();
    linkedUrl = undefined;
    hasBegun = false;
  };

  return {
    stream,
    whep: whep.fanout,
    async hasAllForWhep() {
      if (whep.isWhole === undefined) await Promise.race([described.promise, afterMs(HEADER_MS)]);
      return whep.isWhole === true;
    },
    get isWholeForWhep() {
      return whep.isWhole === true;
    },
    get viewerCount() {
      return stream.viewerCount + whep.fanout.viewerCount;
    },
    follow(next) {
      origin = next;
      if (linkedUrl !== undefined && linkedUrl !== next?.url) unlink();
      // A publisher that is gone may come back to the same origin, so its connections stay.
      if (!next?.isLive || next.url === undefined) return;
      linkedUrl = next.url;
      link(SOURCE, next.url);
      syncRenditions();
    },
    check(nowMs) {
      if (!origin?.isLive) return;
      for (const one of links.values()) if (nowMs - one.heardMs > SILENT_MS) one.restart();
    },
    close(code) {
      unlink();
      described.resolve();
      stream.closeAll(code);
      whep.fanout.closeAll();
    },
  };
}

import { SOURCE } from '../edge/rendition-order.ts';
import { type HlsAnswer, type HlsRequest, type HlsStream, makeHlsStream, MASTER_PATH } from '../hls/index.ts';
import { type Fragmenter, makeFragmenter } from '../packaging/fragmenter.ts';
import { isSameAudio } from '../packaging/audio-format.ts';
import { VIDEO_HZ } from '../packaging/init-segment.ts';
import type { AudioFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';

/**
 * The renditions of a stream as LL-HLS, packaged only while somebody asks for it. AAC is preferred, since players with
 * built-in HLS need it; else the sound is passed on.
 * // Packaged times are wall-clock times: after a stream has moved to another process, players recognise positions only
 * by time, and if it started again from 0 they would wait for times they have already seen.
 */
export interface HlsPackager {
  readonly isActive: boolean;
  readonly bytesSent: number;
  /** The number of the segment after the newest; undefined if none was made under this name. */
  readonly nextSegment: number | undefined;
  /** The answer says which clock its times use. */
  handle(request: HlsRequest): Promise<HlsAnswer>;
  /** Resolves when it is the turn of a reader behind a cache. */
  turn(request: Pick<HlsRequest, 'path' | 'query' | 'cache'>): Promise<void>;
  /** The formats of the sound there are, as it came and converted. */
  setAudio(own: AudioFormat | undefined, other: AudioFormat | undefined): void;
  /** Key pictures carry their parameter sets; times are the stream's own. */
  pushVideo(rendition: string, unit: VideoUnit): void;
  pushAudio(unit: AudioUnit, format: AudioFormat | undefined): void;
  removeRendition(rendition: string): void;
  /** The stream has another name: nothing of before may be seen. */
  restart(): void;
  tick(nowMs: number): void;
  /** @param goesOn elsewhere, so that no list says that the stream is over */
  close(goesOn: boolean): void;
}

export interface HlsPackagerOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly wallClock: () => number;
  /** Name of the clock that the stream's own times run by. */
  readonly clockName: () => string;
  readonly requestKeyframe: () => void;
  /** Somebody asks for the first time: the smaller renditions should be made from now on. */
  readonly onWanted: () => void;
  /** A number that no other process has given to a segment of the stream; undefined: none known. */
  readonly firstSegment: () => number | undefined;
  /** Renditions besides the source that are made, or about to be. */
  readonly expectedRenditions: () => number;
}

/** Nobody has asked for this long: packaging ends until somebody does. */
const IDLE_MS = 20_000;
/** Converted sound has this long to appear before the sound as it came is taken. */
const AUDIO_WAIT_MS = 1_500;
/** A first request waits this long for the first chunk. */
const START_MS = 4_000;
const WAITING_MAX = 2_000;
/**
 * Some players begin with a whole segment. The first one ends at the first keyframe after its least length, so that
 * they wait half as long.
 */
const FIRST_SEGMENT_MS = 1_000;
/** Chunks of a part; players get whole parts, so smaller ones gain nothing. */
const CHUNK_MS = 200;
const TICKS_PER_MS = VIDEO_HZ / 1_000;

export function makeHlsPackager(options: HlsPackagerOptions): HlsPackager {
  const { now } = options;
  let stream: HlsStream | undefined;
  let packagers = new Map<string, Fragmenter>();
  let askedAtMs = -Infinity;
  let startedAtMs = 0;
  let own: AudioFormat | undefined;
  let other: AudioFormat | undefined;
  let chosen: AudioFormat | undefined;
  let isChosen = false;
  /** How far packaged times are ahead of the stream's own; earlier packages keep their value. */
  let ahead: { ms?: number } = {};
  let nextBefore: number | undefined;
  let sentBefore = 0;
  let isClosed = false;
  /** Requests that came before the first chunk; a player that is sent away comes back seconds later. */
  let starting: (() => void)[] = [];
  /** The source has a chunk. */
  let isStarted = false;
  /** When the first segment may end, in ticks of the stream; undefined once its keyframe was asked for. */
  let firstEndTicks: number | undefined = Infinity;

  const release = (): void => {
    const waiting = starting;
    starting = [];
    for (const go of waiting) go();
  };

  const untilStarted = (signal: AbortSignal): Promise<void> => {
    if (isStarted || starting.length >= WAITING_MAX) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, START_MS);
      signal.addEventListener('abort', () => resolve(), { once: true });
      starting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  };

  const stop = (goesOn = false): void => {
    sentBefore += stream?.bytesSent ?? 0;
    nextBefore = stream?.nextSegment ?? nextBefore;
    if (goesOn) stream?.leave();
    else stream?.end();
    stream = undefined;
    isStarted = false;
    firstEndTicks = Infinity;
    release();
    packagers = new Map();
    isChosen = false;
    ahead = {};
  };

  /** Prefers AAC; waits a little for it where only Opus is there. */
  const chooseAudio = (): boolean => {
    if (isChosen) return true;
    const aac = [own, other].find((format) => format?.codec === 'aac');
    if (own && !aac && now() - startedAtMs < AUDIO_WAIT_MS) return false;
    chosen = aac ?? own;
    isChosen = true;
    return true;
  };

  const start = (): HlsStream => {
    startedAtMs = now();
    const { wallClock } = options;
    // Earlier packages here have numbers too, and clock-based numbers are above them.
    const firstSegment = () => (nextBefore === undefined ? options.firstSegment() : undefined);
    options.requestKeyframe();
    options.onWanted();
    const renditionsExpected = () => 1 + options.expectedRenditions();
    return makeHlsStream({ now, wallClock, firstSegment, renditionsExpected });
  };

  /** Asks for the keyframe at which the first segment ends. */
  const endFirst = (unit: VideoUnit): void => {
    if (firstEndTicks === undefined) return;
    if (unit.isKey && firstEndTicks === Infinity)
      firstEndTicks = unit.ticks + FIRST_SEGMENT_MS * TICKS_PER_MS;
    if (unit.ticks < firstEndTicks) return;
    firstEndTicks = undefined;
    if (!unit.isKey) options.requestKeyframe();
  };

  const packagerOf = (rendition: string, from: HlsStream): Fragmenter => {
    const known = packagers.get(rendition);
    if (known) return known;
    const sink = from.rendition(rendition);
    const made = makeFragmenter({
      audio: chosen,
      fragmentMs: CHUNK_MS,
      startMs: undefined,
      onInit: (init) => sink.setInit(init),
      onFragment(fragment) {
        sink.append(fragment, now());
        if (rendition !== SOURCE || isStarted) return;
        isStarted = true;
        release();
      },
    });
    packagers.set(rendition, made);
    return made;
  };

  return {
    get isActive() {
      return stream !== undefined;
    },
    get nextSegment() {
      return stream?.nextSegment ?? nextBefore;
    },
    get bytesSent() {
      return sentBefore + (stream?.bytesSent ?? 0);
    },
    async handle(request) {
      if (isClosed) return { status: 404, headers: {} };
      askedAtMs = now();
      stream ??= start();
      // The list of renditions itself waits until they are known.
      if (request.path !== MASTER_PATH) await untilStarted(request.signal);
      const [of, name] = [ahead, options.clockName()];
      const answer = (await stream?.handle(request)) ?? { status: 404, headers: {} };
      return { ...answer, clock: { name, aheadMs: of.ms ?? 0 } };
    },
    turn: async (request) => stream?.turn(request),
    setAudio(nextOwn, nextOther) {
      own = nextOwn;
      other = nextOther;
      if (!isChosen) return;
      const isKept = [own, other].some((format) => isSameAudio(format, chosen));
      if (isKept) return;
      isChosen = false;
      startedAtMs = now();
      if (!chooseAudio()) return;
      for (const packager of packagers.values()) packager.setAudio(chosen);
    },
    pushVideo(rendition, unit) {
      if (!stream || !chooseAudio()) return;
      // Every playlist names the others, so the source is there before them.
      if (rendition !== SOURCE && !packagers.has(SOURCE)) return;
      // Whole milliseconds, so that pictures and sound move by the same time.
      ahead.ms ??= Math.round(options.wallClock() - unit.ticks / TICKS_PER_MS);
      if (rendition === SOURCE) endFirst(unit);
      packagerOf(rendition, stream).pushVideo({ ...unit, ticks: unit.ticks + ahead.ms * TICKS_PER_MS });
    },
    pushAudio(unit, format) {
      if (!stream || !isChosen || !isSameAudio(format, chosen) || ahead.ms === undefined) return;
      const placed = { ...unit, onVideoMs: unit.onVideoMs + ahead.ms };
      for (const packager of packagers.values()) packager.pushAudio(placed);
    },
    removeRendition(rendition) {
      packagers.delete(rendition);
      stream?.removeRendition(rendition);
    },
    restart() {
      // Under the next name times continue on the same clock, so that no moment of the stream exists under two names.
      const kept = ahead;
      stop();
      ahead = kept;
      nextBefore = undefined;
    },
    tick(nowMs) {
      if (stream && nowMs - Math.max(askedAtMs, stream.lastRequestMs ?? -Infinity) > IDLE_MS) stop();
    },
    close(goesOn) {
      isClosed = true;
      stop(goesOn);
    },
  };
}

import { isSameAudio } from '../../packaging/audio-format.ts';
import type { AudioFormat, AudioUnit, VideoUnit } from '../../packaging/units.ts';
import { makeKeyframeWishes } from './keyframe-wishes.ts';
import { SOURCE } from '../rendition-order.ts';
import type { RtpUnit } from './picture-queue.ts';
import type { OutletFigures, RtpOutlet, TrackKind } from './rtp-outlet.ts';
import { makeSoundPackets } from './sound-packets.ts';
import { makeWhepFlow, type WhepFlow } from './whep-flow.ts';
import { makeSeat, type Rung, type Seat } from './whep-seat.ts';

/** One who receives RTP. */
export interface RtpReader extends Pick<RtpOutlet, 'isReady' | 'line' | 'figures' | 'report'> {
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  send(track: TrackKind, unit: RtpUnit): void;
  close(): void;
}

/** A reader's place at a stream. */
export interface WhepPlace {
  /** It needs a keyframe, since it has just come or lost one. */
  wantKey(): void;
  /** The rendition that it gets now; undefined before its first picture. */
  readonly rendition: string | undefined;
  leave(): void;
}

/** What readers received, including those who left. */
export interface WhepFigures extends OutletFigures {
  /** The capacities of present readers' connections for pictures, as far as known, in kbit/s. */
  readonly roomsKbps: readonly number[];
}

/**
 * A stream's renditions as RTP, each packetised once for all of its readers; only headers are of a reader. A reader
 * begins at a keyframe and gets the rendition that its line carries. Times are the stream's own.
 */
export interface WhepFanout {
  readonly viewerCount: number;
  readonly bytesSent: number;
  readonly figures: WhepFigures;
  /** The formats of the sound there are; browsers take Opus only. */
  setAudio(own: AudioFormat | undefined, other: AudioFormat | undefined): void;
  /** Key pictures carry their parameter sets. @param rendition the source, where it is not named */
  pushVideo(unit: VideoUnit, rendition?: string): void;
  pushAudio(unit: AudioUnit, format: AudioFormat | undefined): void;
  /** A rendition has ended; its readers get another. */
  removeRendition(rendition: string): void;
  /** Readers elsewhere need a keyframe; requested together with those here. */
  wishKey(rendition: string): void;
  /** @param allowed ids of the renditions that it may get; undefined: all */
  attach(reader: RtpReader, allowed?: readonly string[]): WhepPlace;
  /** Looks whether readers should be moved up or down; to be called a few times a second. */
  adapt(): void;
  closeAll(): void;
}

export interface WhepFanoutOptions {
  /** Wall clock in Unix milliseconds. */
  readonly wallClock: () => number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly requestKeyframe: (rendition: string) => void;
}

const VIDEO_PER_MS = 90;
const REPORT_MS = 1_000;
/** A rendition this far behind the source is made too slowly to move anybody to it. */
const LAG_TICKS_MAX = 1_000 * VIDEO_PER_MS;

interface Attached {
  readonly reader: RtpReader;
  readonly seat: Seat;
  readonly allowed: readonly string[] | undefined;
}

const heightOf = (id: string): number => (id === SOURCE ? Infinity : Number.parseInt(id, 10) || 0);
const bytesOf = ({ packets }: RtpUnit): number => packets.reduce((sum, one) => sum + one.payloadBytes, 0);

/** The renditions that there are, for each reader those that it may get and that are not behind. */
function makeFlows() {
  let flows: WhepFlow[] = [];
  const isCurrent = ({ ticks }: WhepFlow): boolean => {
    const source = flows.find(({ id }) => id === SOURCE)?.ticks;
    return ticks !== undefined && (source === undefined || source - ticks <= LAG_TICKS_MAX);
  };
  return {
    flowOf(id: string): WhepFlow {
      const known = flows.find((flow) => flow.id === id);
      if (known) return known;
      const made = makeWhepFlow(id);
      flows = [...flows, made].toSorted((a, b) => heightOf(b.id) - heightOf(a.id));
      return made;
    },
    remove(id: string): void {
      flows = flows.filter((flow) => flow.id !== id);
    },
    /** Best first. */
    rungsOf({ allowed, seat }: Attached): readonly Rung[] {
      return flows.filter(
        (flow) =>
          (allowed === undefined || allowed.includes(flow.id)) &&
          (isCurrent(flow) || flow.id === seat.rendition),
      );
    },
  };
}

/** What departed readers received, together with the present ones. */
function makeFigures(present: () => Iterable<Attached>) {
  let packetsRepeated = 0;
  let picturesDropped = 0;
  return {
    onLeave({ reader }: Attached): void {
      const figures = reader.figures();
      packetsRepeated += figures.packetsRepeated;
      picturesDropped += figures.picturesDropped;
    },
    get now(): WhepFigures {
      const readers = [...present()].map(({ reader }) => reader);
      const all = readers.map((reader) => reader.figures());
      return {
        packetsRepeated: all.reduce((sum, one) => sum + one.packetsRepeated, packetsRepeated),
        picturesDropped: all.reduce((sum, one) => sum + one.picturesDropped, picturesDropped),
        roomsKbps: readers.flatMap(({ line }) => (line ? [line.roomKbps] : [])),
      };
    },
  };
}

export function makeWhepFanout({ wallClock, now, requestKeyframe }: WhepFanoutOptions): WhepFanout {
  const attached = new Set<Attached>();
  const flows = makeFlows();
  const sounds = makeSoundPackets();
  const figures = makeFigures(() => attached);
  const wishes = makeKeyframeWishes({ ask: requestKeyframe, now });
  let opus: AudioFormat | undefined;
  let bytesSent = 0;
  /** Wall time of the stream's beginning, with which players synchronise picture and sound. */
  let wallStartMs: number | undefined;
  let reportedMs = -Infinity;

  /** Says which wall time the stream's time is, so that sound and picture are shown together. */
  const report = (streamMs: number): void => {
    if (streamMs - reportedMs < REPORT_MS && streamMs >= reportedMs) return;
    reportedMs = streamMs;
    wallStartMs ??= wallClock() - streamMs;
    for (const { reader } of attached) reader.report(wallStartMs + streamMs, streamMs);
  };

  const leave = (one: Attached): void => {
    if (attached.delete(one)) figures.onLeave(one);
  };

  const wantKey = (one: Attached): void => {
    const rendition = one.seat.wanted(flows.rungsOf(one)) ?? one.allowed?.[0] ?? SOURCE;
    if (attached.has(one)) wishes.wish(rendition);
  };

  return {
    get viewerCount() {
      return attached.size;
    },
    get bytesSent() {
      return bytesSent;
    },
    get figures() {
      return figures.now;
    },
    setAudio(own, other) {
      opus = [own, other].find((format) => format?.codec === 'opus');
    },
    pushVideo(picture, rendition = SOURCE) {
      const unit = flows.flowOf(rendition).take(picture, attached.size > 0);
      if (picture.isKey) wishes.onKey(rendition);
      if (!unit) return;
      const bytes = bytesOf(unit);
      for (const one of attached) {
        if (!one.reader.hasVideo) continue;
        if (one.seat.push(rendition, unit, flows.rungsOf(one))) bytesSent += bytes;
      }
      if (rendition === SOURCE) report(picture.ticks / VIDEO_PER_MS);
    },
    pushAudio(sound, format) {
      if (attached.size === 0 || !opus || !isSameAudio(format, opus)) return;
      const unit = sounds.take(sound);
      if (!unit) return;
      for (const { reader, seat } of attached)
        if (reader.hasAudio && seat.pushAudio(unit)) bytesSent += sound.data.length;
    },
    removeRendition(rendition) {
      flows.remove(rendition);
      for (const one of attached) {
        if (one.seat.rendition !== rendition && one.seat.wanted([]) !== rendition) continue;
        one.seat.leave(rendition);
        wantKey(one);
      }
    },
    wishKey: (rendition) => wishes.wish(rendition),
    attach(reader, allowed) {
      const one: Attached = { reader, seat: makeSeat(reader), allowed };
      attached.add(one);
      return {
        wantKey: () => wantKey(one),
        get rendition() {
          return one.seat.rendition;
        },
        leave: () => leave(one),
      };
    },
    adapt() {
      const nowMs = now();
      for (const one of attached) {
        const rendition = one.seat.adapt(flows.rungsOf(one), nowMs);
        if (rendition !== undefined) wishes.wish(rendition);
      }
      wishes.tick();
    },
    closeAll() {
      const closing = [...attached];
      for (const one of closing) leave(one);
      for (const { reader } of closing) reader.close();
    },
  };
}

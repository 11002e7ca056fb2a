import type { FragmentSink } from '../packaging/units.ts';
import { type PlaylistBody, playlistBody } from './hls-answer.ts';
import type { Variant } from './master-playlist.ts';
import { mediaPlaylist, type RenditionReport } from './media-playlist.ts';
import { makePartRing, type PartRing } from './part-ring.ts';
import { reportOf } from './ring-reads.ts';
import type { TimeAnchor } from './time-anchor.ts';

/** One rendition of a stream: its input and its playlist. */
export interface Rendition {
  readonly sink: FragmentSink;
  readonly ring: PartRing;
  readonly report: RenditionReport | undefined;
  /** Its line in the multivariant playlist. */
  readonly variant: Variant;
  /** Made once for each change. @param reports those of the other renditions */
  playlist(canSkip: boolean, reports: () => readonly RenditionReport[]): PlaylistBody;
}

export interface RenditionOptions {
  readonly id: string;
  readonly kbpsNominal: number | undefined;
  readonly partMs: number;
  readonly anchor: TimeAnchor;
  readonly firstMsn: (startMs: number) => number;
  readonly onChange: () => void;
}

/**
 * The same for every stream, since a playlist may not change it, and it is chosen before the distance of keyframes is
 * known. Segments with a keyframe every two seconds, as encoders are told to send, up to four, when the model is
 * warned, stay whole. A longer group of pictures is cut: players tolerate a segment that begins without a keyframe
 * better than playlists three times as long for everybody.
 */
const TARGET_SECONDS = 4;
/** At two seconds each, more than six target durations, so that updates can skip some. */
const SEGMENTS_MAX = 16;
const BYTES_MAX = 24 * 1024 * 1024;

export function makeRendition(options: RenditionOptions): Rendition {
  const { id, anchor, kbpsNominal } = options;
  const ring = makePartRing({
    partMs: options.partMs,
    targetSeconds: TARGET_SECONDS,
    segmentsMax: SEGMENTS_MAX,
    bytesMax: BYTES_MAX,
    firstMsn: options.firstMsn,
    dateOf: (startMs) => anchor.dateOf(startMs),
    onChange: options.onChange,
  });
  const made = new Map<boolean, { readonly version: number; readonly body: PlaylistBody }>();

  /** Keep one unlisted segment for players with an old playlist. */
  const listed = () => ring.segments.slice(ring.segments.length === SEGMENTS_MAX ? 1 : 0);

  return {
    ring,
    sink: {
      setInit: (init) => ring.setInit(init),
      append(fragment, nowMs) {
        anchor.observe(fragment.startMs + fragment.durationMs);
        ring.append(fragment, nowMs);
      },
    },
    get report() {
      return reportOf(id, ring);
    },
    get variant() {
      return { rendition: id, segments: ring.segments.filter(({ parts }) => parts.length > 0), kbpsNominal };
    },
    playlist(canSkip, reports) {
      const { version, nextName, isEnded } = ring;
      const before = made.get(canSkip);
      if (before?.version === version) return before.body;
      const state = {
        segments: listed(),
        nextName,
        targetSeconds: TARGET_SECONDS,
        isEnded,
        reports: reports(),
      };
      const body = playlistBody(mediaPlaylist(state, canSkip));
      made.set(canSkip, { version, body });
      return body;
    },
  };
}

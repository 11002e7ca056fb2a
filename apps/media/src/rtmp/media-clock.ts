/**
 * Puts the times of a publisher's two tracks on one clock of milliseconds that does not wrap and, on each track, only
 * goes forward. When the publisher's clock jumps, the media continue where they were, with picture and sound as they
 * were to each other.
 */
export interface MediaClock {
  /** @param timestampMs 32 bits, as sent. @returns the time, later than that of the last on this track */
  place(track: 'video' | 'audio', timestampMs: number): number;
}

/** A smaller step back is uneven pacing: the time pauses until it has caught up. */
const BACK_MS = 500;
const AHEAD_MS = 10_000;
const STEP_MS_MAX = 1_000;

interface Track {
  /** The last time as sent, extended. */
  sentMs: number;
  /** Added to times as sent. */
  offsetMs: number;
  placedMs: number;
  stepMs: number;
}

const USUAL_STEP_MS = { video: 33, audio: 21 } as const;

export function makeMediaClock(): MediaClock {
  const tracks: { video: Track | undefined; audio: Track | undefined } = {
    video: undefined,
    audio: undefined,
  };

  const begin = (name: 'video' | 'audio', timestampMs: number, other: Track | undefined): Track => {
    const stepMs = USUAL_STEP_MS[name];
    if (!other) return { sentMs: timestampMs, offsetMs: 0, placedMs: timestampMs, stepMs };
    const sentMs = extend(timestampMs, other);
    const isNear = Math.abs(sentMs + other.offsetMs - other.placedMs) <= AHEAD_MS;
    const offsetMs = isNear ? other.offsetMs : other.placedMs - sentMs;
    return { sentMs, offsetMs, placedMs: sentMs + offsetMs, stepMs };
  };

  const isContinuous = (track: Track, placedMs: number): boolean =>
    placedMs > track.placedMs - BACK_MS && placedMs <= track.placedMs + AHEAD_MS;

  const advance = (track: Track, timestampMs: number, other: Track | undefined): void => {
    const sentMs = extend(timestampMs, track);
    // After a jump of the whole clock the other track knows already what it is now.
    const known = [track.offsetMs, other?.offsetMs ?? track.offsetMs];
    const offsetMs =
      known.find((offset) => isContinuous(track, sentMs + offset)) ?? track.placedMs + track.stepMs - sentMs;
    const placedMs = Math.max(sentMs + offsetMs, track.placedMs + 1);
    track.stepMs = Math.min(placedMs - track.placedMs, STEP_MS_MAX);
    track.sentMs = sentMs;
    track.offsetMs = offsetMs;
    track.placedMs = placedMs;
  };

  return {
    place(name, timestampMs) {
      const other = tracks[name === 'video' ? 'audio' : 'video'];
      const track = tracks[name];
      if (track) advance(track, timestampMs, other);
      return (tracks[name] ??= begin(name, timestampMs, other)).placedMs;
    },
  };
}

/** The time nearest to the track's last one that has these 32 bits. */
function extend(timestampMs: number, { sentMs }: Track): number {
  return sentMs + ((timestampMs - sentMs) | 0);
}

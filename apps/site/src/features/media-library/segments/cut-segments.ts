import { type Movie, type Samples, shownAt, type Track } from './read-tracks.ts';

/** Minimum length of a segment except the last one, in seconds: it ends at the next keyframe. */
const SEGMENT_SECONDS = 6;
/** A video with keyframes further apart than this, in time or bytes, is not segmented: it plays only as a file. */
const SEGMENT_SECONDS_MAX = 60;
export const SEGMENT_BYTES_MAX = 128 * 2 ** 20;

/** Samples of a track from one number up to another, without it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What plays together. */
export interface Cut {
  readonly seconds: number;
  readonly video: Span;
  readonly audio: Span;
}

/** When the last picture is over, in seconds. */
function endOf(track: Track): number {
  const { samples, timescale } = track;
  let end = 0;
  // Pictures that are shown out of order are so within some dozens.
  for (let at = Math.max(0, samples.count - 64); at < samples.count; at++)
    end = Math.max(end, shownAt(track, at) + samples.durations[at]! / timescale);
  return end;
}

/** The first sample that begins at that time or later. */
function firstFrom({ times, count }: Samples, tick: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < tick) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Cuts a movie before keyframes, so that each part can be played by itself.
 * @throws Error if keyframes are too far apart
 */
export function cutSegments({ video, audio }: Pick<Movie, 'video' | 'audio'>): readonly Cut[] {
  const { samples } = video;
  const starts: number[] = [];
  for (let at = 0; at < samples.count; at++) {
    const last = starts.at(-1);
    const isFar = last === undefined || shownAt(video, at) - shownAt(video, last) >= SEGMENT_SECONDS;
    if (samples.isSync[at] && isFar) starts.push(at);
  }
  const end = endOf(video);
  const cuts = starts.map((from, nth): Cut => {
    const to = starts[nth + 1] ?? samples.count;
    const until = nth + 1 < starts.length ? shownAt(video, to) : end;
    const heardFrom = nth === 0 ? 0 : shownAt(video, from);
    return {
      seconds: until - shownAt(video, from),
      video: { from, to },
      audio: audio
        ? {
            from: firstFrom(audio.samples, heardFrom * audio.timescale),
            to:
              nth + 1 < starts.length
                ? firstFrom(audio.samples, until * audio.timescale)
                : audio.samples.count,
          }
        : { from: 0, to: 0 },
    };
  });
  if (cuts.length === 0 || cuts.some(({ seconds }) => !(seconds > 0 && seconds <= SEGMENT_SECONDS_MAX)))
    throw new Error('pictures that stand alone are too far apart');
  return cuts;
}

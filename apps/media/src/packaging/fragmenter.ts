import { OPUS_HZ, OPUS_SILENCE, OPUS_SILENCE_TICKS } from '../ingest/opus.ts';
import { u32 } from './boxes.ts';
import { type AudioTimeline, makeAudioTimeline } from './audio-timeline.ts';
import { fragment, type Sample } from './fragment.ts';
import { AUDIO_TRACK, codecsOf, initSegment, VIDEO_HZ, VIDEO_TRACK } from './init-segment.ts';
import { parseSps, type PictureFormat } from './sps.ts';
import { makeVideoTimeline } from './video-timeline.ts';

/** A picture with its unwrapped time in ticks of 90 kHz. */
export interface VideoUnit {
  readonly ticks: number;
  readonly isKey: boolean;
  readonly sps: Buffer | undefined;
  readonly pps: Buffer | undefined;
  readonly nals: readonly Buffer[];
}

/** An Opus packet with its place on the video clock. */
export interface AudioUnit {
  readonly onVideoMs: number;
  readonly durationTicks: number;
  readonly data: Buffer;
}

export interface StreamInit {
  readonly codecs: string;
  readonly format: PictureFormat;
  readonly hasAudio: boolean;
  readonly data: Buffer;
}

export interface Fragment {
  readonly data: Buffer;
  /** True when a decoder can begin here. */
  readonly isKey: boolean;
  readonly durationMs: number;
}

export interface Fragmenter {
  pushVideo(unit: VideoUnit): void;
  pushAudio(unit: AudioUnit): void;
  /** Where the stream ends now, in milliseconds since its start. */
  readonly endMs: number;
}

export interface FragmenterOptions {
  readonly hasAudio: boolean;
  readonly fragmentMs: number;
  /** Where this stream continues another, in milliseconds; 0 for a new one. */
  readonly startMs: number;
  readonly onInit: (init: StreamInit) => void;
  readonly onFragment: (fragment: Fragment) => void;
}

const VIDEO_PER_MS = VIDEO_HZ / 1000;
const AUDIO_PER_MS = OPUS_HZ / 1000;
/** Audio that is this late is replaced by silence up to the other figure, so that the picture goes on. */
const AUDIO_LATE_MS = 500;
const AUDIO_LEFT_MS = 300;
/** The sound of a fragment without pictures is bounded; more is a publisher whose picture stands. */
const AUDIO_WAITING_MAX = 250;

const SILENCE: Sample = {
  parts: [OPUS_SILENCE],
  bytes: OPUS_SILENCE.length,
  durationTicks: OPUS_SILENCE_TICKS,
  isSync: true,
};

interface Parameters {
  readonly sps: Buffer;
  readonly pps: Buffer;
}

const lengthPrefixed = (nals: readonly Buffer[]): { parts: Buffer[]; bytes: number } => {
  const parts = nals.flatMap((nal) => [u32(nal.length), nal]);
  return { parts, bytes: parts.reduce((sum, part) => sum + part.length, 0) };
};

/**
 * Cuts a stream into CMAF chunks of about `fragmentMs`, each keyframe at the start of one. A new
 * size or codec gives a new init. Pictures before the first keyframe and pictures out of order are
 * left out.
 */
export function makeFragmenter(options: FragmenterOptions): Fragmenter {
  const { hasAudio, fragmentMs } = options;
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  let announced: Parameters | undefined;
  let isWaitingForKey = true;
  let sequence = 0;
  const timeline = makeVideoTimeline(Math.round(options.startMs * VIDEO_PER_MS));
  let pending: Omit<Sample, 'durationTicks'> | undefined;
  let video: Sample[] = [];
  let videoTicks = 0;
  const audioTimeline: AudioTimeline = makeAudioTimeline(Math.round(options.startMs * AUDIO_PER_MS));
  let audio: Sample[] = [];
  let audioStart = audioTimeline.endTicks;

  const addSilences = (count: number): void => {
    for (let i = 0; i < count; i++) audio.push(SILENCE);
  };

  const emit = (): void => {
    if (video.length === 0) return;
    if (hasAudio) {
      const end = (timeline.endTicks / VIDEO_PER_MS) * AUDIO_PER_MS;
      if (audioTimeline.endTicks < end - AUDIO_LATE_MS * AUDIO_PER_MS)
        addSilences(audioTimeline.fillTo(end - AUDIO_LEFT_MS * AUDIO_PER_MS));
    }
    sequence += 1;
    const isKey = video[0]!.isSync;
    const data = fragment(sequence, [
      { trackId: VIDEO_TRACK, startTicks: timeline.endTicks - videoTicks, samples: video },
      { trackId: AUDIO_TRACK, startTicks: audioStart, samples: audio },
    ]);
    const durationMs = videoTicks / VIDEO_PER_MS;
    video = [];
    videoTicks = 0;
    audio = [];
    audioStart = audioTimeline.endTicks;
    options.onFragment({ data, isKey, durationMs });
  };

  const finishPending = (durationTicks: number): void => {
    if (!pending) return;
    video.push({ ...pending, durationTicks });
    videoTicks += durationTicks;
    pending = undefined;
  };

  /** Announces the picture's format if it is new. @returns false when it is not known or malformed */
  const announce = (): boolean => {
    if (!sps || !pps) return false;
    if (announced?.sps.equals(sps) && announced.pps.equals(pps)) return true;
    const format = parseSps(sps);
    if (!format) return false;
    announced = { sps, pps };
    const data = initSegment({ format, sps, pps, hasAudio });
    options.onInit({ codecs: codecsOf(format, hasAudio), format, hasAudio, data });
    return true;
  };

  /** Ships what there is when it is long enough, without waiting for the picture after it. */
  const emitIfLong = (): void => {
    const { estimateTicks } = timeline;
    if (videoTicks + estimateTicks < fragmentMs * VIDEO_PER_MS - estimateTicks / 2) return;
    finishPending(timeline.end());
    emit();
  };

  return {
    get endMs() {
      return timeline.endTicks / VIDEO_PER_MS;
    },
    pushVideo(unit) {
      sps = unit.sps ?? sps;
      pps = unit.pps ?? pps;
      if (unit.nals.length === 0 || (isWaitingForKey && !unit.isKey)) return;
      const lengthBefore = timeline.begin(unit.ticks);
      if (lengthBefore === undefined) return;
      finishPending(lengthBefore);
      if (unit.isKey) {
        emit();
        isWaitingForKey = !announce();
      }
      if (isWaitingForKey) return;
      pending = { ...lengthPrefixed(unit.nals), isSync: unit.isKey };
      emitIfLong();
    },
    pushAudio(unit) {
      const onTimeline = timeline.place(unit.onVideoMs * VIDEO_PER_MS);
      if (!hasAudio || onTimeline === undefined || audio.length > AUDIO_WAITING_MAX) return;
      const targetTicks = Math.round((onTimeline / VIDEO_PER_MS) * AUDIO_PER_MS);
      const placed = audioTimeline.place(targetTicks, unit.durationTicks);
      if (placed.kind === 'leave_out') return;
      addSilences(placed.silences);
      audio.push({
        parts: [unit.data],
        bytes: unit.data.length,
        durationTicks: unit.durationTicks,
        isSync: true,
      });
    },
  };
}

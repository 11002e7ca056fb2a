import { u32 } from './boxes.ts';
import { isSameAudio, silenceOf } from './audio-format.ts';
import { type AudioTimeline, makeAudioTimeline } from './audio-timeline.ts';
import { fragment, type Sample } from './fragment.ts';
import { AUDIO_TRACK, codecsOf, initSegment, VIDEO_HZ, VIDEO_TRACK } from './init-segment.ts';
import { makeSoundPatience } from './sound-patience.ts';
import { parseSps } from './sps.ts';
import type { StreamPace } from './stream-pace.ts';
import type { AudioFormat, AudioUnit, Fragment, StreamInit, VideoUnit } from './units.ts';
import { makeVideoTimeline } from './video-timeline.ts';

export interface Fragmenter {
  pushVideo(unit: VideoUnit): void;
  pushAudio(unit: AudioUnit): void;
  /** The sound has this format from the next keyframe on; undefined: no sound. */
  setAudio(format: AudioFormat | undefined): void;
  /** Where the stream ends now, in milliseconds since its start. */
  readonly endMs: number;
  /** The stream's own time of a publisher's time, both in ticks of 90 kHz; undefined before the first picture. */
  place(ticks: number): number | undefined;
}

export interface FragmenterOptions {
  readonly audio: AudioFormat | undefined;
  readonly fragmentMs: number;
  /**
   * Where this stream continues another, in milliseconds; 0 for a new one; undefined: its units' times are already the
   * stream's own, as for a rendition besides the source.
   */
  readonly startMs: number | undefined;
  /** Holds a publisher's clock that runs faster than time passes; absent: it is believed. */
  readonly pace?: StreamPace;
  readonly onInit: (init: StreamInit) => void;
  readonly onFragment: (fragment: Fragment) => void;
}

const VIDEO_PER_MS = VIDEO_HZ / 1000;
/** Limits the sound of a fragment without pictures; more means that the publisher's picture is frozen. */
const AUDIO_WAITING_MAX = 250;

interface Announced {
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly audio: AudioFormat | undefined;
}

/** The sound track between two headers. */
interface AudioTrack {
  readonly format: AudioFormat;
  readonly perMs: number;
  readonly silence: Sample | undefined;
  readonly timeline: AudioTimeline;
}

function makeAudioTrack(format: AudioFormat, startMs: number): AudioTrack {
  const perMs = format.hz / 1000;
  const silence = silenceOf(format);
  const timeline = makeAudioTimeline({
    hz: format.hz,
    startTicks: Math.round(startMs * perMs),
    silenceTicks: silence?.durationTicks,
  });
  return { format, perMs, silence, timeline };
}

const lengthPrefixed = (nals: readonly Buffer[]): { parts: Buffer[]; bytes: number } => {
  const parts = nals.flatMap((nal) => [u32(nal.length), nal]);
  return { parts, bytes: parts.reduce((sum, part) => sum + part.length, 0) };
};

/**
 * Cuts a stream into CMAF chunks of about `fragmentMs`, each keyframe at the start of one. A new size or codec gives a
 * new init. Pictures before the first keyframe and pictures out of order are left out.
 */
export function makeFragmenter(options: FragmenterOptions): Fragmenter {
  const { fragmentMs } = options;
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  let wantedAudio = options.audio;
  let announced: Announced | undefined;
  let isWaitingForKey = true;
  let sequence = 0;
  const { startMs } = options;
  const startTicks = startMs === undefined ? undefined : Math.round(startMs * VIDEO_PER_MS);
  const timeline = makeVideoTimeline(startTicks, options.pace);
  const patience = makeSoundPatience();
  let pending: Omit<Sample, 'durationTicks'> | undefined;
  let video: Sample[] = [];
  let videoTicks = 0;
  let track = wantedAudio && startMs !== undefined ? makeAudioTrack(wantedAudio, startMs) : undefined;
  let audio: Sample[] = [];
  let audioStart = track?.timeline.endTicks ?? 0;

  const addSilences = (silence: Sample | undefined, count: number): void => {
    if (silence) for (let i = 0; i < count; i++) audio.push(silence);
  };

  const fillLateAudio = (): void => {
    if (!track) return;
    const end = (timeline.endTicks / VIDEO_PER_MS) * track.perMs;
    if (track.timeline.endTicks < end - patience.lateMs * track.perMs)
      addSilences(track.silence, track.timeline.fillTo(end - patience.leftMs * track.perMs));
  };

  const emit = (): void => {
    if (video.length === 0) return;
    fillLateAudio();
    sequence += 1;
    const isKey = video[0]!.isSync;
    const startTicks = timeline.endTicks - videoTicks;
    const data = fragment(sequence, [
      { trackId: VIDEO_TRACK, startTicks, samples: video },
      { trackId: AUDIO_TRACK, startTicks: audioStart, samples: audio },
    ]);
    const durationMs = videoTicks / VIDEO_PER_MS;
    video = [];
    videoTicks = 0;
    audio = [];
    audioStart = track?.timeline.endTicks ?? 0;
    options.onFragment({ data, isKey, startMs: startTicks / VIDEO_PER_MS, durationMs });
  };

  const finishPending = (durationTicks: number): void => {
    if (!pending) return;
    video.push({ ...pending, durationTicks });
    videoTicks += durationTicks;
    pending = undefined;
  };

  /** The sound track restarts at the picture's time. */
  const changeAudio = (): void => {
    if (isSameAudio(track?.format, wantedAudio)) return;
    track = wantedAudio && makeAudioTrack(wantedAudio, timeline.endTicks / VIDEO_PER_MS);
    audio = [];
    audioStart = track?.timeline.endTicks ?? 0;
  };

  const isAnnounced = (): boolean =>
    announced !== undefined &&
    announced.sps.equals(sps!) &&
    announced.pps.equals(pps!) &&
    isSameAudio(announced.audio, wantedAudio);

  /** Announces the format if it is new. @returns false when it is not known or malformed */
  const announce = (): boolean => {
    if (!sps || !pps) return false;
    if (isAnnounced()) return true;
    const format = parseSps(sps);
    if (!format) return false;
    changeAudio();
    announced = { sps, pps, audio: wantedAudio };
    const data = initSegment({ format, sps, pps, audio: wantedAudio });
    const hasAudio = wantedAudio !== undefined;
    options.onInit({ codecs: codecsOf(format, wantedAudio), format, hasAudio, data });
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
    place: (ticks) => timeline.place(ticks),
    setAudio(format) {
      wantedAudio = format;
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
      pending = {
        ...lengthPrefixed(unit.nals),
        isSync: unit.isKey,
        compositionTicks: unit.compositionTicks ?? 0,
      };
      emitIfLong();
    },
    pushAudio(unit) {
      const onTimeline = timeline.place(unit.onVideoMs * VIDEO_PER_MS);
      if (!track || onTimeline === undefined || audio.length > AUDIO_WAITING_MAX) return;
      const targetTicks = Math.round((onTimeline / VIDEO_PER_MS) * track.perMs);
      const placed = track.timeline.place(targetTicks, unit.durationTicks);
      const behindMs = (timeline.endTicks - onTimeline) / VIDEO_PER_MS;
      if (placed.kind === 'leave_out') {
        patience.onLate(behindMs);
        return;
      }
      patience.onTime(behindMs, unit.durationTicks / track.perMs);
      addSilences(track.silence, placed.silences);
      audio.push({
        parts: [unit.data],
        bytes: unit.data.length,
        durationTicks: unit.durationTicks,
        isSync: true,
      });
    },
  };
}

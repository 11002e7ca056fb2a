import { audioCodecOf, silenceOf } from './audio-format.ts';
import { makeAudioTimeline } from './audio-timeline.ts';
import { fragment, type Sample } from './fragment.ts';
import { AUDIO_TRACK, audioInitSegment } from './init-segment.ts';
import type { StreamPace } from './stream-pace.ts';
import type { AudioFormat, AudioUnit, FragmentSink } from './units.ts';

/** Cuts the sound into chunks, each of which a decoder can begin at. */
export interface AudioFragmenter {
  /** @param unit with a time of the stream's own */
  push(unit: AudioUnit, nowMs: number): void;
}

export interface AudioFragmenterOptions {
  readonly audio: AudioFormat;
  readonly fragmentMs: number;
  readonly sink: FragmentSink;
  /** What would fill more time than passes is left out. */
  readonly pace: StreamPace;
}

export function makeAudioFragmenter({
  audio,
  fragmentMs,
  sink,
  pace,
}: AudioFragmenterOptions): AudioFragmenter {
  const perMs = audio.hz / 1000;
  const silence = silenceOf(audio);
  let timeline: ReturnType<typeof makeAudioTimeline> | undefined;
  let samples: Sample[] = [];
  let startTicks = 0;
  let sequence = 0;

  const begin = (ticks: number): ReturnType<typeof makeAudioTimeline> => {
    const codec = audioCodecOf(audio);
    const format = { width: 0, height: 0, codec };
    sink.setInit({ codecs: codec, format, hasAudio: true, data: audioInitSegment(audio) });
    startTicks = ticks;
    return makeAudioTimeline({ hz: audio.hz, startTicks: ticks, silenceTicks: silence?.durationTicks });
  };

  const emit = (endTicks: number, nowMs: number): void => {
    sequence += 1;
    const data = fragment(sequence, [{ trackId: AUDIO_TRACK, startTicks, samples }]);
    const durationMs = (endTicks - startTicks) / perMs;
    sink.append({ data, isKey: true, startMs: startTicks / perMs, durationMs }, nowMs);
    samples = [];
    startTicks = endTicks;
  };

  return {
    push(unit, nowMs) {
      const ticks = Math.max(0, Math.round(unit.onVideoMs * perMs));
      timeline ??= begin(ticks);
      if (pace.leftMs * perMs < unit.durationTicks) return;
      const beforeTicks = timeline.endTicks;
      const placed = timeline.place(ticks, unit.durationTicks);
      if (placed.kind === 'leave_out') return;
      pace.spend((timeline.endTicks - beforeTicks) / perMs);
      if (silence) for (let i = 0; i < placed.silences; i++) samples.push(silence);
      const { data, durationTicks } = unit;
      samples.push({ parts: [data], bytes: data.length, durationTicks, isSync: true });
      if (timeline.endTicks - startTicks >= fragmentMs * perMs) emit(timeline.endTicks, nowMs);
    },
  };
}

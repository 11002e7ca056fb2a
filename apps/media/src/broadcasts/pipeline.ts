import type { Log } from '@klieg/kernel';
import type { LiveStream } from '../edge/live-stream.ts';
import { AUDIO, SOURCE } from '../edge/rendition-order.ts';
import type { WhepFanout } from '../edge/webrtc/whep-fanout.ts';
import { makeAudioFragmenter, type AudioFragmenter } from '../packaging/audio-fragmenter.ts';
import { type Fragmenter, makeFragmenter } from '../packaging/fragmenter.ts';
import { makeStreamPace } from '../packaging/stream-pace.ts';
import type {
  AudioFormat,
  AudioUnit,
  FragmentSink,
  Keyframe,
  StreamInit,
  VideoUnit,
} from '../packaging/units.ts';
import { makeSignalWatch, type SignalWatch } from '../signal/signal-watch.ts';
import { makeSoundSampler, type SoundSample } from '../signal/sound-sample.ts';
import type { PastSettings } from '../dvr/index.ts';
import type { TranscodeBudget } from '../transcode/index.ts';
import { makeFormatGates } from './format-gate.ts';
import { type HlsPackager, makeHlsPackager } from './hls-packager.ts';
import { type Ladder, makeLadder } from './ladder.ts';
import { type Layers, makeLayers } from './layers.ts';
import { makeRecorderSlot } from './recorder-slot.ts';
import { makePastTap, type PastTap } from './past-tap.ts';
import type { MediaIn } from '../ingest/source.ts';

/** One broadcast's media on its way from its publisher to all ways out. */
export interface Pipeline {
  /**
   * Begins with a publisher; an earlier one's media is thrown away from here on.
   * @param isLayered it sends its picture in several sizes
   */
  takeIn(audio: AudioFormat | undefined, isLayered?: boolean): MediaIn;
  /** The header of the source; undefined before the first keyframe. */
  readonly init: StreamInit | undefined;
  readonly ladder: Ladder;
  /** Requests a keyframe of a rendition besides the source, wherever it is made. */
  requestKeyframe(rendition: string): void;
  readonly hls: HlsPackager;
  readonly past: PastTap;
  /** How its picture and sound are, as viewers have them. */
  readonly signals: SignalWatch;
  /** The stream continues under another name: viewers of the new one begin at its next keyframe. */
  setStream(stream: LiveStream): void;
  /** Somebody has opened a page of the stream, and may watch in a moment, on whatever line. */
  awaitViewer(): void;
  /** Takes the source's chunks as well, from the running group of pictures on; undefined to end that. */
  setRecorder(sink: FragmentSink | undefined): void;
  /** To be called about each second. */
  tick(nowMs: number): void;
  /** @param goesOn its stream continues at another process */
  close(goesOn: boolean): void;
}

export interface PipelineOptions {
  readonly streamId: string;
  readonly stream: LiveStream;
  readonly whep: WhepFanout;
  readonly budget: TranscodeBudget;
  readonly renditionsMax: number;
  readonly fragmentMs: number;
  /** Where the past may be kept; absent: nowhere. */
  readonly past?: PastSettings | undefined;
  readonly log: Log;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly wallClock: () => number;
  /** A number that no other process has given to a segment of a stream of this name; absent: there are no others. */
  readonly firstSegment?: ((streamName: string) => number | undefined) | undefined;
  /** A header of the source, at the start and when size, codec or sound change. */
  readonly onInit: (init: StreamInit) => void;
  /** @param takeSound the sound before it */
  readonly onKeyframe: (keyframe: Keyframe, takeSound: () => SoundSample | undefined) => void;
  readonly onRenditions: () => void;
  /** @param layer one size that the publisher sends besides the source */
  readonly requestKeyframe: (layer?: number) => void;
}

const PER_MS = 90;
/** A page on a slow line takes this long to load, and a moment to ask for its stream. */
const AWAITED_MS = 60_000;

/** Outputs for renditions besides the source, wherever they are made. */
const waysBeside = (stream: () => LiveStream, past: PastTap, hls: HlsPackager, whep: WhepFanout) => ({
  sinkOf: (rendition: string) => past.beside(rendition, stream().rendition(rendition)),
  onRenditionEnd(rendition: string) {
    stream().removeRendition(rendition);
    past.removeRendition(rendition);
    hls.removeRendition(rendition);
    whep.removeRendition(rendition);
  },
  onVideo(rendition: string, unit: VideoUnit) {
    hls.pushVideo(rendition, unit);
    whep.pushVideo(unit, rendition);
  },
});

export function makePipeline(options: PipelineOptions): Pipeline {
  const { whep, now } = options;
  let { stream } = options;
  let source: Fragmenter | undefined;
  let run = 0;
  let audio: AudioFormat | undefined;
  let otherAudio: AudioFormat | undefined;
  let parameters: { readonly sps: Buffer; readonly pps: Buffer } | undefined;
  let init: StreamInit | undefined;
  const recorder = makeRecorderSlot();
  const paces = { picture: makeStreamPace(now), sound: makeStreamPace(now) };
  const taken = makeFormatGates(now);
  const signals = makeSignalWatch();
  const sound = makeSoundSampler();
  let soundOnly: AudioFragmenter | undefined;
  let awaitedUntilMs = -Infinity;
  let isLayered = false;

  const past = makePastTap(options.past && { ...options, ...options.past });

  const hls: HlsPackager = makeHlsPackager({
    ...options,
    onWanted: () => ladder.setWanted('all', now(), true),
    firstSegment: () => options.firstSegment?.(stream.name),
    clockName: () => stream.clock.name,
    expectedRenditions: () => ladder.expectedCount + layers.renditions.length,
  });

  const beside = waysBeside(() => stream, past, hls, whep);

  const layers: Layers = makeLayers({
    ...options,
    ...beside,
    onChange: (heights, ids) => ladder.setBeside(heights, ids),
  });

  const ladder: Ladder = makeLadder({
    ...options,
    ...beside,
    onOtherAudioFormat(format) {
      otherAudio = format;
      hls.setAudio(audio, otherAudio);
      whep.setAudio(audio, otherAudio);
    },
    onOtherAudio(unit) {
      hls.pushAudio(unit, otherAudio);
      whep.pushAudio(unit, otherAudio);
    },
  });

  const beginSoundOnly = (): void => {
    const { fragmentMs } = options;
    soundOnly =
      audio && makeAudioFragmenter({ audio, fragmentMs, sink: stream.rendition(AUDIO), pace: paces.sound });
    if (!audio) stream.removeRendition(AUDIO);
  };

  const onInit = (next: StreamInit): void => {
    init = next;
    stream.rendition(SOURCE).setInit(next);
    recorder.setInit(next);
    past.source.setInit(next);
    if (isLayered) ladder.hold();
    if (parameters) ladder.setSource({ format: next.format, ...parameters, audio });
    hls.setAudio(audio, otherAudio);
    whep.setAudio(audio, otherAudio);
    beginSoundOnly();
    options.onInit(next);
  };

  const makeSource = (format: AudioFormat | undefined): Fragmenter =>
    makeFragmenter({
      audio: format,
      fragmentMs: options.fragmentMs,
      startMs: source?.endMs ?? 0,
      pace: paces.picture,
      onInit,
      onFragment(fragment) {
        const nowMs = now();
        stream.rendition(SOURCE).append(fragment, nowMs);
        recorder.append(fragment, nowMs);
        past.source.append(fragment, nowMs);
      },
    });

  const onVideo = (given: VideoUnit): void => {
    const unit = taken(given, audio);
    if (!unit) return;
    const sps = unit.sps ?? parameters?.sps;
    const pps = unit.pps ?? parameters?.pps;
    if (sps && pps) parameters = { sps, pps };
    source!.pushVideo(unit);
    const ticks = source!.place(unit.ticks);
    if (ticks === undefined || !init || !parameters) return;
    const placed = { ...unit, ticks };
    ladder.pushVideo(placed);
    // Other packagers may begin at any keyframe, so each carries its parameter sets.
    const complete = unit.isKey ? { ...placed, ...parameters } : placed;
    hls.pushVideo(SOURCE, complete);
    whep.pushVideo(complete);
    if (unit.isKey) options.onKeyframe({ ...parameters, nals: unit.nals }, sound.take);
  };

  const onLayer = (layer: number, given: VideoUnit): void => {
    const unit = taken(given, audio, layer);
    const ticks = unit && source!.place(unit.ticks);
    if (!unit || ticks === undefined || !init) return;
    layers.pushVideo(layer, { ...unit, ticks }, init.format, audio);
  };

  const onAudio = (unit: AudioUnit): void => {
    source!.pushAudio(unit);
    const ticks = source!.place(unit.onVideoMs * PER_MS);
    if (ticks === undefined || !init) return;
    const placed = { ...unit, onVideoMs: ticks / PER_MS };
    sound.push(placed);
    ladder.pushAudio(placed);
    layers.pushAudio(placed);
    hls.pushAudio(placed, audio);
    whep.pushAudio(placed, audio);
    soundOnly?.push(placed, now());
  };

  return {
    get init() {
      return init;
    },
    ladder,
    requestKeyframe(rendition) {
      if (!layers.requestKeyframe(rendition)) ladder.requestKeyframe(rendition);
    },
    hls,
    past,
    signals,
    takeIn(format, hasLayers = false) {
      layers.clear();
      isLayered = hasLayers;
      run += 1;
      const own = run;
      audio = format;
      sound.setFormat(format);
      signals.clear();
      source = makeSource(format);
      const whenOwn =
        <T>(work: (value: T) => void) =>
        (value: T): void => {
          if (own === run) work(value);
        };
      return {
        onVideo: whenOwn(onVideo),
        onLayer: (layer, unit) => own === run && onLayer(layer, unit),
        onLayerEnd: whenOwn(layers.end),
        onAudio: whenOwn(onAudio),
        onAudioFormat: whenOwn((next: AudioFormat) => {
          audio = next;
          sound.setFormat(next);
          source!.setAudio(next);
        }),
      };
    },
    setStream(next) {
      for (const rendition of ladder.renditions) stream.removeRendition(rendition);
      layers.clear();
      stream = next;
      recorder.forgetGroup();
      past.restart();
      if (init) stream.rendition(SOURCE).setInit(init);
      beginSoundOnly();
      hls.restart();
      ladder.restart();
    },
    awaitViewer() {
      awaitedUntilMs = now() + AWAITED_MS;
    },
    setRecorder(sink) {
      if (!recorder.attach(sink)) options.requestKeyframe();
    },
    tick(nowMs) {
      hls.tick(nowMs);
      const isWatched = stream.viewerCount > 0 || hls.isActive || whep.viewerCount > 0;
      const wish = isWatched ? 'all' : nowMs < awaitedUntilMs ? 'smallest' : 'nothing';
      // With Opus input only HLS needs another codec; with AAC a WebRTC viewer, who needs Opus, may come at any moment.
      ladder.setWanted(wish, nowMs, audio?.codec !== 'opus' || hls.isActive);
    },
    close(goesOn) {
      run += 1;
      ladder.close();
      hls.close(goesOn);
      past.close();
      whep.closeAll();
    },
  };
}

import type { Log } from '@klieg/kernel';
import { avcConfiguration } from '../packaging/init-segment.ts';
import type { PictureFormat } from '../packaging/sps.ts';
import type { AudioFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';
import type { RenditionSpec } from './ladder.ts';
import { lengthPrefixed, splitAnnexB } from './nal-units.ts';
import type { EncodedPicture, EncodedSound, TranscodeAnswer } from './transcode-messages.ts';
import { startTranscodeProcess } from './transcode-process.ts';
import { makeUnitQueue } from './unit-queue.ts';

/** Renditions and converted sound of one stream, made by a child process that may crash. */
export interface Transcoder {
  readonly renditions: readonly RenditionSpec[];
  /** Pictures before the first keyframe, and those of a gap, are left out. */
  pushVideo(unit: VideoUnit): void;
  pushAudio(unit: AudioUnit): void;
  /** An extra keyframe in one rendition as soon as possible, for somebody who steps down. */
  requestKeyframe(renditionId: string): void;
  readonly state: 'starting' | 'running' | 'failed' | 'closed';
  /** Processor time of all its children, as last reported. */
  readonly cpuSeconds: number;
  /** Ends the child at once; nothing is called after this. */
  close(): void;
}

/** Nothing of it is called before `openTranscoder` has returned. */
export interface TranscoderOptions {
  /** Of the source; a stream of another size needs another transcoder. */
  readonly format: PictureFormat;
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly audio: AudioFormat | undefined;
  /** Largest first; empty: only sound is converted and no picture is decoded. */
  readonly renditions: readonly RenditionSpec[];
  readonly onVideo: (renditionId: string, unit: VideoUnit) => void;
  /** Before the first packet of converted sound, and again after a restart. */
  readonly onAudioFormat: (format: AudioFormat) => void;
  /** The sound in the other codec, which belongs to every rendition. */
  readonly onAudio: (unit: AudioUnit) => void;
  /**
   * Pictures were lost, by a crash, a hang or a machine that is too slow. The renditions continue at the source's next
   * keyframe, and are ready for it now: it may be requested.
   */
  readonly onGap: () => void;
  /** The machine does not keep up with this stream. */
  readonly onBehind?: () => void;
  /** `failed` and `unsupported` are final: the stream stays passthrough. */
  readonly onState: (state: 'running' | 'failed' | 'unsupported') => void;
  readonly log: Log;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Waits before restarts after crashes in a row; one crash more is a failure. */
  readonly restartMs?: readonly number[];
}

const RESTART_MS = [250, 1_000, 5_000, 15_000] as const;
/** A child whose oldest unit waits longer than this is too slow, and skips to a keyframe. */
const BEHIND_MS = 1_500;
/** While the codecs are being loaded, units may wait longer. */
const BEHIND_AT_START_MS = 4_000;
/** No longer behind. */
const CAUGHT_UP_MS = 300;
/** A child that is silent for this long though units wait hangs. */
const HANG_MS = 5_000;
const HANG_AT_START_MS = 20_000;
const UNITS_MAX = 512;
const BYTES_MAX = 8 * 2 ** 20;
const UNIT_BYTES_MAX = 4 * 2 ** 20;

/** What happens to pictures now. `drain`: the queue has to become short first. */
type Flow = 'wait_for_key' | 'send' | 'drain' | 'down';

const bufferOf = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

const videoUnit = ({ ticks, compositionTicks, isKey, data }: EncodedPicture): VideoUnit => ({
  ticks,
  ...(compositionTicks !== 0 && { compositionTicks }),
  isKey,
  ...splitAnnexB(bufferOf(data)),
});

const audioUnit = ({ data, ...times }: EncodedSound): AudioUnit => ({ ...times, data: bufferOf(data) });

/** Starts the child; the caller holds its share of the machine (`TranscodeBudget`). */
export function openTranscoder(options: TranscoderOptions): Transcoder {
  const { renditions, log, now } = options;
  let { sps, pps } = options;
  let state: Transcoder['state'] = 'starting';
  let flow: Flow = 'wait_for_key';
  let cpuSecondsBefore = 0;
  let cpuSecondsOfChild = 0;
  const queue = makeUnitQueue({ unitsMax: UNITS_MAX, bytesMax: BYTES_MAX });
  /** Renditions whose extra keyframe is on its way. */
  const keyframesWanted = new Set<string>();
  const isOver = (): boolean => state === 'failed' || state === 'closed';

  const fail = (told: 'failed' | 'unsupported'): void => {
    state = 'failed';
    child.close();
    options.onState(told);
  };

  const onDone = (pictures: readonly EncodedPicture[], sounds: readonly EncodedSound[]): void => {
    queue.takeOldest(now());
    for (const picture of pictures) {
      if (picture.isKey) keyframesWanted.delete(picture.renditionId);
      // The caller may close the transcoder while it takes something.
      if (!isOver()) options.onVideo(picture.renditionId, videoUnit(picture));
    }
    for (const sound of sounds) if (!isOver()) options.onAudio(audioUnit(sound));
    if (isOver() || flow !== 'drain' || queue.waitMs(now()) > CAUGHT_UP_MS) return;
    flow = 'wait_for_key';
    options.onGap();
  };

  const onAnswer = (answer: TranscodeAnswer): void => {
    switch (answer.kind) {
      case 'ready':
        state = 'running';
        queue.restamp(now());
        options.onState('running');
        if (answer.audio && !isOver()) options.onAudioFormat(answer.audio);
        break;
      case 'unsupported':
        log.warn({ detail: answer.detail }, 'no codecs for this stream: it stays as it is');
        fail('unsupported');
        break;
      case 'done':
        cpuSecondsOfChild = answer.cpuSeconds;
        onDone(answer.pictures, answer.sounds);
        break;
      case 'fault':
        log.warn({ detail: answer.detail }, 'transcoding fault');
        break;
    }
  };

  const child = startTranscodeProcess({
    setup: () => ({
      kind: 'setup',
      width: options.format.width,
      height: options.format.height,
      avcConfiguration: avcConfiguration(sps, pps),
      audio: options.audio,
      renditions,
    }),
    restartMs: options.restartMs ?? RESTART_MS,
    onRestart() {
      flow = 'wait_for_key';
      if (renditions.length > 0) options.onGap();
    },
    onAnswer,
    onEnd(isFinal) {
      cpuSecondsBefore += cpuSecondsOfChild;
      cpuSecondsOfChild = 0;
      queue.clear();
      keyframesWanted.clear();
      flow = 'down';
      state = 'starting';
      if (isFinal) fail('failed');
    },
    log,
    now,
  });

  const endIfHung = (): void => {
    const silentMs = queue.silentMs(now());
    if (silentMs <= (state === 'running' ? HANG_MS : HANG_AT_START_MS)) return;
    log.warn({ silentMs }, 'transcode process hangs');
    queue.clear();
    flow = 'down';
    child.kill();
  };

  const isBehind = (): boolean =>
    queue.isFull || queue.waitMs(now()) > (state === 'running' ? BEHIND_MS : BEHIND_AT_START_MS);

  /** What is sent of a picture; undefined when it is too large to be one. */
  const dataOf = (unit: VideoUnit): Buffer | undefined => {
    const parameterSets = [unit.sps, unit.pps].filter((set) => set !== undefined);
    const data = lengthPrefixed([...parameterSets, ...unit.nals]);
    return data.length <= UNIT_BYTES_MAX ? data : undefined;
  };

  const sendVideo = (unit: VideoUnit): void => {
    const data = dataOf(unit);
    if (!data) {
      flow = 'wait_for_key';
      return options.onGap();
    }
    queue.add(data.length, now());
    const { ticks, isKey, compositionTicks = 0 } = unit;
    child.send({ kind: 'video', ticks, compositionTicks, isKey, data });
  };

  return {
    renditions,
    get state() {
      return state;
    },
    get cpuSeconds() {
      return cpuSecondsBefore + cpuSecondsOfChild;
    },
    pushVideo(unit) {
      if (isOver() || renditions.length === 0 || unit.nals.length === 0) return;
      sps = unit.sps ?? sps;
      pps = unit.pps ?? pps;
      endIfHung();
      if (flow === 'send' && isBehind()) {
        flow = 'drain';
        log.warn({ units: queue.length }, 'transcoding is behind, going on at a later keyframe');
        options.onBehind?.();
      }
      if (flow === 'wait_for_key' && unit.isKey && child.isUp) flow = 'send';
      if (flow === 'send') sendVideo(unit);
    },
    pushAudio({ onVideoMs, data }) {
      if (isOver() || !options.audio) return;
      endIfHung();
      if (queue.isFull || !child.isUp || data.length > UNIT_BYTES_MAX) return;
      queue.add(data.length, now());
      child.send({ kind: 'audio', onVideoMs, data });
    },
    requestKeyframe(renditionId) {
      if (isOver() || flow !== 'send' || keyframesWanted.has(renditionId)) return;
      if (!renditions.some(({ id }) => id === renditionId)) return;
      keyframesWanted.add(renditionId);
      child.send({ kind: 'keyframe', renditionId });
    },
    close() {
      if (!isOver()) child.close();
      state = 'closed';
      queue.clear();
    },
  };
}

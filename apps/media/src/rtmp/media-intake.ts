import type { AacFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';
import { type ExceededLimit, makeSourceLimits } from '../packaging/source-limits.ts';
import { AAC_PACKET_TICKS, parseAacConfig } from './aac.ts';
import { parseAvcConfig, parsePicture } from '../packaging/avc.ts';
import { type FlvTag, parseAudioTag, parseVideoTag } from './wire/flv-tags.ts';
import { makeMediaClock } from './media-clock.ts';
import { type RtmpMessage, TYPE } from './wire/messages.ts';
import { REFUSED_AAC, REFUSED_LIMIT, REFUSED_PROFILE, type RefusalText } from './wire/refusal-texts.ts';

/** Takes units as they are read. */
export interface MediaSink {
  onVideo(unit: VideoUnit): void;
  onAudioFormat(format: AacFormat): void;
  onAudio(unit: AudioUnit): void;
}

/** Why the media of a publisher are not taken any longer. */
export type IntakeFault = { readonly kind: 'malformed' } | ({ readonly kind: 'refused' } & RefusalText);

/** One publisher's audio and video messages in, pictures and sound on one clock out. */
export interface MediaIntake {
  /** Takes a message of the types audio and video. Never throws on its contents. */
  push(message: RtmpMessage): IntakeFault | undefined;
}

const TICKS_PER_MS = 90;
/** Decoded pictures are shown within this; more is an invalid time. */
const COMPOSITION_MS_MAX = 10_000;

const MALFORMED: IntakeFault = { kind: 'malformed' };

const faultOf = (limit: ExceededLimit | undefined): IntakeFault | undefined =>
  limit && { kind: 'refused', ...REFUSED_LIMIT[limit] };

export function makeMediaIntake(sink: MediaSink): MediaIntake {
  const clock = makeMediaClock();
  const limits = makeSourceLimits();
  let lengthBytes: number | undefined;
  /** Parameter sets that no key picture has carried yet. */
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  let audio: AacFormat | undefined;

  const videoConfig = (data: Buffer): IntakeFault | undefined => {
    const config = parseAvcConfig(data);
    if (!config) return MALFORMED;
    if (config === 'unplayable') return { kind: 'refused', ...REFUSED_PROFILE };
    ({ sps, pps, lengthBytes } = config);
    return faultOf(limits.onParameters(config.sps));
  };

  const video = (timestampMs: number, data: Buffer, compositionMs: number): IntakeFault | undefined => {
    if (lengthBytes === undefined) return undefined;
    const picture = parsePicture(data, lengthBytes);
    if (!picture) return MALFORMED;
    sps = picture.sps ?? sps;
    pps = picture.pps ?? pps;
    const { isKey, nals } = picture;
    if (nals.length === 0) return undefined;
    const exceeded =
      (picture.sps && limits.onParameters(picture.sps)) ?? limits.onPicture(timestampMs, data.length);
    if (exceeded) return faultOf(exceeded);
    const shownLaterMs = Math.min(Math.max(compositionMs, -COMPOSITION_MS_MAX), COMPOSITION_MS_MAX);
    const ticks = clock.place('video', timestampMs) * TICKS_PER_MS;
    const sets = isKey ? { sps, pps } : { sps: undefined, pps: undefined };
    if (isKey) sps = pps = undefined;
    sink.onVideo({ ticks, compositionTicks: shownLaterMs * TICKS_PER_MS, isKey, ...sets, nals });
    return undefined;
  };

  const audioConfig = (data: Buffer): IntakeFault | undefined => {
    const format = parseAacConfig(data);
    if (!format) return MALFORMED;
    if (format === 'unplayable') return { kind: 'refused', ...REFUSED_AAC };
    const isNew = !audio?.config.equals(format.config);
    audio = format;
    if (isNew) sink.onAudioFormat(format);
    return undefined;
  };

  const sound = (timestampMs: number, data: Buffer): IntakeFault | undefined => {
    if (!audio) return undefined;
    const exceeded = limits.onSound(timestampMs);
    if (exceeded) return faultOf(exceeded);
    const onVideoMs = clock.place('audio', timestampMs);
    sink.onAudio({ onVideoMs, durationTicks: AAC_PACKET_TICKS, data });
    return undefined;
  };

  const take = (isVideo: boolean, timestampMs: number, tag: FlvTag): IntakeFault | undefined => {
    switch (tag.kind) {
      case 'config':
        return isVideo ? videoConfig(tag.data) : audioConfig(tag.data);
      case 'frame':
        return isVideo ? video(timestampMs, tag.data, tag.compositionMs) : sound(timestampMs, tag.data);
      case 'empty':
        return undefined;
      default:
        return tag;
    }
  };

  return {
    push({ typeId, timestampMs, payload }) {
      const isVideo = typeId === TYPE.video;
      return take(isVideo, timestampMs, isVideo ? parseVideoTag(payload) : parseAudioTag(payload));
    },
  };
}

import type { AudioUnit, VideoUnit } from '../../packaging/units.ts';
import { makeArrivalLog } from '../rtp/arrival-log.ts';
import { makeAudioReceiver } from './audio-receiver.ts';
import { makeAvSync } from './av-sync.ts';
import { nextTargetKbps } from './bitrate-target.ts';
import { type ExtensionIds, type Extensions, readExtensions } from '../rtp/header-extensions.ts';
import { makeLayerClocks } from './layer-clocks.ts';
import { makeLayerNames } from '../whip/layer-names.ts';
import { makeLayerSwitch } from './layer-switch.ts';
import { parseRtcp } from '../rtp/rtcp.ts';
import { estimatedBitrate, receiverReport } from '../rtp/rtcp-feedback.ts';
import { isRtcp, parseRtp, type RtpPacket } from '../rtp/rtp.ts';
import type { StreamMeter } from './stream-meter.ts';
import { makeVideoReceiver } from './video-receiver.ts';

/**
 * One publisher's packets in, pictures and sound in order out, and the feedback that a sender needs: requests for
 * missing packets, keyframes, reports, arrival times and the accepted bit rate. Independent of the transport.
 */
export interface MediaReceiver {
  /** A decrypted packet, RTP or RTCP. Never throws on its contents. */
  receive(packet: Buffer, nowMs: number): void;
  /** To be called each 20 to 100 ms. */
  tick(nowMs: number): void;
  /** Requests a keyframe at the next tick, however recent the last one is. @param layer only of that size */
  requestKeyframe(layer?: number): void;
  /** When media last arrived; undefined before the first packet. */
  readonly lastMediaMs: number | undefined;
  /** Packets that were missing and came by a repeat. */
  readonly recovered: number;
}

export interface MediaReceiverOptions {
  readonly videoPayloadType: number;
  /** For repeats in a separate stream; undefined: there is none. */
  readonly rtxPayloadType?: number | undefined;
  readonly audioPayloadType: number | undefined;
  /** For sound packets that contain earlier ones; undefined: there are none. */
  readonly redundantPayloadType?: number | undefined;
  readonly extensions?: ExtensionIds;
  /** Names of the picture's sizes; absent or empty: a single one, without a name. */
  readonly layers?: readonly string[];
  readonly maxKbps: number;
  readonly meter: StreamMeter;
  /** The picture; with several sizes the largest present. */
  readonly onVideo: (unit: VideoUnit) => void;
  /** A smaller size of the same picture on the same clock, by its place in `layers`. */
  readonly onLayer?: (layer: number, unit: VideoUnit) => void;
  /** It no longer accompanies the picture. */
  readonly onLayerEnd?: (layer: number) => void;
  readonly onAudio: (unit: AudioUnit) => void;
  readonly sendFeedback: (packet: Buffer) => void;
}

const REPORT_MS = 1_000;
/** Layers idle for as long get keyframe requests together, so that one can replace another. */
const KEYFRAME_TOGETHER_MS = 1_000;

export function makeMediaReceiver(options: MediaReceiverOptions): MediaReceiver {
  const { meter, extensions = {}, layers = [], sendFeedback } = options;
  const isLayered = layers.length > 0;
  const sync = makeAvSync();
  const clocks = makeLayerClocks();
  const names = makeLayerNames(layers);
  const arrivals = makeArrivalLog();
  const hasArrivals = extensions.transportSequence !== undefined;
  let lastMediaMs: number | undefined;
  let lastReportMs: number | undefined;
  let targetKbps = options.maxKbps;
  let nowMs = 0;

  const audio = makeAudioReceiver(options, () => sync.reset('audio'));
  const choice = makeLayerSwitch({
    onSource: (unit) => options.onVideo(unit),
    onLayer: (layer, unit) => options.onLayer?.(layer, unit),
    onLayerEnd: (layer) => options.onLayerEnd?.(layer),
    requestKeyframe: (layer) => videos[layer]!.requestKeyframe(),
  });

  const makeVideo = (layer: number) =>
    makeVideoReceiver({
      onPicture(unit, isOutOfOrder) {
        if (!isLayered || layer === choice.source) meter.onPicture(unit.isKey, isOutOfOrder, nowMs);
      },
      onVideo(unit) {
        const ticks = clocks.place(layer, unit.ticks);
        if (ticks === undefined) return;
        if (isLayered) choice.onVideo(layer, { ...unit, ticks }, nowMs);
        else options.onVideo(unit);
      },
      onReset() {
        clocks.reset(layer);
        if (!isLayered) sync.reset('video');
      },
      sendFeedback,
    });
  const videos = (isLayered ? layers : ['']).map((_name, layer) => makeVideo(layer));

  const receiveRtcp = (packet: Buffer): void => {
    for (const report of parseRtcp(packet).reports) {
      if (report.ssrc === audio.ssrc) {
        const ticks = audio.onReport(report, nowMs);
        if (ticks !== undefined) sync.onReport('audio', report, ticks);
      }
      const layer = videos.findIndex(({ ssrc }) => ssrc === report.ssrc);
      const ticks = videos[layer]?.onReport(report, nowMs);
      if (ticks === undefined) continue;
      clocks.onReport(layer, ticks, report.ntpMs);
      const placed = clocks.place(layer, ticks);
      if (placed !== undefined) sync.onReport('video', report, placed);
    }
  };

  const receiveAudio = (packet: RtpPacket): void => {
    const sounds = audio.receive(packet, nowMs);
    const newest = sounds.at(-1);
    if (newest) sync.onPacket('audio', newest.ticks, nowMs);
    for (const { ticks, durationTicks, data } of sounds) {
      const onVideoMs = sync.audioOnVideoMs(ticks);
      if (onVideoMs !== undefined) options.onAudio({ onVideoMs, durationTicks, data });
    }
  };

  const receiveVideo = (packet: RtpPacket, layer: number): void => {
    videos[layer]!.receive(packet, nowMs, (ticks) => {
      clocks.onPacket(layer, ticks, nowMs);
      const placed = clocks.place(layer, ticks);
      if (placed !== undefined && packet.payload.length > 0) sync.onPacket('video', placed, nowMs);
    });
  };

  const receiveRtp = (rtp: RtpPacket, bytes: number, named: Extensions): void => {
    const { payloadType } = rtp;
    const isSound = payloadType === options.audioPayloadType || payloadType === options.redundantPayloadType;
    const isRepeat = payloadType === options.rtxPayloadType;
    if (!isSound && !isRepeat && payloadType !== options.videoPayloadType) return;
    meter.onBytes(bytes);
    if (!isRepeat && rtp.payload.length > 0) lastMediaMs = nowMs;
    if (isSound) return receiveAudio(rtp);
    const layer = names.layerOf(rtp.ssrc, isRepeat ? named.repairedRid : named.rid, isRepeat);
    if (layer === undefined) return;
    if (isRepeat) videos[layer]!.receiveRepeat(rtp, nowMs);
    else receiveVideo(rtp, layer);
  };

  const sendReports = (): void => {
    const pictures = videos.flatMap((video) => video.closeInterval(nowMs) ?? []);
    const lossShare = pictures.reduce((most, one) => Math.max(most, one.lossShare), 0);
    if (pictures.length > 0) {
      meter.onLoss(lossShare);
      // A sender that learns arrival times judges its connection by them, and only needs to know our upper limit.
      targetKbps = hasArrivals ? options.maxKbps : nextTargetKbps(targetKbps, lossShare, options.maxKbps);
    }
    pictures.forEach(({ block }, i) => {
      const limit = i === 0 ? [estimatedBitrate(block.ssrc, targetKbps)] : [];
      sendFeedback(Buffer.concat([receiverReport(block), ...limit]));
    });
    const sound = audio.closeInterval(nowMs);
    if (sound) sendFeedback(receiverReport(sound));
  };

  const tellArrivals = (): void => {
    if (!hasArrivals) return;
    const mediaSsrc = videos.find(({ ssrc }) => ssrc !== undefined)?.ssrc ?? audio.ssrc ?? 0;
    for (const feedback of arrivals.takeDue(mediaSsrc, nowMs))
      sendFeedback(Buffer.concat([receiverReport(undefined), feedback]));
  };

  /** Where one size is due for a keyframe the others have theirs with it. */
  const alignKeyframes = (): void => {
    if (!isLayered || !videos.some((video) => video.isKeyDue(nowMs))) return;
    for (const video of videos) if (video.keyAgeMs(nowMs) > KEYFRAME_TOGETHER_MS) video.requestKeyframe();
  };

  return {
    get lastMediaMs() {
      return lastMediaMs;
    },
    get recovered() {
      return videos.reduce((sum, { recovered }) => sum + recovered, 0);
    },
    receive(packet, atMs) {
      nowMs = atMs;
      if (isRtcp(packet)) {
        receiveRtcp(packet);
        return;
      }
      const rtp = parseRtp(packet);
      if (!rtp) return;
      const named = readExtensions(packet, extensions);
      if (named.transportSequence !== undefined) arrivals.onPacket(named.transportSequence, nowMs);
      receiveRtp(rtp, packet.length, named);
      tellArrivals();
    },
    requestKeyframe(layer) {
      if (layer === undefined) for (const video of videos) video.requestKeyframe();
      else videos[layer]?.requestKeyframe();
    },
    tick(atMs) {
      nowMs = atMs;
      alignKeyframes();
      for (const video of videos) video.tick(nowMs);
      if (isLayered) choice.tick(nowMs);
      tellArrivals();
      lastReportMs ??= nowMs;
      if (nowMs - lastReportMs >= REPORT_MS) {
        lastReportMs = nowMs;
        sendReports();
      }
    },
  };
}

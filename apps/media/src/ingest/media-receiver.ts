import type { AudioUnit, VideoUnit } from '../packaging/units.ts';
import { makeArrivalLog } from './arrival-log.ts';
import { makeAudioReceiver } from './audio-receiver.ts';
import { makeAvSync } from './av-sync.ts';
import { nextTargetKbps } from './bitrate-target.ts';
import { type ExtensionIds, readExtensions } from './header-extensions.ts';
import { parseRtcp } from './rtcp.ts';
import { estimatedBitrate, receiverReport } from './rtcp-feedback.ts';
import { isRtcp, parseRtp, type RtpPacket } from './rtp.ts';
import type { StreamMeter } from './stream-meter.ts';
import { makeVideoReceiver } from './video-receiver.ts';

/**
 * One publisher's packets in, pictures and sound in order out, and the feedback that a sender needs:
 * repeats of what is missing, keyframes, reports, when packets came and the bit rate that we take. Knows no transport.
 */
export interface MediaReceiver {
  /** A packet, RTP or RTCP, as decrypted. Never throws on what it holds. */
  receive(packet: Buffer, nowMs: number): void;
  /** To be called each 20 to 100 ms. */
  tick(nowMs: number): void;
  /** Asks for a keyframe at the next tick, however young the last one is. */
  requestKeyframe(): void;
  /** When media last arrived; undefined before the first packet. */
  readonly lastMediaMs: number | undefined;
  /** Packets that were missing and came by a repeat. */
  readonly recovered: number;
}

export interface MediaReceiverOptions {
  readonly videoPayloadType: number;
  /** Of repeats in a stream of their own; undefined: there is none. */
  readonly rtxPayloadType?: number | undefined;
  readonly audioPayloadType: number | undefined;
  readonly extensions?: ExtensionIds;
  readonly maxKbps: number;
  readonly meter: StreamMeter;
  readonly onVideo: (unit: VideoUnit) => void;
  readonly onAudio: (unit: AudioUnit) => void;
  readonly sendFeedback: (packet: Buffer) => void;
}

const REPORT_MS = 1_000;

export function makeMediaReceiver(options: MediaReceiverOptions): MediaReceiver {
  const { meter, extensions = {}, sendFeedback } = options;
  const sync = makeAvSync();
  const arrivals = makeArrivalLog();
  const hasArrivals = extensions.transportSequence !== undefined;
  let lastMediaMs: number | undefined;
  let lastReportMs: number | undefined;
  let targetKbps = options.maxKbps;
  let nowMs = 0;

  const audio = makeAudioReceiver(() => sync.reset('audio'));
  const video = makeVideoReceiver({
    onPicture: (unit, isOutOfOrder) => meter.onPicture(unit.isKey, isOutOfOrder, nowMs),
    onVideo: (unit) => options.onVideo(unit),
    onReset: () => sync.reset('video'),
    sendFeedback,
  });

  const receiveRtcp = (packet: Buffer): void => {
    for (const report of parseRtcp(packet).reports) {
      const track = report.ssrc === video.ssrc ? 'video' : report.ssrc === audio.ssrc ? 'audio' : undefined;
      if (!track) continue;
      const ticks = (track === 'video' ? video : audio).onReport(report, nowMs);
      if (ticks !== undefined) sync.onReport(track, report, ticks);
    }
  };

  const receiveAudio = (packet: RtpPacket): void => {
    const sound = audio.receive(packet, nowMs);
    if (!sound) return;
    const { ticks, durationTicks } = sound;
    sync.onPacket('audio', ticks, nowMs);
    const onVideoMs = sync.audioOnVideoMs(ticks);
    if (onVideoMs !== undefined) options.onAudio({ onVideoMs, durationTicks, data: packet.payload });
  };

  const receiveVideo = (packet: RtpPacket): void => {
    const ticks = video.receive(packet, nowMs);
    if (packet.payload.length > 0) sync.onPacket('video', ticks, nowMs);
  };

  const receiveRtp = (rtp: RtpPacket, bytes: number): void => {
    const { payloadType } = rtp;
    const isSound = payloadType === options.audioPayloadType;
    const isRepeat = payloadType === options.rtxPayloadType;
    if (!isSound && !isRepeat && payloadType !== options.videoPayloadType) return;
    meter.onBytes(bytes);
    if (isRepeat) return video.receiveRepeat(rtp, nowMs);
    if (rtp.payload.length > 0) lastMediaMs = nowMs;
    if (isSound) receiveAudio(rtp);
    else receiveVideo(rtp);
  };

  const sendReports = (): void => {
    const picture = video.closeInterval(nowMs);
    if (picture) {
      const { block, lossShare } = picture;
      meter.onLoss(lossShare);
      // Whoever hears when its packets came judges its line by that, and has to be told only what we take at all.
      targetKbps = hasArrivals ? options.maxKbps : nextTargetKbps(targetKbps, lossShare, options.maxKbps);
      sendFeedback(Buffer.concat([receiverReport(block), estimatedBitrate(block.ssrc, targetKbps)]));
    }
    const sound = audio.closeInterval(nowMs);
    if (sound) sendFeedback(receiverReport(sound));
  };

  const tellArrivals = (): void => {
    if (!hasArrivals) return;
    const mediaSsrc = video.ssrc ?? audio.ssrc ?? 0;
    for (const feedback of arrivals.takeDue(mediaSsrc, nowMs))
      sendFeedback(Buffer.concat([receiverReport(undefined), feedback]));
  };

  return {
    get lastMediaMs() {
      return lastMediaMs;
    },
    get recovered() {
      return video.recovered;
    },
    receive(packet, atMs) {
      nowMs = atMs;
      if (isRtcp(packet)) {
        receiveRtcp(packet);
        return;
      }
      const rtp = parseRtp(packet);
      if (!rtp) return;
      const { transportSequence } = readExtensions(packet, extensions);
      if (transportSequence !== undefined) arrivals.onPacket(transportSequence, nowMs);
      receiveRtp(rtp, packet.length);
      tellArrivals();
    },
    requestKeyframe: () => video.requestKeyframe(),
    tick(atMs) {
      nowMs = atMs;
      video.tick(nowMs);
      tellArrivals();
      lastReportMs ??= nowMs;
      if (nowMs - lastReportMs >= REPORT_MS) {
        lastReportMs = nowMs;
        sendReports();
      }
    },
  };
}

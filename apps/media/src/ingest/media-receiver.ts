import type { AudioUnit, VideoUnit } from '../packaging/units.ts';
import { isBSlice } from '../packaging/sps.ts';
import { makeAvSync } from './av-sync.ts';
import { nextTargetKbps } from './bitrate-target.ts';
import { makeH264Depacketizer } from './h264-depacketizer.ts';
import { opusTicks } from '../packaging/opus.ts';
import { makeReception } from './reception.ts';
import { makeReorderBuffer, REORDER_DEFAULTS } from './reorder-buffer.ts';
import { parseRtcp } from './rtcp.ts';
import { estimatedBitrate, negativeAcknowledgement, pictureLoss, receiverReport } from './rtcp-feedback.ts';
import { isRtcp, parseRtp, type RtpPacket } from './rtp.ts';
import type { StreamMeter } from './stream-meter.ts';
import { makeUnwrapper } from './unwrap.ts';

/**
 * One publisher's packets in, pictures and sound in order out, and the feedback that a sender needs:
 * repeats of what is missing, keyframes, reports and the bit rate that we take. Knows no transport.
 */
export interface MediaReceiver {
  /** A packet of a track, RTP or RTCP, as decrypted. Never throws on what it holds. */
  receive(track: 'video' | 'audio', packet: Buffer, nowMs: number): void;
  /** To be called each 20 to 100 ms. */
  tick(nowMs: number): void;
  /** Asks for a keyframe at the next tick, however young the last one is. */
  requestKeyframe(): void;
  /** When media last arrived; undefined before the first packet. */
  readonly lastMediaMs: number | undefined;
}

export interface MediaReceiverOptions {
  readonly videoPayloadType: number;
  readonly audioPayloadType: number | undefined;
  readonly maxKbps: number;
  readonly meter: StreamMeter;
  readonly onVideo: (unit: VideoUnit) => void;
  readonly onAudio: (unit: AudioUnit) => void;
  readonly sendFeedback: (track: 'video' | 'audio', packet: Buffer) => void;
}

/** Keyframes are asked for when the last is older than this; late joiners need one soon. */
const KEYFRAME_TARGET_MS = 2_000;
/** A sender that keeps its own interval of 2 s is not to be disturbed. */
const KEYFRAME_SLACK_MS = 150;
const KEYFRAME_ASK_MS = 500;
const REPORT_MS = 1_000;

interface TrackState {
  ssrc: number | undefined;
  readonly sequences: ReturnType<typeof makeUnwrapper>;
  readonly timestamps: ReturnType<typeof makeUnwrapper>;
  readonly reception: ReturnType<typeof makeReception>;
}

const makeTrackState = (clockHz: number): TrackState => ({
  ssrc: undefined,
  sequences: makeUnwrapper(16),
  timestamps: makeUnwrapper(32),
  reception: makeReception(clockHz),
});

export function makeMediaReceiver(options: MediaReceiverOptions): MediaReceiver {
  const { meter } = options;
  const tracks = { video: makeTrackState(90_000), audio: makeTrackState(48_000) };
  const sync = makeAvSync();
  let lastMediaMs: number | undefined;
  let lastKeyMs: number | undefined;
  let lastAskMs = -Infinity;
  let lastReportMs: number | undefined;
  let isWaitingForKey = true;
  let newestTicks = -Infinity;
  let targetKbps = options.maxKbps;
  let nowMs = 0;

  const depacketizer = makeH264Depacketizer((unit) => {
    const ticks = tracks.video.timestamps.next(unit.timestamp);
    const isOutOfOrder = ticks < newestTicks || unit.nals.some(isBSlice);
    newestTicks = Math.max(newestTicks, ticks);
    if (unit.nals.length > 0) meter.onPicture(unit.isKey, isOutOfOrder, nowMs);
    if (unit.isKey) {
      lastKeyMs = nowMs;
      isWaitingForKey = false;
    }
    // A picture that refers to a lost one would smear; the last good one stands until the next keyframe.
    if (isWaitingForKey && unit.nals.length > 0) return;
    options.onVideo({ ticks, isKey: unit.isKey, sps: unit.sps, pps: unit.pps, nals: unit.nals });
  });

  const reorder = makeReorderBuffer<RtpPacket>({
    ...REORDER_DEFAULTS,
    onPacket: (packet) => depacketizer.push(packet),
    onLoss: () => {
      depacketizer.onLoss();
      isWaitingForKey = true;
    },
  });

  const reset = (track: 'video' | 'audio', state: TrackState): void => {
    state.sequences.reset();
    state.timestamps.reset();
    state.reception.reset();
    sync.reset(track);
    if (track === 'audio') return;
    reorder.reset();
    depacketizer.reset();
    isWaitingForKey = true;
    newestTicks = -Infinity;
  };

  const receiveRtcp = (packet: Buffer): void => {
    for (const report of parseRtcp(packet).reports) {
      for (const kind of ['video', 'audio'] as const) {
        const state = tracks[kind];
        if (state.ssrc !== report.ssrc) continue;
        state.reception.onSenderReport(report, nowMs);
        const ticks = state.timestamps.near(report.rtpTimestamp);
        if (ticks !== undefined) sync.onReport(kind, report, ticks);
      }
    }
  };

  const receiveVideo = (packet: RtpPacket, sequence: number): void => {
    const ticks = tracks.video.timestamps.near(packet.timestamp) ?? packet.timestamp;
    tracks.video.reception.onPacket(sequence, ticks, nowMs);
    if (packet.payload.length > 0) sync.onPacket('video', ticks, nowMs);
    reorder.push(sequence, packet, nowMs);
  };

  const receiveAudio = (packet: RtpPacket, sequence: number): void => {
    const ticks = tracks.audio.timestamps.next(packet.timestamp);
    tracks.audio.reception.onPacket(sequence, ticks, nowMs);
    const durationTicks = opusTicks(packet.payload);
    if (durationTicks === undefined) return;
    sync.onPacket('audio', ticks, nowMs);
    const onVideoMs = sync.audioOnVideoMs(ticks);
    if (onVideoMs !== undefined) options.onAudio({ onVideoMs, durationTicks, data: packet.payload });
  };

  /** Feedback travels behind a report, as every compound packet has to begin with one. */
  const sendVideoFeedback = (ssrc: number, packet: Buffer): void => {
    const report = receiverReport(tracks.video.reception.block(ssrc, nowMs));
    options.sendFeedback('video', Buffer.concat([report, packet]));
  };

  const askForMissing = (): void => {
    const missing = reorder.takeMissing(nowMs);
    const { ssrc } = tracks.video;
    if (missing.length === 0 || ssrc === undefined) return;
    const numbers = missing.map((sequence) => sequence & 0xffff);
    sendVideoFeedback(ssrc, negativeAcknowledgement(ssrc, numbers));
  };

  const sendReports = (): void => {
    for (const track of ['video', 'audio'] as const) {
      const { ssrc, reception } = tracks[track];
      if (ssrc === undefined) continue;
      const lossShare = reception.closeInterval();
      const packets = [receiverReport(reception.block(ssrc, nowMs))];
      if (track === 'video') {
        meter.onLoss(lossShare);
        targetKbps = nextTargetKbps(targetKbps, lossShare, options.maxKbps);
        packets.push(estimatedBitrate(ssrc, targetKbps));
      }
      options.sendFeedback(track, Buffer.concat(packets));
    }
  };

  const askForKeyframe = (): void => {
    const { ssrc } = tracks.video;
    if (ssrc === undefined || nowMs - lastAskMs < KEYFRAME_ASK_MS) return;
    const isOld = lastKeyMs === undefined || nowMs - lastKeyMs > KEYFRAME_TARGET_MS + KEYFRAME_SLACK_MS;
    if (!isOld && !isWaitingForKey) return;
    lastAskMs = nowMs;
    sendVideoFeedback(ssrc, pictureLoss(ssrc));
  };

  return {
    get lastMediaMs() {
      return lastMediaMs;
    },
    receive(track, packet, atMs) {
      nowMs = atMs;
      if (isRtcp(packet)) {
        receiveRtcp(packet);
        return;
      }
      const rtp = parseRtp(packet);
      const wanted = track === 'video' ? options.videoPayloadType : options.audioPayloadType;
      if (!rtp || rtp.payloadType !== wanted) return;
      const state = tracks[track];
      if (state.ssrc !== rtp.ssrc) {
        if (state.ssrc !== undefined) reset(track, state);
        state.ssrc = rtp.ssrc;
      }
      meter.onBytes(packet.length);
      if (rtp.payload.length > 0) lastMediaMs = nowMs;
      const sequence = state.sequences.next(rtp.sequence);
      if (track === 'audio') receiveAudio(rtp, sequence);
      else {
        receiveVideo(rtp, sequence);
        askForMissing();
        if (isWaitingForKey) askForKeyframe();
      }
    },
    requestKeyframe() {
      lastKeyMs = undefined;
      lastAskMs = -Infinity;
    },
    tick(atMs) {
      nowMs = atMs;
      reorder.expire(nowMs);
      askForMissing();
      askForKeyframe();
      lastReportMs ??= nowMs;
      if (nowMs - lastReportMs >= REPORT_MS) {
        lastReportMs = nowMs;
        sendReports();
      }
    },
  };
}

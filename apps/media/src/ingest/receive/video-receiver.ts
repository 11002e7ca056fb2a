import type { VideoUnit } from '../../packaging/units.ts';
import { isBSlice } from '../../packaging/sps.ts';
import { makeH264Depacketizer } from '../rtp/h264-depacketizer.ts';
import { makeReception } from './reception.ts';
import { makeReorderBuffer, REORDER_DEFAULTS } from '../rtp/reorder-buffer.ts';
import type { SenderReport } from '../rtp/rtcp.ts';
import {
  negativeAcknowledgement,
  pictureLoss,
  receiverReport,
  type ReceptionBlock,
} from '../rtp/rtcp-feedback.ts';
import type { RtpPacket } from '../rtp/rtp.ts';
import { makeSequenceWatch } from '../rtp/sequence-watch.ts';
import { makeUnwrapper } from '../rtp/unwrap.ts';

/** One picture's packets in one size, put in order, and the requests to its sender: repeats and keyframes. */
export interface VideoReceiver {
  readonly ssrc: number | undefined;
  /** Packets that were missing and came by a repeat. */
  readonly recovered: number;
  /**
   * @param onTime hears the packet's time on the sender's clock, unwrapped, in ticks of 90 kHz, before what it
   * completes
   */
  receive(packet: RtpPacket, nowMs: number, onTime: (ticks: number) => void): void;
  /** A repeat in a stream of its own (RFC 4588). */
  receiveRepeat(packet: RtpPacket, nowMs: number): void;
  /** @returns the report's time, unwrapped near the packets; undefined before the first */
  onReport(report: SenderReport, nowMs: number): number | undefined;
  /** Ends an interval of reports. */
  closeInterval(nowMs: number): { readonly block: ReceptionBlock; readonly lossShare: number } | undefined;
  tick(nowMs: number): void;
  /** The last keyframe is so old that another one is asked for. */
  isKeyDue(nowMs: number): boolean;
  /** Since the last keyframe, in milliseconds; infinite before the first and while another one is asked for. */
  keyAgeMs(nowMs: number): number;
  /** Asks for a keyframe at the next tick, however young the last one is. */
  requestKeyframe(): void;
}

export interface VideoReceiverOptions {
  /** A picture has arrived completely, whether or not it can be shown. */
  readonly onPicture: (unit: VideoUnit, isOutOfOrder: boolean) => void;
  /** A picture that can be shown after the one before. */
  readonly onVideo: (unit: VideoUnit) => void;
  /** The sender restarted with other numbers and times. */
  readonly onReset: () => void;
  readonly sendFeedback: (packet: Buffer) => void;
}

/** Keyframes are asked for when the last is older than this; late joiners need one soon. */
const KEYFRAME_TARGET_MS = 2_000;
/** A sender that keeps its own interval of 2 s is not to be disturbed. */
const KEYFRAME_SLACK_MS = 150;
const KEYFRAME_ASK_MS = 500;
/** One that is asked for because of its age may be long on its way, and a second would be longer. */
const KEYFRAME_OLD_ASK_MS = 1_500;
const VIDEO_HZ = 90_000;
/** A repeat begins with the number that the packet had. */
const ORIGINAL_BYTES = 2;
/** A sender whose times jump further than this has restarted its times as well. */
const CLOCK_JUMP_TICKS = VIDEO_HZ * 10;

export function makeVideoReceiver(options: VideoReceiverOptions): VideoReceiver {
  const sequences = makeUnwrapper(16);
  const timestamps = makeUnwrapper(32);
  const reception = makeReception(VIDEO_HZ);
  const watch = makeSequenceWatch();
  /** What came last whose number is far from all others. */
  let strange: RtpPacket | undefined;
  let ssrc: number | undefined;
  let lastKeyMs: number | undefined;
  let lastAskMs = -Infinity;
  let isWaitingForKey = true;
  let newestTicks = -Infinity;
  let recovered = 0;
  let nowMs = 0;

  const depacketizer = makeH264Depacketizer((access) => {
    const ticks = timestamps.next(access.timestamp);
    const isOutOfOrder = ticks < newestTicks || access.nals.some(isBSlice);
    newestTicks = Math.max(newestTicks, ticks);
    const { isKey, sps, pps, nals } = access;
    const unit = { ticks, isKey, sps, pps, nals };
    if (nals.length > 0) options.onPicture(unit, isOutOfOrder);
    if (isKey) {
      lastKeyMs = nowMs;
      isWaitingForKey = false;
    }
    // A picture that refers to a lost one would smear; the last good one stays until the next keyframe.
    if (!isWaitingForKey || nals.length === 0) options.onVideo(unit);
  });

  const reorder = makeReorderBuffer<RtpPacket>({
    ...REORDER_DEFAULTS,
    onPacket: (packet) => depacketizer.push(packet),
    onLoss: () => {
      depacketizer.onLoss();
      isWaitingForKey = true;
    },
  });

  /** Numbers restart. */
  const resetNumbers = (): void => {
    sequences.reset();
    reception.reset();
    reorder.reset();
    depacketizer.reset();
    isWaitingForKey = true;
  };

  /** Times do, too. */
  const reset = (): void => {
    resetNumbers();
    watch.reset();
    strange = undefined;
    timestamps.reset();
    newestTicks = -Infinity;
    options.onReset();
  };

  const goOnFrom = (packet: RtpPacket): void => {
    const ticks = timestamps.near(packet.timestamp);
    const isSameClock = ticks !== undefined && ticks >= newestTicks && ticks - newestTicks < CLOCK_JUMP_TICKS;
    if (isSameClock) resetNumbers();
    else reset();
  };

  /** Feedback travels behind a report, as every compound packet has to begin with one. */
  const send = (source: number, packet: Buffer): void =>
    options.sendFeedback(Buffer.concat([receiverReport(reception.block(source, nowMs)), packet]));

  const askForMissing = (): void => {
    const missing = reorder.takeMissing(nowMs);
    if (missing.length === 0 || ssrc === undefined) return;
    const numbers = missing.map((sequence) => sequence & 0xffff);
    send(ssrc, negativeAcknowledgement(ssrc, numbers));
  };

  const isKeyOld = (atMs: number): boolean =>
    lastKeyMs === undefined || atMs - lastKeyMs > KEYFRAME_TARGET_MS + KEYFRAME_SLACK_MS;

  const askForKeyframe = (): void => {
    if (ssrc === undefined || (!isKeyOld(nowMs) && !isWaitingForKey)) return;
    if (nowMs - lastAskMs < (isWaitingForKey ? KEYFRAME_ASK_MS : KEYFRAME_OLD_ASK_MS)) return;
    lastAskMs = nowMs;
    send(ssrc, pictureLoss(ssrc));
  };

  const take = (packet: RtpPacket, onTime: (ticks: number) => void): void => {
    const sequence = sequences.next(packet.sequence);
    const ticks = timestamps.near(packet.timestamp) ?? packet.timestamp;
    onTime(ticks);
    if (reorder.isMissing(sequence)) recovered += 1;
    reception.onPacket(sequence, ticks, nowMs);
    reorder.push(sequence, packet, nowMs);
  };

  return {
    get ssrc() {
      return ssrc;
    },
    get recovered() {
      return recovered;
    },
    receive(packet, atMs, onTime) {
      nowMs = atMs;
      if (ssrc !== packet.ssrc) {
        if (ssrc !== undefined) reset();
        ({ ssrc } = packet);
      }
      const place = watch.see(packet.sequence);
      const before = strange;
      strange = place === 'strange' ? packet : undefined;
      if (strange) return;
      if (place === 'anew' && before) {
        goOnFrom(before);
        take(before, onTime);
      }
      take(packet, onTime);
      askForMissing();
      if (isWaitingForKey) askForKeyframe();
    },
    receiveRepeat(packet, atMs) {
      // Padding leaves an empty packet; senders probe their connection with it, and with repeated packets.
      if (packet.payload.length <= ORIGINAL_BYTES || ssrc === undefined) return;
      const original = packet.payload.readUInt16BE(0);
      const sequence = sequences.near(original);
      if (sequence === undefined || !reorder.isMissing(sequence)) return;
      nowMs = atMs;
      recovered += 1;
      reception.onRepeat();
      const payload = packet.payload.subarray(ORIGINAL_BYTES);
      reorder.push(sequence, { ...packet, ssrc, sequence: original, payload }, nowMs);
    },
    onReport(report, atMs) {
      nowMs = atMs;
      reception.onSenderReport(report, nowMs);
      return timestamps.near(report.rtpTimestamp);
    },
    closeInterval(atMs) {
      nowMs = atMs;
      if (ssrc === undefined) return undefined;
      const lossShare = reception.closeInterval();
      return { block: reception.block(ssrc, nowMs), lossShare };
    },
    tick(atMs) {
      nowMs = atMs;
      reorder.expire(nowMs);
      askForMissing();
      askForKeyframe();
    },
    isKeyDue: (atMs) => ssrc !== undefined && lastKeyMs !== undefined && isKeyOld(atMs),
    keyAgeMs: (atMs) => (lastKeyMs === undefined ? Infinity : atMs - lastKeyMs),
    requestKeyframe() {
      lastKeyMs = undefined;
      lastAskMs = -Infinity;
    },
  };
}

import { opusTicks } from '../../packaging/opus.ts';
import { readRedundant } from '../../packaging/redundant-sound.ts';
import { makeReception } from './reception.ts';
import type { SenderReport } from '../rtp/rtcp.ts';
import type { ReceptionBlock } from '../rtp/rtcp-feedback.ts';
import type { RtpPacket } from '../rtp/rtp.ts';
import { makeUnwrapper } from '../rtp/unwrap.ts';

/** A packet of sound on the sender's clock. */
export interface ReceivedSound {
  /** Unwrapped, 48 kHz. */
  readonly ticks: number;
  readonly durationTicks: number;
  readonly data: Buffer;
}

export interface SoundFormats {
  readonly audioPayloadType: number | undefined;
  /** Of packets that contain earlier ones; undefined: there are none. */
  readonly redundantPayloadType?: number | undefined;
}

/**
 * The sound's packets in order of arrival. Losses are not requested again: the next packet repeats them if the
 * publisher sends so, else silence fills them.
 */
export interface AudioReceiver {
  readonly ssrc: number | undefined;
  /** Each sound once, in the packet's order; none for anything but Opus, such as a probe. */
  receive(packet: RtpPacket, nowMs: number): readonly ReceivedSound[];
  /** @returns the report's time, unwrapped near the packets; undefined before the first */
  onReport(report: SenderReport, nowMs: number): number | undefined;
  /** Ends an interval of reports. */
  closeInterval(nowMs: number): ReceptionBlock | undefined;
}

const AUDIO_HZ = 48_000;
/** Times that are remembered, more than packets are late by. */
const KNOWN_MAX = 64;

/** @param onReset the sender restarted with other numbers and times */
export function makeAudioReceiver(formats: SoundFormats, onReset: () => void): AudioReceiver {
  const sequences = makeUnwrapper(16);
  const timestamps = makeUnwrapper(32);
  const reception = makeReception(AUDIO_HZ);
  /** Times already delivered. */
  const known = new Set<number>();
  let ssrc: number | undefined;

  const giveOnce = (ticks: number, data: Buffer): readonly ReceivedSound[] => {
    const durationTicks = opusTicks(data);
    if (durationTicks === undefined || known.has(ticks)) return [];
    known.add(ticks);
    const [oldest] = known;
    if (known.size > KNOWN_MAX) known.delete(oldest!);
    return [{ ticks, durationTicks, data }];
  };

  return {
    get ssrc() {
      return ssrc;
    },
    receive(packet, nowMs) {
      if (ssrc !== undefined && ssrc !== packet.ssrc) {
        sequences.reset();
        timestamps.reset();
        reception.reset();
        known.clear();
        onReset();
      }
      ({ ssrc } = packet);
      const ticks = timestamps.next(packet.timestamp);
      reception.onPacket(sequences.next(packet.sequence), ticks, nowMs);
      if (packet.payloadType !== formats.redundantPayloadType) return giveOnce(ticks, packet.payload);
      const sound = readRedundant(packet.payload, formats.audioPayloadType!);
      // What lies before the first packet is not needed by anybody.
      const earlier = known.size === 0 ? [] : (sound?.earlier ?? []);
      return [
        ...earlier.flatMap(({ behindTicks, data }) => giveOnce(ticks - behindTicks, data)),
        ...(sound ? giveOnce(ticks, sound.data) : []),
      ];
    },
    onReport(report, nowMs) {
      reception.onSenderReport(report, nowMs);
      return timestamps.near(report.rtpTimestamp);
    },
    closeInterval(nowMs) {
      if (ssrc === undefined) return undefined;
      reception.closeInterval();
      return reception.block(ssrc, nowMs);
    },
  };
}

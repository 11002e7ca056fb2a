import { opusTicks } from '../packaging/opus.ts';
import { makeReception } from './reception.ts';
import type { SenderReport } from './rtcp.ts';
import type { ReceptionBlock } from './rtcp-feedback.ts';
import type { RtpPacket } from './rtp.ts';
import { makeUnwrapper } from './unwrap.ts';

/** A packet of sound on the sender's clock. */
export interface ReceivedSound {
  /** Unwrapped, 48 kHz. */
  readonly ticks: number;
  readonly durationTicks: number;
}

/** The packets of the sound, as they come: what is lost is not asked for, silence fills it. */
export interface AudioReceiver {
  readonly ssrc: number | undefined;
  /** Undefined for what is not Opus, such as a probe. */
  receive(packet: RtpPacket, nowMs: number): ReceivedSound | undefined;
  /** @returns the report's time, unwrapped near the packets; undefined before the first */
  onReport(report: SenderReport, nowMs: number): number | undefined;
  /** Ends an interval of reports. */
  closeInterval(nowMs: number): ReceptionBlock | undefined;
}

const AUDIO_HZ = 48_000;

/** @param onReset the sender began anew with other numbers and times */
export function makeAudioReceiver(onReset: () => void): AudioReceiver {
  const sequences = makeUnwrapper(16);
  const timestamps = makeUnwrapper(32);
  const reception = makeReception(AUDIO_HZ);
  let ssrc: number | undefined;

  return {
    get ssrc() {
      return ssrc;
    },
    receive(packet, nowMs) {
      if (ssrc !== undefined && ssrc !== packet.ssrc) {
        sequences.reset();
        timestamps.reset();
        reception.reset();
        onReset();
      }
      ({ ssrc } = packet);
      const ticks = timestamps.next(packet.timestamp);
      reception.onPacket(sequences.next(packet.sequence), ticks, nowMs);
      const durationTicks = opusTicks(packet.payload);
      return durationTicks === undefined ? undefined : { ticks, durationTicks };
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

import { isSameAudio } from '../packaging/audio-format.ts';
import type { AudioFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';
import { makePacket, packetizeNals, senderReport, stampPacket } from './rtp-packetizer.ts';

/** One who receives RTP. */
export interface RtpReader {
  /** Numbers under which its browser wants pictures and sound; undefined: it takes none. */
  readonly videoPayloadType: number | undefined;
  readonly audioPayloadType: number | undefined;
  /** @param streamMs of the picture or sound on the stream's clock; absent for a report */
  send(track: 'video' | 'audio', packets: readonly Buffer[], streamMs?: number): void;
  close(): void;
}

export const VIDEO_SSRC = 0x4b_01;
export const AUDIO_SSRC = 0x4b_02;

/**
 * A stream as RTP, packetised once for all of its readers. Sequence numbers and times are common to
 * all; a reader begins at a keyframe. Times are the stream's own.
 */
export interface WhepFanout {
  readonly viewerCount: number;
  readonly bytesSent: number;
  /** The formats of the sound there are; browsers take Opus only. */
  setAudio(own: AudioFormat | undefined, other: AudioFormat | undefined): void;
  /** Key pictures carry their parameter sets. */
  pushVideo(unit: VideoUnit): void;
  pushAudio(unit: AudioUnit, format: AudioFormat | undefined): void;
  /** @returns how the reader leaves */
  attach(reader: RtpReader): () => void;
  closeAll(): void;
}

export interface WhepFanoutOptions {
  /** Wall clock in Unix milliseconds. */
  readonly wallClock: () => number;
}

const VIDEO_PER_MS = 90;
const AUDIO_PER_MS = 48;
const REPORT_MS = 1_000;

interface Sender {
  sequence: number;
  packets: number;
  bytes: number;
}

const makeSender = (): Sender => ({ sequence: 0, packets: 0, bytes: 0 });

export function makeWhepFanout({ wallClock }: WhepFanoutOptions): WhepFanout {
  /** True once a reader has begun at a keyframe. */
  const readers = new Map<RtpReader, boolean>();
  const video = makeSender();
  const audio = makeSender();
  let opus: AudioFormat | undefined;
  let bytesSent = 0;
  /** Wall time of the stream's beginning, by which players bring picture and sound together. */
  let wallStartMs: number | undefined;
  let reportedMs = -Infinity;

  const stamped = (
    sender: Sender,
    payloads: readonly Buffer[],
    payloadType: number,
    timestamp: number,
    ssrc: number,
    firstSequence: number,
  ): Buffer[] =>
    payloads.map((payload, i) => {
      const packet = makePacket(payloadType, payload, sender === video && i === payloads.length - 1);
      stampPacket(packet, firstSequence + i, timestamp, ssrc);
      return packet;
    });

  const fanOut = (
    track: 'video' | 'audio',
    sender: Sender,
    payloads: readonly Buffer[],
    timestamp: number,
    streamMs: number,
    isKey: boolean,
  ): void => {
    const firstSequence = sender.sequence;
    const bytes = payloads.reduce((sum, payload) => sum + payload.length, 0);
    sender.sequence = (sender.sequence + payloads.length) & 0xffff;
    sender.packets += payloads.length;
    sender.bytes += bytes;
    const made = new Map<number, Buffer[]>();
    const ssrc = track === 'video' ? VIDEO_SSRC : AUDIO_SSRC;
    for (const [reader, hasBegun] of readers) {
      const payloadType = track === 'video' ? reader.videoPayloadType : reader.audioPayloadType;
      if (payloadType === undefined || (!hasBegun && !isKey)) continue;
      if (!hasBegun) readers.set(reader, true);
      const packets =
        made.get(payloadType) ?? stamped(sender, payloads, payloadType, timestamp, ssrc, firstSequence);
      made.set(payloadType, packets);
      reader.send(track, packets, streamMs);
      bytesSent += bytes;
    }
  };

  /** Says which wall time the stream's time is, so that sound and picture are shown together. */
  const report = (streamMs: number): void => {
    if (streamMs - reportedMs < REPORT_MS && streamMs >= reportedMs) return;
    reportedMs = streamMs;
    wallStartMs ??= wallClock() - streamMs;
    const wallMs = wallStartMs + streamMs;
    const ofVideo = senderReport(
      VIDEO_SSRC,
      wallMs,
      Math.round(streamMs * VIDEO_PER_MS),
      video.packets,
      video.bytes,
    );
    const ofAudio = senderReport(
      AUDIO_SSRC,
      wallMs,
      Math.round(streamMs * AUDIO_PER_MS),
      audio.packets,
      audio.bytes,
    );
    for (const reader of readers.keys()) {
      if (reader.videoPayloadType !== undefined) reader.send('video', [ofVideo]);
      if (reader.audioPayloadType !== undefined) reader.send('audio', [ofAudio]);
    }
  };

  return {
    get viewerCount() {
      return readers.size;
    },
    get bytesSent() {
      return bytesSent;
    },
    setAudio(own, other) {
      opus = [own, other].find((format) => format?.codec === 'opus');
    },
    pushVideo(unit) {
      if (readers.size === 0) return;
      const parameters = unit.isKey && unit.sps && unit.pps ? [unit.sps, unit.pps] : [];
      const shownTicks = unit.ticks + (unit.compositionTicks ?? 0);
      fanOut(
        'video',
        video,
        packetizeNals([...parameters, ...unit.nals]),
        Math.round(shownTicks),
        unit.ticks / VIDEO_PER_MS,
        unit.isKey,
      );
      report(unit.ticks / VIDEO_PER_MS);
    },
    pushAudio(unit, format) {
      if (readers.size === 0 || !opus || !isSameAudio(format, opus)) return;
      const ticks = Math.round(unit.onVideoMs * AUDIO_PER_MS);
      if (ticks < 0) return;
      fanOut('audio', audio, [unit.data], ticks, unit.onVideoMs, false);
    },
    attach(reader) {
      readers.set(reader, false);
      return () => void readers.delete(reader);
    },
    closeAll() {
      const closing = [...readers.keys()];
      readers.clear();
      for (const reader of closing) reader.close();
    },
  };
}

import type { Loop } from './loop-file.ts';
import { isKeyUnit, makePacket, packetizeH264, senderReport, stampPacket } from '@klieg/media/rtp';

export const VIDEO_PAYLOAD_TYPE = 102;
export const AUDIO_PAYLOAD_TYPE = 111;

/** A loop cut into packets once; all publishers of one process share it. */
export interface PacketLoop {
  readonly pictures: readonly (readonly Buffer[])[];
  /** Places of the pictures at which a decoder can begin. */
  readonly keyPlaces: readonly number[];
  readonly sounds: readonly Buffer[];
  readonly durationMs: number;
}

/** Sends what is due of a loop. */
export interface LoopSender {
  /** Sends all that is due. @returns milliseconds until the next picture is due */
  send(nowMs: number, wallMs: number): number;
  /** The next picture is one at which a decoder can begin: the clip goes on from there, as an encoder would draw one. */
  jumpToKey(): void;
}

export interface LoopSenderOptions {
  readonly loop: PacketLoop;
  readonly videoSsrc: number;
  readonly audioSsrc: number;
  readonly startMs: number;
  readonly sendVideo: (packet: Buffer) => void;
  readonly sendAudio: (packet: Buffer) => void;
}

const VIDEO_PER_MS = 90;
const AUDIO_PER_MS = 48;
const REPORT_MS = 2_000;
/** After a pause of the machine the clip goes on from now, without a burst of all that was missed. */
const LATE_MS = 1_000;

export const packetLoop = (loop: Loop): PacketLoop => ({
  durationMs: loop.durationMs,
  pictures: loop.pictures.map((picture) => {
    const payloads = packetizeH264(picture);
    return payloads.map((payload, i) => makePacket(VIDEO_PAYLOAD_TYPE, payload, i === payloads.length - 1));
  }),
  keyPlaces: loop.pictures.flatMap((picture, place) => (isKeyUnit(picture) ? [place] : [])),
  sounds: loop.sounds.map((sound) => makePacket(AUDIO_PAYLOAD_TYPE, sound, false)),
});

/** Plays a loop for ever with the timestamps of one continuous stream. */
export function makeLoopSender(options: LoopSenderOptions): LoopSender {
  const { loop, videoSsrc, audioSsrc } = options;
  const pictureMs = loop.durationMs / loop.pictures.length;
  const soundMs = loop.sounds.length > 0 ? loop.durationMs / loop.sounds.length : Infinity;
  const video = { sequence: videoSsrc & 0x7fff, packets: 0, bytes: 0 };
  const audio = { sequence: audioSsrc & 0x7fff, packets: 0, bytes: 0 };
  let startMs = options.startMs;
  let picture = 0;
  /** How far the clip is ahead of the time, in pictures. */
  let ahead = 0;
  let sound = 0;
  let reportAtMs = startMs;

  const sendOne = (
    packet: Buffer,
    track: typeof video,
    ssrc: number,
    timestamp: number,
    send: (packet: Buffer) => void,
  ): void => {
    stampPacket(packet, track.sequence, timestamp, ssrc);
    send(packet);
    track.sequence += 1;
    track.packets += 1;
    track.bytes += packet.length - 12;
  };

  const report = (nowMs: number, wallMs: number): void => {
    const streamMs = nowMs - startMs;
    const videoTime = Math.round(streamMs * VIDEO_PER_MS);
    const audioTime = Math.round(streamMs * AUDIO_PER_MS);
    options.sendVideo(senderReport(videoSsrc, wallMs, videoTime, video.packets, video.bytes));
    options.sendAudio(senderReport(audioSsrc, wallMs, audioTime, audio.packets, audio.bytes));
    reportAtMs = nowMs + REPORT_MS;
  };

  return {
    jumpToKey() {
      const place = (picture + ahead) % loop.pictures.length;
      const next = loop.keyPlaces.find((key) => key >= place) ?? loop.keyPlaces[0];
      if (next !== undefined) ahead += (next - place + loop.pictures.length) % loop.pictures.length;
    },
    send(nowMs, wallMs) {
      const lateMs = nowMs - (startMs + picture * pictureMs);
      if (lateMs > LATE_MS) startMs += lateMs;
      if (nowMs >= reportAtMs) report(nowMs, wallMs);
      while (startMs + picture * pictureMs <= nowMs) {
        const timestamp = Math.round(picture * pictureMs * VIDEO_PER_MS);
        for (const packet of loop.pictures[(picture + ahead) % loop.pictures.length]!)
          sendOne(packet, video, videoSsrc, timestamp, options.sendVideo);
        picture += 1;
      }
      while (startMs + sound * soundMs <= nowMs) {
        const timestamp = Math.round(sound * soundMs * AUDIO_PER_MS);
        const packet = loop.sounds[sound % loop.sounds.length]!;
        sendOne(packet, audio, audioSsrc, timestamp, options.sendAudio);
        sound += 1;
      }
      return Math.max(0, startMs + picture * pictureMs - nowMs);
    },
  };
}

import { makeTrackClock } from './track-clock.ts';

/** Sound of a microphone in, Opus out. */
export interface SoundEncoder {
  /** Takes the data and closes it. */
  encode(data: AudioData): void;
  close(): void;
}

export const SOUND_KBPS = 64;

export const soundConfig = (hz: number, channels: number): AudioEncoderConfig => ({
  codec: 'opus',
  sampleRate: hz,
  numberOfChannels: channels,
  bitrate: SOUND_KBPS * 1_000,
});

export function makeSoundEncoder(
  onSound: (packet: Uint8Array, microseconds: number) => void,
  onFailed: () => void,
): SoundEncoder {
  const clock = makeTrackClock();
  let set: { readonly hz: number; readonly channels: number } | undefined;

  const encoder = new AudioEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      onSound(bytes, clock.place(chunk.timestamp, performance.now() * 1_000));
    },
    error: onFailed,
  });

  return {
    encode(data) {
      const { sampleRate: hz, numberOfChannels: channels } = data;
      try {
        if (set?.hz !== hz || set.channels !== channels) {
          set = { hz, channels };
          encoder.configure(soundConfig(hz, channels));
        }
        if (encoder.state === 'configured') encoder.encode(data);
      } catch {
        onFailed();
      }
      data.close();
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

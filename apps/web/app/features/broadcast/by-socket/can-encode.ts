import { pictureConfig } from './picture-encoder.ts';
import { soundConfig } from './sound-encoder.ts';

/** Whether this browser can itself encode what the server accepts, without a WebRTC connection. */
export async function canEncode(): Promise<boolean> {
  if (!('VideoEncoder' in globalThis) || !('AudioEncoder' in globalThis)) return false;
  try {
    const [picture, sound] = await Promise.all([
      VideoEncoder.isConfigSupported(pictureConfig(640, 480, { kbps: 1_000 }, 30)),
      AudioEncoder.isConfigSupported(soundConfig(48_000, 2)),
    ]);
    return picture.supported === true && sound.supported === true;
  } catch {
    return false;
  }
}

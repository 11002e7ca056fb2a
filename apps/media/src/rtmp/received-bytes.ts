import { WINDOW_BYTES } from './wire/replies.ts';

const WINDOW_BYTES_MIN = 64 * 1024;

/**
 * Counts received bytes, since an encoder stops sending when they are not acknowledged each window (RTMP 1.0, 5.4.3).
 */
export interface ReceivedBytes {
  add(bytes: number): void;
  /** The window that the encoder asks for, within bounds. */
  setWindow(bytes: number): void;
  /** The count to tell the encoder now; undefined while its window is not full. */
  takeDue(): number | undefined;
}

export function countReceivedBytes(): ReceivedBytes {
  let received = 0;
  let acknowledged = 0;
  let window = WINDOW_BYTES;
  return {
    add(bytes) {
      received += bytes;
    },
    setWindow(bytes) {
      window = Math.min(Math.max(bytes, WINDOW_BYTES_MIN), WINDOW_BYTES);
    },
    takeDue() {
      if (received - acknowledged < window) return undefined;
      acknowledged = received;
      return received;
    },
  };
}

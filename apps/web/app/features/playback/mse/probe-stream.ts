import { socketAddress } from '../grant/play-address.ts';
import type { PlayGrant } from '../grant/play-grant.ts';

/** A socket that delivers nothing for this long is not worth returning to. */
const PROBE_MS = 5_000;

/** Whether the stream comes by WebSocket now; the picture that plays another way is not touched. */
export function probeStream({ urls, token }: PlayGrant): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(socketAddress(urls.ws, token, location.href));
    const finish = (comes: boolean): void => {
      clearTimeout(timer);
      socket.close();
      resolve(comes);
    };
    const timer = setTimeout(() => finish(false), PROBE_MS);
    socket.addEventListener('message', () => finish(true));
    socket.addEventListener('close', () => finish(false));
  });
}

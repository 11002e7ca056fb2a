import type { VisitorSocket } from '@klieg/testing';
import { WebSocket } from 'ws';

/** How often a newer right to watch is looked for; it lasts for a minute. */
const RENEW_MS = 5_000;

/** A picture that is delivered and thrown away: what a payer of a show has open. */
export interface Watching {
  close(): void;
}

/** Watches a stream as a page does and says what has come, so that what is charged was delivered. */
export function watchStream(
  baseUrl: string,
  stream: { readonly name: string; readonly token: string },
  room: VisitorSocket,
): Watching {
  let { token } = stream;
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/live/ws/${stream.name}?token=${token}`);
  let received = 0;
  socket.on('message', (_data, isBinary) => {
    if (!isBinary) return;
    received += 1;
    socket.send(JSON.stringify({ received }));
  });
  // A stream that ends early only looks like a viewer who has gone.
  socket.on('error', () => undefined);
  const timer = setInterval(() => {
    const fresh = room.received.findLast(
      ({ name, payload }) => name === 'v3.stream.token' && payload['stream_name'] === stream.name,
    )?.payload['token'];
    if (typeof fresh !== 'string' || fresh === token || socket.readyState !== WebSocket.OPEN) return;
    token = fresh;
    socket.send(JSON.stringify({ token }));
  }, RENEW_MS);
  return {
    close() {
      clearInterval(timer);
      socket.terminate();
    },
  };
}

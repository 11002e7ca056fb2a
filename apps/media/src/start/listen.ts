import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Goodbyes are given this long before sockets are cut. */
const CLOSE_MS = 1_500;

/** Connections that may wait to be taken: when all viewers come back at once, one too many loses a second. */
const QUEUE_LENGTH = 4_096;

/** Listens there, on any free port for 0. @returns the port. @throws where it is taken */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: QUEUE_LENGTH }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** Stops listening, gives open requests a moment to end and cuts the rest. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
  await closed;
  clearTimeout(cut);
}

import { once } from 'node:events';
import { connect } from 'node:net';

const START_MS = 60_000;

/** Waits until somebody listens on a port. @throws Error where nobody does for a minute */
export async function untilOpen(port: number, name: string, address = '127.0.0.1'): Promise<void> {
  const endMs = Date.now() + START_MS;
  while (Date.now() < endMs) {
    const socket = connect(port, address);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} did not start`);
}

import { createServer } from 'node:net';

/** Below the range from which systems give ports to connections, so that nobody is given one of these. */
const FIRST = 12_000;
const COUNT = 19_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The first of so many ports of loopback in a row that nobody listens at. */
export async function freePort(inARow = 1): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const wanted = Array.from({ length: inARow }, (_, i) => port + i);
    if ((await Promise.all(wanted.map(isFree))).every(Boolean)) return port;
  }
}

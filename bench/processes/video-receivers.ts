import { connect, type Socket } from 'node:net';

/*
 * Many cheap receivers in one process: raw sockets that count bytes. Argument 1 is `ws` or `http`,
 * 2 the port, 3 the path, in which `{n}` is a number below 10,000 that rises by one with each interval, 4 how many, 5 the
 * milliseconds between two requests by HTTP.
 */

const [, , mode = 'ws', port = '', path = '/', count = '0', intervalMs = '100'] = process.argv;
const UPGRADE = [
  `GET ${path} HTTP/1.1`,
  'Host: bench',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '',
  '',
].join('\r\n');
/** All ask for the same thing at a time. */
const request = (): string =>
  `GET ${path.replace('{n}', String(Math.floor(Date.now() / Number(intervalMs)) % 10_000))} HTTP/1.1\r\nHost: bench\r\n\r\n`;

const buffer = Buffer.alloc(1 << 20);
let bytes = 0;

function openOne(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const onread = {
      buffer,
      callback: (length: number) => {
        bytes += length;
        return true;
      },
    };
    const socket = connect({ port: Number(port), host: '127.0.0.1', onread }, () => resolve(socket));
    socket.once('error', reject);
  });
}

for (let i = 0; i < Number(count); i++) {
  const socket = await openOne();
  if (mode === 'ws') socket.write(UPGRADE);
  else {
    // Clients of a playlist ask at their own times, not all at once.
    setTimeout(
      () => {
        socket.write(request());
        setInterval(() => socket.write(request()), Number(intervalMs));
      },
      Math.random() * Number(intervalMs),
    );
  }
}
process.on('message', () => {
  process.send?.({ bytes });
  bytes = 0;
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

import { connect } from 'node:net';

/*
 * Receivers of the fan-out benchmark: raw sockets that upgrade, join and then only count WebSocket
 * frames. Arguments: port, protocol (ours or socketio), number of sockets.
 */

const [port, kind, viewers] = process.argv.slice(2) as [string, string, string];
let messages = 0;

/** Counts whole frames in a stream; server frames are unmasked. */
function makeCounter(onFrame: () => void): (chunk: Buffer) => void {
  let skip = 0;
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = Buffer.alloc(0);
    for (;;) {
      if (skip > 0) {
        const step = Math.min(skip, data.length);
        skip -= step;
        data = data.subarray(step);
        if (skip > 0) return;
      }
      if (data.length < 2) break;
      const short = data[1]! & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length < head) break;
      const length =
        short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
      onFrame();
      data = data.subarray(head);
      skip = length;
      if (skip === 0 && data.length === 0) return;
    }
    rest = Buffer.from(data);
  };
}

/** A masked client text frame. */
const clientFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
};

for (let i = 0; i < Number(viewers); i++) {
  const socket = connect(Number(port), '127.0.0.1');
  let isOpen = false;
  let greetings = kind === 'socketio' ? 2 : 0;
  const count = makeCounter(() => {
    if (greetings > 0) {
      greetings -= 1;
      // Socket.IO opens its namespace with a packet of its own.
      if (greetings === 1) socket.write(clientFrame('40'));
    } else messages += 1;
  });
  socket.on('connect', () => {
    const path = kind === 'socketio' ? '/socket.io/?EIO=4&transport=websocket' : '/';
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
  });
  let handshake = '';
  socket.on('data', (chunk) => {
    if (isOpen) return count(chunk);
    handshake += chunk.toString('latin1');
    const end = handshake.indexOf('\r\n\r\n');
    if (end < 0) return;
    isOpen = true;
    const after = Buffer.from(handshake.slice(end + 4), 'latin1');
    if (after.length > 0) count(after);
  });
  socket.on('error', () => undefined);
}

process.on('message', () => process.send?.(messages));
process.once('disconnect', () => process.exit(0));

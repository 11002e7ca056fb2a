import { connect } from 'node:net';

/*
 * Asks for pages over one kept connection and counts where they came from. Arguments: port. Messages in:
 * {count, url, headers} where `#` in the url stands for the number of the request; out: {hits}.
 */

const port = Number(process.argv[2]);
const socket = connect(port, '127.0.0.1');
let buffered = Buffer.alloc(0);
let onData: (() => void) | undefined;
socket.on('data', (chunk) => {
  buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
  onData?.();
});

/** The head of one answer; its body is read and thrown away. */
async function get(url: string, headers: readonly string[]): Promise<string> {
  socket.write([`GET ${url} HTTP/1.1`, `Host: localhost:${port}`, ...headers, '', ''].join('\r\n'));
  for (;;) {
    const end = buffered.indexOf('\r\n\r\n');
    if (end > 0) {
      const head = buffered.subarray(0, end).toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (buffered.length >= end + 4 + length) {
        buffered = buffered.subarray(end + 4 + length);
        return head;
      }
    }
    await new Promise<void>((resolve) => (onData = resolve));
  }
}

interface Wanted {
  readonly count: number;
  readonly url: string;
  readonly headers: readonly string[];
}
process.on('message', async ({ count, url, headers }: Wanted) => {
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const head = await get(url.replace('#', String(i)), headers);
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(head);
    if (/x-cache: hit/i.test(head)) hits += 1;
  }
  process.send?.({ hits });
});

import { receiveWhep } from './receive-whep.ts';

/*
 * A viewer by WHEP in a process of its own, since the library does not survive every end of a
 * connection. Arguments: base address, stream name, token. It says what it has got; any message from
 * the parent lets it leave politely.
 */

const [, , base = '', streamName = '', token = ''] = process.argv;
const SAY_MS = 50;

try {
  const whep = await receiveWhep(base, streamName, token);
  const timer = setInterval(() => {
    const { pictures, soundPackets, resource } = whep;
    process.send?.({ pictures, soundPackets, resource });
  }, SAY_MS);
  process.on('message', () => {
    clearInterval(timer);
    void fetch(whep.resource, { method: 'DELETE' }).finally(() => process.kill(process.pid, 'SIGKILL'));
  });
} catch (error) {
  process.send?.({ refused: String(error) }, () => process.exit(0));
}

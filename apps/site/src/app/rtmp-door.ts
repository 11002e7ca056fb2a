import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Log } from '@klieg/kernel';

/** One port for encoders by RTMP before several media processes: each connection is given to the next of them. */
export interface RtmpDoor {
  /** Undefined: the port is taken by another program. */
  readonly port: number | undefined;
  /** A process takes connections from now on, until it ends or leaves. */
  open(process: ChildProcess): void;
  /** It ends soon, and takes nobody new. */
  leave(process: ChildProcess): void;
  /** Listens no more; connections that were given away go on. A repeat does nothing. */
  close(): void;
}

/** A media process that is busy takes connections one by one, and those that wait for it are open files of the site. */
const GIVEN_MAX = 200;

export async function openRtmpDoor(options: {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  readonly log: Log;
}): Promise<RtmpDoor> {
  const { log, port, host } = options;
  let opened: readonly ChildProcess[] = [];
  /** What is on its way to each process. */
  const givenTo = new Map<ChildProcess, Set<Socket>>();
  let turn = 0;
  // NOTE: one that has died counts as connected while something is on its way to it.
  const living = () => opened.filter((process) => process.connected && givenTo.has(process));

  // Nothing is read here: a byte that was read before the socket is given away would be lost.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    const all = living();
    const next = all[turn++ % Math.max(1, all.length)];
    const given = next && givenTo.get(next);
    if (!next || !given || given.size >= GIVEN_MAX) return void socket.destroy();
    given.add(socket);
    next.send({ encoder: true }, socket, { keepOpen: false }, (error) => {
      given.delete(socket);
      if (error) socket.destroy();
    });
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (err) {
    // A taken port is no reason to have no video at all.
    const mend = 'set RTMP_PORT to another port, or to 0 for no encoders; browsers publish as ever';
    log.error({ err, port }, `encoders such as OBS cannot publish: port ${port} cannot be used, ${mend}`);
    return { port: undefined, open() {}, leave() {}, close() {} };
  }
  server.on('error', (err) => log.error({ err }, 'port for encoders'));

  return {
    port: (server.address() as AddressInfo).port,
    open(process) {
      opened = [...living().filter((one) => one !== process), process];
      if (givenTo.has(process)) return;
      const given = new Set<Socket>();
      givenTo.set(process, given);
      // Of what waits for a process that has died nothing is heard any more.
      process.once('exit', () => {
        givenTo.delete(process);
        for (const socket of given) socket.destroy();
      });
    },
    leave(process) {
      opened = living().filter((one) => one !== process);
    },
    close() {
      // NOTE: what it calls back for comes only when the last connection that was given away has ended, if ever.
      server.close();
    },
  };
}

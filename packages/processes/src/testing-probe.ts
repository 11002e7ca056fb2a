import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';

/*
 * A part that tries what none that reads strangers' media may do, and tells what became of each: `done`, or the code
 * of the refusal. Its parent sends it the places at which to try.
 */

/** Places at which the parent has put what must not be reached. */
export interface ProbePlaces {
  readonly secret: string;
  readonly unixSocket: string;
  readonly port: number;
  readonly folder: string;
  /** Another process of the same user. */
  readonly pid: number;
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);

async function attempt(act: () => unknown): Promise<string> {
  try {
    await act();
    return 'done';
  } catch (error) {
    return codeOf(error);
  }
}

const attempts = ({ secret, unixSocket, port, folder, pid }: ProbePlaces) => ({
  'read the secret': () => readFileSync(secret),
  'read the environment of another process': () => readFileSync(`/proc/${pid}/environ`),
  'write a file': () => writeFileSync(`${folder}/made`, ''),
  'make a folder': () => mkdirSync(`${folder}/made`),
  'open a TCP connection': () => once(connect(port, '127.0.0.1'), 'connect'),
  'open a connection to a Unix socket': () => once(connect(unixSocket), 'connect'),
  'open a UDP socket': async () => {
    const socket = createSocket('udp4');
    socket.bind(0);
    await once(socket, 'listening');
  },
  listen: () => once(createServer().listen(0, '127.0.0.1'), 'listening'),
  'start a program': () => {
    const { error } = spawnSync('/bin/true', { stdio: 'ignore' });
    if (error) throw error;
  },
  'signal another process': () => process.kill(pid, 0),
  'use a thread': async () => {
    await once(new Worker('', { eval: true }), 'exit');
  },
});

process.on('disconnect', () => process.exit(0));
process.on('message', (places: ProbePlaces) => {
  void (async () => {
    const told: Record<string, string> = {};
    for (const [name, act] of Object.entries(attempts(places))) told[name] = await attempt(act);
    const status = readFileSync('/proc/self/status', 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.trim();
    process.send!({
      told,
      environment: Object.keys(process.env).toSorted(),
      noNewPrivs: field('NoNewPrivs'),
      seccomp: field('Seccomp'),
      bytes: new Uint8Array([1, 2, 3]),
    });
  })();
});
process.send!('ready');

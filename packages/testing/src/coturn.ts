import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilOpen } from './until-open.ts';

const COTURN = '/usr/bin/turnserver';

export const isCoturnInstalled = existsSync(COTURN);

export interface RunningCoturn {
  /** Ends it at once; a repeat does nothing. */
  stop(): void;
}

/**
 * Starts coturn, a TURN server, for logins by a shared secret. It carries to this machine alone.
 * @param port on which it listens by UDP and TCP
 * @param address on which it listens; 127.0.0.1 without
 */
export async function startCoturn(
  port: number,
  secret: string,
  address = '127.0.0.1',
): Promise<RunningCoturn> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-coturn-'));
  const child = spawn(
    COTURN,
    [
      '-n',
      `--listening-ip=${address}`,
      '--relay-ip=127.0.0.1',
      `--listening-port=${port}`,
      '--no-tls',
      '--no-dtls',
      '--no-cli',
      '--use-auth-secret',
      `--static-auth-secret=${secret}`,
      '--realm=klieg.example',
      '--allow-loopback-peers',
      '--denied-peer-ip=0.0.0.0-126.255.255.255',
      '--denied-peer-ip=128.0.0.0-255.255.255.255',
      `--userdb=${join(folder, 'users')}`,
      `--pidfile=${join(folder, 'pid')}`,
      `--log-file=${join(folder, 'log')}`,
      '--simple-log',
    ],
    { stdio: 'ignore' },
  );
  const stop = (): void => {
    if (!child.kill('SIGKILL')) return;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilOpen(port, 'coturn', address);
  } catch (err) {
    stop();
    throw err;
  }
  return { stop };
}

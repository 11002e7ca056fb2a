import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilOpen } from './until-open.ts';

const CADDY = '/usr/bin/caddy';

export const isCaddyInstalled = existsSync(CADDY);

export interface RunningCaddy {
  /** Where it keeps what it has made, its own certificates among it. */
  readonly folder: string;
  /** Ends it at once; a repeat does nothing. */
  stop(): void;
}

/**
 * Starts Caddy with a configuration that asks nothing of the Internet: certificates are its own.
 * @param port of 127.0.0.1 on which it listens by that; when it is open, Caddy is there
 * @param ports on which it speaks HTTP and HTTPS where the configuration names none; two that differ
 */
export async function startCaddy(
  caddyfile: string,
  port: number,
  ports: { readonly http: number; readonly https: number },
  env: Readonly<Record<string, string>> = {},
): Promise<RunningCaddy> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-caddy-'));
  const settings = `{
	admin off
	local_certs
	skip_install_trust
	http_port ${ports.http}
	https_port ${ports.https}
	storage file_system ${folder}
}
`;
  writeFileSync(join(folder, 'Caddyfile'), settings + caddyfile);
  const child = spawn(CADDY, ['run', '--config', join(folder, 'Caddyfile')], {
    stdio: 'ignore',
    env: { ...process.env, ...env, HOME: folder },
  });
  const stop = (): void => {
    if (!child.kill('SIGKILL')) return;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilOpen(port, 'Caddy');
  } catch (err) {
    stop();
    throw err;
  }
  return { folder, stop };
}

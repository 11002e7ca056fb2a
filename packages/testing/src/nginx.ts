import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilOpen } from './until-open.ts';

const NGINX = '/usr/sbin/nginx';
const STOP_MS = 500;
const WORKERS = 2;

export const isNginxInstalled = existsSync(NGINX);

export interface RunningNginx {
  readonly pid: number;
  /** Where relative paths of its configuration lead. */
  readonly folder: string;
  /** Ends it at once; a repeat does nothing. */
  stop(): void;
}

const main = (isRoot: boolean): string => `
${isRoot ? 'user root;' : ''}
daemon off; worker_processes ${WORKERS}; pid nginx.pid; error_log error.log;
events { worker_connections 1024; }
http {
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi; include tested.conf;
}`;

/** A shipped configuration with some of its lines changed for a test. @throws Error where a line is missing */
export const editConfiguration = (
  text: string,
  edits: readonly (readonly [from: string, to: string])[],
): string =>
  edits.reduce((edited, [from, to]) => {
    if (!edited.includes(from)) throw new Error(`the configuration has no ${from}`);
    return edited.replace(from, to);
  }, text);

/**
 * Starts nginx with what stands in its http block.
 * @param port of 127.0.0.1 on which it listens by that; when it is open, nginx is there
 */
export async function startNginx(http: string, port: number): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-nginx-'));
  writeFileSync(join(folder, 'tested.conf'), http);
  writeFileSync(join(folder, 'nginx.conf'), main(process.getuid?.() === 0));
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const stop = (): void => {
    // Its workers end with it, and write on for a moment; at the end of a process nothing else can wait.
    if (!child.kill('SIGTERM')) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOP_MS);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilOpen(port, 'nginx');
  } catch (err) {
    stop();
    throw err;
  }
  return { pid: child.pid!, folder, stop };
}

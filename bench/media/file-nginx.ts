import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@klieg/testing';
import { cpuSecondsOf } from './cpu.ts';

const NGINX = '/usr/sbin/nginx';

/** nginx with one worker that serves one file from memory. */
export interface FileNginx {
  readonly port: number;
  readonly path: string;
  /** What its worker has used so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

export const nginxVersion = (): string => spawnSync(NGINX, ['-v'], { encoding: 'utf8' }).stderr.trim();

/** @param bytes of the file */
export async function startFileNginx(bytes: number): Promise<FileNginx> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'klieg-nginx-'));
  const html = join(folder, 'html');
  mkdirSync(html);
  chmodSync(folder, 0o755);
  writeFileSync(join(html, 'fragment.m4s'), Buffer.alloc(bytes, 7));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const configuration = `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http { access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000;
      open_file_cache max=100; ${paths.join(' ')}
      server { listen 127.0.0.1:${port}; root ${html}; } }`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration);
  const child = spawn(NGINX, ['-e', join(folder, 'error.log'), '-c', file], { stdio: 'inherit' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const worker = Number.parseInt(execFileSync('pgrep', ['-P', String(child.pid)]).toString(), 10);
  return {
    port,
    path: '/fragment.m4s',
    cpuSeconds: () => cpuSecondsOf(worker),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

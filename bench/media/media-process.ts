import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MediaCommand } from '@klieg/contract/media';
import type { MediaSettings } from '../../apps/media/src/start/media-options.ts';

/** A media process of this run alone. */
export interface MediaProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Requests by HTTP since the last question: for HLS, and of a proxy that asks for a right. */
  askRequests(): Promise<{ readonly hls: number; readonly auth: number }>;
  /** Tells it what the site would. */
  order(command: MediaCommand): Promise<void>;
  stop(): Promise<void>;
}

export interface MediaProcessOptions {
  readonly secret: Uint8Array;
  /** Of the pages that publish and play; absent: any. */
  readonly origin?: string;
  readonly settings?: Partial<MediaSettings>;
  /** Where recordings and what streams keep of their past lie; absent: nothing is kept. */
  readonly recordingFolder?: string;
}

/** Starts a media process. @throws Error when it ends before it is ready */
export async function startMediaProcess(options: MediaProcessOptions): Promise<MediaProcess> {
  const secret = Buffer.from(options.secret).toString('hex');
  const child = fork(
    join(import.meta.dirname, '..', 'processes', 'media.ts'),
    [JSON.stringify({ ...options, secret })],
    { execArgv: [] },
  );
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the media process ended with ${code}`))),
  ])) as [{ port: number }];
  return {
    child,
    port,
    async askRequests() {
      const answer = once(child, 'message') as Promise<[{ hls: number; auth: number }]>;
      child.send({});
      return (await answer)[0];
    },
    async order(command) {
      const answer = once(child, 'message');
      child.send({ command });
      await answer;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, MEDIA_COMMANDS, mayMediaPublish, type MediaCommand } from '@klieg/contract/media';
import type { Log } from '@klieg/kernel';
import { usableCores } from '@klieg/processes';
import { bridgeChild } from '../platform/bus/index.ts';
import { keepChild, stopChildren } from './child.ts';
import { type Config, deriveSecret } from './config.ts';
import { ownUrl } from './own-url.ts';
import { openRtmpDoor } from './rtmp-door.ts';

/** A media process that is ready to be asked. */
export interface OpenMedia {
  readonly process: ChildProcess;
  readonly port: number;
  /** Where encoders come to it; undefined: nowhere. */
  readonly rtmpPort: number | undefined;
}

/** What the operator sets for media processes by the names that they know. */
export const GIVEN_TO_MEDIA = [
  'MEDIA_ICE_HOST',
  'MEDIA_ORIGINS',
  'MEDIA_PUBLIC_ADDRESS',
  'MEDIA_RECORDING_FREE_MB',
  'MEDIA_RECORDING_SPOOL_MB',
  'MEDIA_TLS_CERT',
  'MEDIA_TLS_KEY',
  'MEDIA_TRANSCODE_CORES',
] as const;

/** Where process `index` listens and where others reach it: the ports count up from that of the address. */
function addressOf(config: Config, index: number): Record<string, string> {
  const { mediaInternalUrl, mediaHost } = config;
  if (mediaInternalUrl === undefined) {
    // Without an address that other machines know, only the processes of this one reach each other.
    const isSeveral = config.mediaProcesses > 1;
    return {
      MEDIA_HOST: mediaHost,
      MEDIA_PORT: '0',
      MEDIA_INTERNAL_URL: isSeveral ? ownUrl(mediaHost, 0) : '',
    };
  }
  const url = new URL(mediaInternalUrl);
  url.port = String(Number(url.port || 80) + index);
  return { MEDIA_HOST: mediaHost, MEDIA_PORT: url.port || '80', MEDIA_INTERNAL_URL: url.origin };
}

/** The folder in which media process `index` keeps recordings while they run. */
export const recordingFolder = ({ dataDir }: Pick<Config, 'dataDir'>, index: number): string =>
  join(dataDir, index === 0 ? 'recordings' : `recordings-${index + 1}`);

const hasRtmpDoor = ({ mediaProcesses, rtmpPort }: Config): boolean => mediaProcesses > 1 && rtmpPort !== 0;

function environmentOf(config: Config, index: number): Record<string, string> {
  const { mediaProcesses, icePort } = config;
  const cores = usableCores() / 2 / mediaProcesses;
  return {
    ...addressOf(config, index),
    MEDIA_RTMP_HOST: config.rtmpHost,
    // A port has one owner: before several processes the site listens, and hands connections to each in turn.
    ...(hasRtmpDoor(config)
      ? { MEDIA_RTMP_PORT: '0', MEDIA_RTMP_HANDED: '1' }
      : { MEDIA_RTMP_PORT: String(config.rtmpPort) }),
    MEDIA_RECORDINGS: recordingFolder(config, index),
    MEDIA_SITE_URL: config.mediaSiteUrl,
    MEDIA_ICE_PORT: String(icePort === 0 ? 0 : icePort + index),
    ...(mediaProcesses > 1 && { MEDIA_TRANSCODE_CORES: cores.toFixed(3) }),
    MEDIA_SECRET: Buffer.from(deriveSecret(config.secret, 'media')).toString('hex'),
    NODE_NAME: `${config.nodeName}-${index + 1}`,
  };
}

/** Beyond its limit a process that says nothing is waited for no longer. */
const DRAIN_GRACE_MS = 2_000;

/** Resolves when the process is empty, is left with those who stay, or has ended. */
function drainOne(process: ChildProcess, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs + DRAIN_GRACE_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    process.once('exit', done);
    process.on('message', (message: { readonly drained?: unknown }) => {
      if (typeof message.drained === 'string') done();
    });
    if (process.connected) process.send({ drain: limitMs }, (error) => error && done());
    else done();
  });
}

/** This machine's media processes. */
export interface MediaChildren {
  /** Resolves when each is ready. Rejects as `Child.firstReady` does. */
  readonly ready: Promise<void>;
  /** Lets each send all whom it serves to processes of other machines; at once where there are none. */
  drain(limitMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts this machine's media processes and joins them to the bus; each is started again when it dies. */
export async function startMediaChildren(parts: {
  readonly config: Config;
  readonly bus: Bus;
  readonly log: Log;
  /** Called after every start of one. */
  readonly onOpen: (media: OpenMedia) => void;
  /** One ends soon and takes nobody new, or stays after all. */
  readonly onLeaving?: (process: ChildProcess, isLeaving: boolean) => void;
}): Promise<MediaChildren> {
  const { config, bus, log } = parts;
  const door = hasRtmpDoor(config)
    ? await openRtmpDoor({ port: config.rtmpPort, host: config.rtmpHost, log })
    : undefined;
  const children = Array.from({ length: config.mediaProcesses }, (_, index) => {
    let unbridge: (() => void) | undefined;
    return keepChild({
      name: `media ${index + 1}`,
      part: 'media',
      entry: new URL('../../../media/src/main.ts', import.meta.url),
      env: environmentOf(config, index),
      given: GIVEN_TO_MEDIA,
      log,
      onReady(process, message) {
        unbridge?.();
        unbridge = bridgeChild(bus, process, [MEDIA_COMMANDS, MEDIA_FACTS], {
          mayPublish: mayMediaPublish,
          log,
        });
        // What it asked before it was joined to the bus, nobody has heard.
        bus.publish(MEDIA_COMMANDS, { kind: 'report' } satisfies MediaCommand);
        door?.open(process);
        process.on('message', (said: { readonly leaving?: unknown }) => {
          if (typeof said.leaving !== 'boolean') return;
          if (said.leaving) door?.leave(process);
          else door?.open(process);
          parts.onLeaving?.(process, said.leaving);
        });
        const { port, rtmpPort } = message as { readonly port: number; readonly rtmpPort: number | null };
        parts.onOpen({ process, port, rtmpPort: door ? door.port : (rtmpPort ?? undefined) });
      },
    });
  });
  const ready = Promise.all(children.map((child) => child.firstReady)).then(() => undefined);
  // Not everybody waits for it.
  ready.catch(() => undefined);
  return {
    ready,
    async drain(limitMs) {
      door?.close();
      for (const child of children) child.retire();
      await Promise.all(children.map(({ process }) => process && drainOne(process, limitMs)));
    },
    async stop() {
      door?.close();
      await stopChildren(children);
    },
  };
}

import type { ChildProcess } from 'node:child_process';
import { forkConfined } from '@klieg/processes';
import type { Log } from '@klieg/kernel';
import type { TranscodeAnswer, TranscodeMessage, TranscodeSetup } from './transcode-messages.ts';

/** A child process that is restarted when it ends, later each time, and finally not any more. */
export interface TranscodeProcess {
  /** Lost while there is no child. */
  send(message: TranscodeMessage): void;
  /** True from the start of a child on; messages sent before it is ready wait in its pipe. */
  readonly isUp: boolean;
  /** Ends a child that hangs; the next one starts automatically. */
  kill(): void;
  /** Ends it for good. */
  close(): void;
}

export interface TranscodeProcessOptions {
  /** The first message of each child. */
  readonly setup: () => TranscodeSetup;
  /** Waits before each restart; its length is how many there may be in a row. */
  readonly restartMs: readonly number[];
  /** Another child was started after one had ended. */
  readonly onRestart: () => void;
  readonly onAnswer: (answer: TranscodeAnswer) => void;
  /** A child ended unexpectedly; `isFinal`: there will be no other. */
  readonly onEnd: (isFinal: boolean) => void;
  readonly log: Log;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** A child that lived this long does not belong to a row of crashes. */
const STABLE_MS = 60_000;
const WORKER = new URL('./transcode-worker.ts', import.meta.url);

export function startTranscodeProcess(options: TranscodeProcessOptions): TranscodeProcess {
  const { log, now, restartMs } = options;
  let child: ChildProcess | undefined;
  let restarts = 0;
  let isOver = false;
  let restart: NodeJS.Timeout | undefined;

  const onExit = (code: number | null, signal: string | null, livedMs: number): void => {
    child = undefined;
    if (livedMs >= STABLE_MS) restarts = 0;
    const waitMs = restartMs[restarts];
    restarts += 1;
    isOver = waitMs === undefined;
    log.warn({ code, signal, waitMs }, isOver ? 'transcoding given up' : 'transcode process ended');
    options.onEnd(isOver);
    if (isOver) return;
    restart = setTimeout(() => {
      start();
      options.onRestart();
    }, waitMs);
    restart.unref();
  };

  const start = (): void => {
    const startedAtMs = now();
    // No environment: a process that decodes what strangers send has no business with secrets.
    const started = forkConfined({
      part: 'transcode',
      entry: WORKER,
      serialization: 'advanced',
      env: {},
    });
    child = started;
    started.unref();
    started.channel?.unref();
    started.on('message', (answer) => {
      if (child === started) options.onAnswer(answer as TranscodeAnswer);
    });
    started.on('error', (err) => log.warn({ err }, 'transcode process'));
    started.once('exit', (code, signal) => {
      if (child === started) onExit(code, signal, now() - startedAtMs);
    });
    started.send(options.setup(), () => {});
  };

  start();
  return {
    get isUp() {
      return child?.connected === true;
    },
    send(message) {
      if (child?.connected) child.send(message, () => {});
    },
    kill() {
      child?.kill('SIGKILL');
    },
    close() {
      isOver = true;
      clearTimeout(restart);
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

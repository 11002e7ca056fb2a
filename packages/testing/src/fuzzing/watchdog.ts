import { mkdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
 * Saves the input that is being read when it takes too long or too much memory, and ends the process: a thread of
 * its own, since a reader that hangs lets nothing else run.
 */

const LOOK_MS = 200;
/** Where the thread finds what is being read: number of the input, 0 between inputs, and its length. */
const NUMBER = 0;
const LENGTH = 1;
const HEAD_BYTES = 8;

interface WatchdogData {
  readonly shared: SharedArrayBuffer;
  readonly folder: string;
  readonly inputMsMax: number;
  readonly residentBytesMax: number;
}

/** Keeps an input that broke something. @returns the name of its file */
export function saveFinding(folder: string, kind: string, input: Uint8Array): string {
  mkdirSync(folder, { recursive: true });
  const name = `${kind}-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`;
  writeFileSync(join(folder, name), input);
  return name;
}

export interface Watchdog {
  /** An input is read from now on. */
  begin(input: Buffer): void;
  /** It was read. */
  end(): void;
  stop(): Promise<void>;
}

/** @param residentBytesMax of the whole process */
export function startWatchdog(
  options: Omit<WatchdogData, 'shared'> & { readonly bytesMax: number },
): Watchdog {
  const shared = new SharedArrayBuffer(HEAD_BYTES + options.bytesMax);
  const head = new Int32Array(shared, 0, 2);
  const body = new Uint8Array(shared, HEAD_BYTES);
  const { folder, inputMsMax, residentBytesMax } = options;
  const data: WatchdogData = { shared, folder, inputMsMax, residentBytesMax };
  const thread = new Worker(new URL(import.meta.url), { workerData: data });
  thread.unref();
  let number = 0;
  return {
    begin(input) {
      body.set(input);
      Atomics.store(head, LENGTH, input.length);
      number = (number % 0x7fff_ffff) + 1;
      Atomics.store(head, NUMBER, number);
    },
    end() {
      Atomics.store(head, NUMBER, 0);
    },
    async stop() {
      await thread.terminate();
    },
  };
}

function watch({ shared, folder, inputMsMax, residentBytesMax }: WatchdogData): void {
  const head = new Int32Array(shared, 0, 2);
  let watched = 0;
  let sinceMs = 0;
  const fail = (kind: string): void => {
    saveFinding(
      folder,
      kind,
      new Uint8Array(shared.slice(HEAD_BYTES, HEAD_BYTES + Atomics.load(head, LENGTH))),
    );
    process.kill(process.pid, 'SIGKILL');
  };
  setInterval(() => {
    const number = Atomics.load(head, NUMBER);
    if (number !== watched) {
      watched = number;
      sinceMs = performance.now();
    } else if (number !== 0 && performance.now() - sinceMs > inputMsMax) fail('hang');
    if (process.memoryUsage.rss() > residentBytesMax) fail('memory');
  }, LOOK_MS);
}

if (!isMainThread) watch(workerData as WatchdogData);

/** The way out of a process that another one has started; `process` fits. */
export interface ParentSender {
  readonly connected: boolean;
  readonly send?: ((message: unknown, onSent: (error: Error | null) => void) => boolean) | undefined;
}

/**
 * Sends a message to the process that started this one. What cannot reach it is lost: the parent's end is
 * an event of its own (`disconnect`), and must not end this process in the middle of its work.
 */
export function tellParent(message: unknown, to: ParentSender = process): void {
  // NOTE: without a callback a closed channel, or one that closes just now, is an uncaught error.
  if (to.connected) to.send?.(message, () => {});
}

/**
 * Ctrl+C in a terminal reaches every process of the site at once: a process started by another one ignores it, because
 * its parent tells it when to stop.
 */
function onCtrlC(stop: () => void): void {
  process.on('SIGINT', () => {
    if (!process.connected) stop();
  });
}

/** Calls `stop` when this process is asked to end or its parent is gone. */
export function onEnd(stop: () => void): void {
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  onCtrlC(stop);
}

/** The same for one that may hang in its work: a SIGTERM ends it at once, wherever it is. */
export function onParentGone(): void {
  const stop = () => process.exit(0);
  process.on('disconnect', stop);
  onCtrlC(stop);
}

interface Work<L, J> {
  /** Fetches what the work needs and may not be installed; then every job is answered `unsupported`. */
  readonly load: () => Promise<L>;
  /** Its result is sent to the parent unchanged. */
  readonly work: (library: L, job: J) => unknown;
  /** The answer for a job that threw; the detail is cut. */
  readonly failed: (job: J, detail: string) => unknown;
}

const DETAIL_MAX = 200;

/** The life of a child process that does jobs for its parent: `ready`, then an answer a job; ends with the parent. */
export async function serveJobs<L, J>({ load, work, failed }: Work<L, J>): Promise<void> {
  onParentGone();
  let library: L;
  try {
    library = await load();
  } catch {
    return tellParent({ kind: 'unsupported' });
  }
  const handle = async (job: J): Promise<void> => {
    try {
      tellParent(await work(library, job));
    } catch (err) {
      tellParent(failed(job, String(err).slice(0, DETAIL_MAX)));
    }
  };
  process.on('message', (job) => void handle(job as J));
  tellParent({ kind: 'ready' });
}

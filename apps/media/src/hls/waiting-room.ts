export type WaitResult = 'done' | 'timeout' | 'full' | 'aborted';

/** Requests that wait for something, limited in number and time. */
export interface WaitingRoom {
  readonly size: number;
  /** Waits until `isDone`, which is asked now and at each `wake`. */
  wait(isDone: () => boolean, signal: AbortSignal): Promise<WaitResult>;
  /** Something has come. */
  wake(): void;
  /** Nothing more will come: waiting requests are refused as if there were too many. */
  dismiss(): void;
}

export interface WaitingRoomOptions {
  readonly waitersMax: number;
  readonly waitMsMax: number;
}

interface Waiter {
  readonly isDone: () => boolean;
  readonly leave: (result: WaitResult) => void;
}

export function makeWaitingRoom({ waitersMax, waitMsMax }: WaitingRoomOptions): WaitingRoom {
  const waiters = new Set<Waiter>();

  const enter = (isDone: () => boolean, signal: AbortSignal): Promise<WaitResult> =>
    new Promise((resolve) => {
      const onAbort = (): void => waiter.leave('aborted');
      const timer = setTimeout(() => waiter.leave('timeout'), waitMsMax);
      const waiter: Waiter = {
        isDone,
        leave(result) {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          waiters.delete(waiter);
          resolve(result);
        },
      };
      signal.addEventListener('abort', onAbort);
      waiters.add(waiter);
    });

  return {
    get size() {
      return waiters.size;
    },
    async wait(isDone, signal) {
      if (signal.aborted) return 'aborted';
      if (isDone()) return 'done';
      return waiters.size >= waitersMax ? 'full' : enter(isDone, signal);
    },
    dismiss() {
      for (const waiter of waiters) waiter.leave('full');
    },
    wake() {
      for (const waiter of waiters) if (waiter.isDone()) waiter.leave('done');
    },
  };
}

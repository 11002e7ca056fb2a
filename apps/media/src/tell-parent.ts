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

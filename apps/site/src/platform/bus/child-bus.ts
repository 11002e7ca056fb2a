import type { ChildProcess } from 'node:child_process';
import type { Bus, Unsubscribe } from '@klieg/contract/bus';

/** A bus message on the channel between a process and its child. */
export interface ChildBusMessage {
  readonly bus: 'publish';
  readonly subject: string;
  readonly message: unknown;
}

const isBusMessage = (value: unknown): value is ChildBusMessage =>
  typeof value === 'object' && value !== null && (value as { bus?: unknown }).bus === 'publish';

/**
 * Joins a child process to the parent's bus. The two directions carry different subjects (`down` and
 * what the child publishes), so nothing comes back to its sender.
 */
export function bridgeChild(bus: Bus, child: ChildProcess, down: readonly string[]): Unsubscribe {
  const stops = down.map((pattern) =>
    bus.subscribe(pattern, (message, subject) => {
      // NOTE: without a callback a child that dies just now is an uncaught error of this process.
      if (child.connected)
        child.send({ bus: 'publish', subject, message } satisfies ChildBusMessage, () => {});
    }),
  );
  const onMessage = (value: unknown) => {
    if (isBusMessage(value)) bus.publish(value.subject, value.message);
  };
  child.on('message', onMessage);
  return () => {
    for (const stop of stops) stop();
    child.off('message', onMessage);
  };
}

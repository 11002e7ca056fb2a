import type { ChildProcess } from 'node:child_process';
import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import type { Log } from '@klieg/kernel';

/** A bus message on the channel between a process and its child. */
export interface ChildBusMessage {
  readonly bus: 'publish';
  readonly subject: string;
  readonly message: unknown;
}

/** What a child may publish; anything else is dropped, and the first case is logged. */
export interface Upward {
  readonly mayPublish: (subject: string, message: unknown) => boolean;
  readonly log: Log;
}

const isBusMessage = (value: unknown): value is ChildBusMessage =>
  typeof value === 'object' && value !== null && (value as { bus?: unknown }).bus === 'publish';

/**
 * Joins a child process to the parent's bus. What the child publishes comes back to it where `down` covers its subject,
 * as with media facts, which every media process publishes and hears: listeners accept a repeat.
 */
export function bridgeChild(
  bus: Bus,
  child: ChildProcess,
  down: readonly string[],
  { mayPublish, log }: Upward,
): Unsubscribe {
  let isTold = false;
  const stops = down.map((pattern) =>
    bus.subscribe(pattern, (message, subject) => {
      // NOTE: without a callback, a child that dies right now causes an uncaught error in this process.
      if (child.connected)
        child.send({ bus: 'publish', subject, message } satisfies ChildBusMessage, () => {});
    }),
  );
  const onMessage = (value: unknown) => {
    if (!isBusMessage(value)) return;
    const { subject, message } = value;
    if (mayPublish(subject, message)) return bus.publish(subject, message);
    // Only once, so that a persistent child does not fill the log.
    if (!isTold) log.error({ pid: child.pid, subject }, 'a process published what it may not');
    isTold = true;
  };
  child.on('message', onMessage);
  return () => {
    for (const stop of stops) stop();
    child.off('message', onMessage);
  };
}

import { type Bus, matchesSubject } from '@klieg/contract/bus';
import { type ParentSender, tellParent } from '@klieg/kernel/child';

/** The side of a process that talks to its parent; `process` fits. */
export interface ParentChannel extends ParentSender {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

interface BusMessage {
  readonly bus: 'publish';
  readonly subject: string;
  readonly message: unknown;
}

const isBusMessage = (value: unknown): value is BusMessage =>
  typeof value === 'object' &&
  value !== null &&
  (value as { bus?: unknown }).bus === 'publish' &&
  typeof (value as { subject?: unknown }).subject === 'string';

/**
 * The bus of a child process: the parent joins it to everybody's. Messages published here are delivered here at once,
 * and again when the parent sends them to all children, so listeners accept a repeat. Without the parent it continues
 * by itself.
 */
export function makeParentBus(channel: ParentChannel): Bus {
  const handlers = new Set<{ pattern: string; handler: (message: unknown, subject: string) => void }>();

  const deliver = (subject: string, message: unknown): void => {
    for (const entry of handlers) if (matchesSubject(entry.pattern, subject)) entry.handler(message, subject);
  };
  const onMessage = (message: unknown): void => {
    if (isBusMessage(message)) deliver(message.subject, message.message);
  };
  channel.on('message', onMessage);

  return {
    publish(subject, message) {
      deliver(subject, message);
      tellParent({ bus: 'publish', subject, message } satisfies BusMessage, channel);
    },
    subscribe(subject, handler) {
      const entry = { pattern: subject, handler };
      handlers.add(entry);
      return () => handlers.delete(entry);
    },
    // The parent says media's subjects to each child unasked, so a subscription is in force when it is made.
    ready: () => Promise.resolve(),
    close() {
      channel.off('message', onMessage);
      handlers.clear();
      return Promise.resolve();
    },
  };
}

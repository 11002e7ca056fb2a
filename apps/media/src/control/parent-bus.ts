import type { Bus } from '@klieg/contract/bus';
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

/** True when a subscription to `pattern` covers the subject. */
export const covers = (pattern: string, subject: string): boolean =>
  pattern.endsWith('.>') ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;

/**
 * The bus of a child process: the parent is the hub. What is published here is also delivered here;
 * the hub sends nothing back to the process that it came from. Without the parent it goes on by itself.
 */
export function makeParentBus(channel: ParentChannel): Bus {
  const handlers = new Set<{ pattern: string; handler: (message: unknown, subject: string) => void }>();

  const deliver = (subject: string, message: unknown): void => {
    for (const entry of handlers) if (covers(entry.pattern, subject)) entry.handler(message, subject);
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
    // The parent sends all that it hears, so a subscription is in force when it is made.
    ready: () => Promise.resolve(),
    close() {
      channel.off('message', onMessage);
      handlers.clear();
      return Promise.resolve();
    },
  };
}

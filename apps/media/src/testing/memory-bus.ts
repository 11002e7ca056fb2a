import type { Bus } from '@klieg/contract/bus';
import { covers } from '../control/parent-bus.ts';

/** A bus within one process. */
export function makeMemoryBus(): Bus {
  const handlers = new Set<{ subject: string; handler: (message: unknown, subject: string) => void }>();
  return {
    publish(subject, message) {
      for (const entry of handlers) if (covers(entry.subject, subject)) entry.handler(message, subject);
    },
    subscribe(subject, handler) {
      const entry = { subject, handler };
      handlers.add(entry);
      return () => handlers.delete(entry);
    },
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(handlers.clear()),
  };
}

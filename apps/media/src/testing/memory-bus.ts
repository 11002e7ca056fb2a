import { type Bus, matchesSubject } from '@klieg/contract/bus';

/** A bus within one process. */
export function makeMemoryBus(): Bus {
  const handlers = new Set<{ subject: string; handler: (message: unknown, subject: string) => void }>();
  return {
    publish(subject, message) {
      for (const entry of handlers)
        if (matchesSubject(entry.subject, subject)) entry.handler(message, subject);
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

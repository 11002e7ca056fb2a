import { type Bus, matchesSubject } from '@klieg/contract/bus';
import type { Log } from '@klieg/kernel';

type Handler = (message: unknown, subject: string) => void;

/**
 * Bus of one process. Messages are copies, delivered after the publisher's current step, in order; a handler that
 * throws is logged and affects nobody else.
 */
export function makeMemoryBus(log: Log): Bus {
  const handlers = new Set<{ readonly pattern: string; readonly handler: Handler }>();
  let isClosed = false;

  const deliver = (subject: string, text: string) => {
    for (const entry of handlers) {
      if (!matchesSubject(entry.pattern, subject)) continue;
      try {
        entry.handler(JSON.parse(text), subject);
      } catch (error) {
        log.error({ err: error, subject }, 'bus handler failed');
      }
    }
  };

  return {
    publish(subject, message) {
      if (isClosed) return;
      const text = JSON.stringify(message);
      queueMicrotask(() => deliver(subject, text));
    },
    subscribe(pattern, handler) {
      const entry = { pattern, handler };
      handlers.add(entry);
      return () => void handlers.delete(entry);
    },
    ready: () => Promise.resolve(),
    close() {
      isClosed = true;
      handlers.clear();
      return Promise.resolve();
    },
  };
}

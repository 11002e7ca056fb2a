import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import type { Log } from '@klieg/kernel';

/**
 * News for display, from one feature to those that asked for it, on every node. A notice may be lost, doubled or late,
 * so nothing of value may depend on one; what must happen is a fact (see `outbox.ts`) or is in the ledger's feed.
 */
export interface Notice<P extends object> {
  /** Dotted, past tense where something happened: `balance.changed`. */
  readonly name: string;
  /** `nodes`: every node hears it, by the bus; `here`: only this process, at once. */
  readonly reach: 'nodes' | 'here';
  /** Only for the compiler. */
  readonly payload?: P;
}

/** Declares a notice; the feature that knows first exports it. */
export const notice = <P extends object>(name: string, reach: Notice<P>['reach'] = 'nodes'): Notice<P> => ({
  name,
  reach,
});

export interface Notices {
  /** Tells those who asked for it. To other nodes the payload travels as JSON. */
  tell<P extends object>(what: Notice<P>, payload: P): void;
  /** Hears it from now on. A handler that throws is logged and stops nobody else. */
  on<P extends object>(what: Notice<P>, handler: (payload: P) => void): Unsubscribe;
}

const subjectOf = ({ name }: Notice<object>): string => `notice.${name}`;

export function makeNotices(bus: Bus, log: Log): Notices {
  const here = new Map<string, Set<(payload: object) => void>>();
  const tellHere = (name: string, payload: object) => {
    for (const handler of here.get(name) ?? [])
      try {
        handler(payload);
      } catch (error) {
        log.error({ err: error, notice: name }, 'a notice could not be handled');
      }
  };
  return {
    tell(what, payload) {
      if (what.reach === 'here') tellHere(what.name, payload);
      else bus.publish(subjectOf(what), payload);
    },
    on(what, handler) {
      if (what.reach === 'nodes')
        return bus.subscribe(subjectOf(what), (message) => handler(message as never));
      const handlers = here.get(what.name) ?? new Set();
      here.set(what.name, handlers);
      const own = handler as (payload: object) => void;
      handlers.add(own);
      return () => void handlers.delete(own);
    },
  };
}

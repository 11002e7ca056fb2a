import type { Template } from '@klieg/codec';

const isThing = (field: string): boolean =>
  field === 'id' || field === 'username' || field === 'name' || field === 'room' || field.endsWith('_id');

/** Drops states of own scope that are not newer than what the page holds (W51). */
export interface SeqGuard {
  /** True when the event is news; it is then held. Events without a seq always are. */
  admit(template: Template, payload: Readonly<Record<string, unknown>>): boolean;
  /** Forgets everything, when the own state was reset to its defaults (W6). */
  reset(): void;
}

/** A guard that holds nothing; one serves both sockets of a page. */
export function makeSeqGuard(): SeqGuard {
  const held = new Map<string, number>();
  return {
    admit: ([name, fields], payload) => {
      const { seq } = payload;
      if (typeof seq !== 'number') return true;
      const thing = fields.slice(fields.indexOf('seq') + 1).find(isThing);
      const id = thing === undefined ? undefined : payload[thing];
      const key = typeof id === 'string' || typeof id === 'number' ? `${name} ${id}` : name;
      const last = held.get(key);
      if (last !== undefined && seq <= last) return false;
      held.set(key, seq);
      return true;
    },
    reset: () => held.clear(),
  };
}

import type { Payload } from '@klieg/contract';
import { type Clock, type Uuid, uuidv7 } from '@klieg/kernel';

/** How long a `client_id` is remembered (W56). */
export const REMEMBER_MS = 10 * 60_000;

interface Entry {
  readonly text: string;
  readonly ack: Payload<'v3.ack'>;
  readonly at: number;
}

/** Acks by account and client_id, so that a line that is sent again appears once. */
export interface RecentAcks {
  /** The earlier ack, `conflict` for another text under the same id, or undefined for a new line. */
  find(key: string, clientId: string, text: string): Payload<'v3.ack'> | 'conflict' | undefined;
  keep(key: string, clientId: string, text: string, ack: Payload<'v3.ack'>): void;
  /** Id and time of a line, the same each time that it is tried, and whether this is the first time. */
  lineOf(
    key: string,
    clientId: string,
    text: string,
  ): { readonly id: Uuid; readonly at: number; readonly isFirst: boolean };
}

export function makeRecentAcks(clock: Clock): RecentAcks {
  const entries = new Map<string, Entry>();
  const lines = new Map<string, { readonly id: Uuid; readonly at: number }>();
  const forgetOld = (now: number) => {
    for (const [key, entry] of entries) {
      if (now - entry.at <= REMEMBER_MS) break;
      entries.delete(key);
    }
    for (const [key, { at }] of lines) {
      if (now - at <= REMEMBER_MS) break;
      lines.delete(key);
    }
  };
  return {
    find(key, clientId, text) {
      forgetOld(clock.now());
      const entry = entries.get(`${key} ${clientId}`);
      if (!entry) return undefined;
      return entry.text === text ? entry.ack : 'conflict';
    },
    lineOf(key, clientId, text) {
      const name = `${key} ${clientId} ${text}`;
      const at = clock.now();
      const tried = lines.get(name);
      if (tried) return { ...tried, isFirst: false };
      const line = { id: uuidv7(at), at };
      lines.set(name, line);
      return { ...line, isFirst: true };
    },
    keep: (key, clientId, text, ack) =>
      void entries.set(`${key} ${clientId}`, { text, ack, at: clock.now() }),
  };
}

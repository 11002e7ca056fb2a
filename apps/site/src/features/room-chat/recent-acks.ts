import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';

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
}

export function makeRecentAcks(clock: Clock): RecentAcks {
  const entries = new Map<string, Entry>();
  const forgetOld = (now: number) => {
    for (const [key, entry] of entries) {
      if (now - entry.at <= REMEMBER_MS) break;
      entries.delete(key);
    }
  };
  return {
    find(key, clientId, text) {
      forgetOld(clock.now());
      const entry = entries.get(`${key} ${clientId}`);
      if (!entry) return undefined;
      return entry.text === text ? entry.ack : 'conflict';
    },
    keep: (key, clientId, text, ack) =>
      void entries.set(`${key} ${clientId}`, { text, ack, at: clock.now() }),
  };
}

import type { SiteCaller } from './caller.ts';
import type { SessionEnded } from './session-events.ts';

export const isEndOf = (
  ended: SessionEnded,
  { sessionId, account }: Pick<SiteCaller, 'sessionId' | 'account'>,
): boolean =>
  (ended.sessionId !== undefined && ended.sessionId === sessionId) ||
  (ended.accountId !== undefined && ended.accountId === account?.id);

/**
 * A login session that ends while its socket is being authorized reaches no open socket: an authorizing caller starts
 * to listen before reading who it is, and asks after the reads.
 */
export interface EndWatch {
  begin(): EndListener;
  heard(ended: SessionEnded): void;
}

export interface EndListener {
  /** Whether the caller's session ended since this began. */
  hasEnded(caller: Pick<SiteCaller, 'sessionId' | 'account'>): boolean;
  end(): void;
}

export function makeEndWatch(): EndWatch {
  const listeners = new Set<SessionEnded[]>();
  return {
    begin() {
      const heard: SessionEnded[] = [];
      listeners.add(heard);
      return {
        hasEnded: (caller) => heard.some((ended) => isEndOf(ended, caller)),
        end: () => void listeners.delete(heard),
      };
    },
    heard(ended) {
      for (const heard of listeners) heard.push(ended);
    },
  };
}

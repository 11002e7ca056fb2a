import type { Uuid } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { SiteCaller } from './caller.ts';
import type { SessionEnded } from './session-events.ts';
import type { SessionStore } from './session-store.ts';

/** Ends every session of an account but the one that asks; `announce`, after the transaction, tells their sockets. */
export const makeEndOthers =
  (deps: {
    readonly sessions: Pick<SessionStore, 'endAll'>;
    readonly announce: (ended: SessionEnded) => void;
  }) =>
  async (
    { account, sessionId }: SiteCaller,
    within: Transaction,
  ): Promise<{ readonly announce: () => void }> => {
    const ended = await deps.sessions.endAll(account!.id, sessionId as Uuid, within);
    return {
      announce: () => {
        for (const id of ended) deps.announce({ sessionId: id, reason: 'revoked' });
      },
    };
  };

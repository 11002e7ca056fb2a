import type { AccountId, Uuid } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { SiteCaller } from './caller.ts';
import type { SessionEnded } from './session-events.ts';
import type { SessionStore } from './session-store.ts';

/** What other features do to the sessions of an account. */
export const makeEndings = (deps: {
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly announce: (ended: SessionEnded) => void;
}) => ({
  /** Ends every session of an account except the caller's; `announce`, after the transaction, tells their sockets. */
  async endOthers(
    { account, sessionId }: SiteCaller,
    within: Transaction,
  ): Promise<{ readonly announce: () => void }> {
    const ended = await deps.sessions.endAll(account!.id, sessionId as Uuid, within);
    return {
      announce: () => {
        for (const id of ended) deps.announce({ sessionId: id, reason: 'revoked' });
      },
    };
  },
  /** Every open page of an account reloads, with its current log-in. */
  reloadPages: (accountId: AccountId): void => deps.announce({ accountId, reason: 'revoked' }),
});

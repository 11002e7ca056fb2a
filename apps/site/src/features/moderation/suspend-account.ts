import type { ReportReason } from '@klieg/contract';
import { type AccountId, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { SessionEnded, SessionStore } from '../sessions/index.ts';
import type { UserDeskFeature } from '../user-desk/index.ts';
import { houseActed } from './house-acted.ts';

/** What a suspension is called that follows from a report. */
export const REASON_CODES: Readonly<Record<ReportReason, string>> = {
  underage: 'age',
  non_consensual: 'safety',
  violence: 'safety',
  self_harm: 'safety',
  impersonation: 'identity',
  spam: 'rules',
  off_platform: 'rules',
  copyright: 'rules',
  hate: 'rules',
  other: 'other',
};

/** Suspensions by moderators: the row in a transaction, with the fact that ends whatever the account has open. */
export interface SuspendAccount {
  suspend(
    within: Transaction,
    given: {
      /** Absent: a new one. */
      readonly id?: Uuid;
      readonly accountId: AccountId;
      readonly byId: AccountId;
      readonly reasonCode: string;
      readonly statement: string;
      readonly until: Date | null;
      /** Leaves one in force that lasts as long or longer. */
      readonly keepsLonger?: boolean;
    },
  ): Promise<void>;
  /** Lifts a suspension; `reload` tells the pages of the account after the commit. */
  lift(within: Transaction, accountId: AccountId): Promise<void>;
  reload(accountId: AccountId): void;
}

export function makeSuspendAccount(deps: {
  readonly suspensions: UserDeskFeature['suspensions'];
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly announce: (ended: SessionEnded) => void;
  readonly clock: Clock;
}): SuspendAccount {
  return {
    async suspend(within, given) {
      const at = deps.clock.now();
      if (!(await deps.suspensions.suspend(within, { id: uuidv7(at), ...given, at: new Date(at) }))) return;
      const { accountId } = given;
      const sessions = await deps.sessions.endAll(accountId, undefined, within);
      await deps.outbox.add(within, houseActed, { does: 'suspend', accountId, sessions });
    },
    lift: (within, accountId) => deps.suspensions.lift(within, accountId, new Date(deps.clock.now())),
    reload: (accountId) => deps.announce({ accountId, reason: 'revoked' }),
  };
}

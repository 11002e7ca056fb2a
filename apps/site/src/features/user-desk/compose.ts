import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { IdentityFeature, MeParts } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import { announceSessionEnded, type SessionEnded, type SessionsFeature } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeChangeUser } from './change-user.ts';
import { makeCorrectTokens } from './correct-tokens.ts';
import { makeCorrectionStore } from './correction-store.ts';
import { makeExportUsers } from './export-users.ts';
import { makePresentUsers } from './present-user.ts';
import { makeSanctionStore, type SanctionStore } from './sanction-store.ts';
import { makeUserDeskHandlers } from './user-desk.http.ts';
import { makeUserDeskStore } from './user-desk-store.ts';

export type UserDeskFeature = ReturnType<typeof composeUserDesk>;

/** What staff sees of accounts and does to them. */
export function composeUserDesk(
  kit: Pick<Kit, 'database' | 'clock' | 'outbox' | 'bus'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly billing: Pick<BillingFeature, 'orders'>;
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly ledger: Pick<LedgerFeature, 'ledger'>;
    readonly sessions: Pick<SessionsFeature, 'sessions'>;
    readonly wallet: WalletFeature;
  },
) {
  const { database, clock, outbox, bus } = kit;
  const { accounts } = uses.identity;
  const { auditLog } = uses.audit;
  const store = makeUserDeskStore(database);
  const sanctions = makeSanctionStore(database);
  const corrections = makeCorrectionStore(database);
  const correctTokens = makeCorrectTokens({
    corrections,
    wallet: uses.wallet.wallet,
    database,
    auditLog,
  });
  const announce = (ended: SessionEnded) => announceSessionEnded(bus, ended);
  const changeUser = makeChangeUser({
    database,
    store,
    sanctions,
    accounts,
    sessions: uses.sessions.sessions,
    auditLog,
    outbox,
    announce,
    clock,
  });
  /** Somebody whose suspension has ended gets their pages back. */
  const liftEnded = async () => {
    for (const accountId of await sanctions.liftEnded(new Date(clock.now())))
      announce({ accountId, reason: 'revoked' });
  };
  const chores: readonly Chore[] = [
    { failure: 'suspensions could not be lifted', everyMs: MINUTE_MS, on: 'one', run: liftEnded },
    {
      failure: 'tokens that staff gave could not be moved',
      everyMs: MINUTE_MS,
      on: 'one',
      run: correctTokens.moveDue,
    },
  ];
  return {
    chores,
    statementOf: sanctions.statementOf,
    /** For those who suspend by a case. */
    suspensions: sanctions as Pick<SanctionStore, 'suspend' | 'lift'>,
    /** The calls, once every feature has given its part of the user object. */
    serve: (parts: MeParts) => ({
      handlers: makeUserDeskHandlers({
        store,
        accounts,
        presentUsers: makePresentUsers({ parts, store, sanctions }),
        changeUser,
        exportUsers: makeExportUsers({ store, database, auditLog, clock }),
        correctTokens,
        corrections,
        ledger: uses.ledger.ledger,
        cards: uses.billing.orders,
        auditLog,
      }),
    }),
  };
}

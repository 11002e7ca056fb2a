import type { AccountId } from '@klieg/kernel';
import type { CallContext } from '../../platform/http/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account, IdentityCaller } from '../identity/index.ts';

/** What this feature needs of sessions, a higher one. */
export interface SessionUses<C extends IdentityCaller> {
  /** Opens a session and sets its cookie; answers the new CSRF token. @throws identity.bad_credentials */
  readonly openSession: (
    account: Account,
    context: CallContext<C>,
    remember: boolean,
    provenHash?: string,
  ) => Promise<string>;
  /** Ends every session of an account except one; `announce` tells their sockets, after the transaction. */
  readonly endOthers: (caller: C, within: Transaction) => Promise<{ readonly announce: () => void }>;
  /** A browser that has logged in to the account before. */
  readonly isKnownBrowser: (caller: C, accountId: AccountId) => boolean;
  readonly siteNameOf: (caller: C) => string;
}

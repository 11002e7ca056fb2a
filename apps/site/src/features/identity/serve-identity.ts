import type { CurrentUser } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { CallContext } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Account } from './account.ts';
import type { IdentityFeature } from './compose.ts';
import { type IdentityCaller, makeIdentityHandlers } from './identity.http.ts';
import type { MeParts } from './me-part.ts';
import { makeRegisterAccount } from './register-account.ts';

/** The calls of identity. `currentUser` answers the same in process, for pages. */
export function serveIdentity<C extends IdentityCaller>(
  { clock }: Pick<Kit, 'clock'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly parts: MeParts;
    readonly openSession: (account: Account, context: CallContext<C>, remember: boolean) => Promise<string>;
    readonly issueNodeToken: (caller: C) => Promise<string>;
    readonly greet: (context: CallContext<C>) => { readonly csrf: string; readonly caller: C };
    readonly isBlockedCountry: (country: string | null) => boolean;
    readonly supportContact: string;
  },
) {
  const { accounts } = uses.identity;
  const handlers = makeIdentityHandlers<C>({
    accounts,
    registerAccount: makeRegisterAccount({ accounts, clock }),
    openSession: uses.openSession,
    issueNodeToken: uses.issueNodeToken,
    greet: uses.greet,
    parts: uses.parts,
    isTipBlockedCountry: uses.isBlockedCountry,
    supportContact: uses.supportContact,
  });
  return {
    handlers,
    currentUser: async (caller: C): Promise<CurrentUser> =>
      handlers.getCurrentUser(
        { params: undefined, query: undefined, body: undefined },
        { caller, requestId: uuidv7(), idempotencyKey: undefined, setCookie: () => undefined },
      ),
  };
}

import type { CaseState, CurrentUser } from '@klieg/contract';
import { type AccountId, uuidv7 } from '@klieg/kernel';
import type { CallContext } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { AcceptedText, Account } from './account.ts';
import type { IdentityFeature } from './compose.ts';
import { type IdentityCaller, type JoiningForm, makeIdentityHandlers } from './identity.http.ts';
import type { MeParts } from './me-part.ts';
import { makeRegisterAccount } from './register-account.ts';

const letIn = () => Promise.resolve({ takeBack: () => Promise.resolve() });

/** The calls of identity. `currentUser` answers the same in process, for pages. */
export function serveIdentity<C extends IdentityCaller>(
  { clock, outbox }: Pick<Kit, 'clock' | 'outbox'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly parts: MeParts;
    /** Work for people who join suspiciously often. */
    readonly guardJoining: (caller: C, form: JoiningForm) => Promise<{ takeBack(): Promise<void> }>;
    readonly openSession: (account: Account, context: CallContext<C>, remember: boolean) => Promise<string>;
    readonly issueNodeToken: (caller: C) => Promise<string>;
    readonly greet: (context: CallContext<C>) => { readonly csrf: string; readonly caller: C };
    readonly isLive: (id: AccountId) => Promise<boolean>;
    readonly reloadPages: (id: AccountId) => void;
    readonly isBlockedCountry: (country: string | null) => boolean;
    /** Whether the caller needs an age check where they are, and its state. */
    readonly ageOf: (caller: C) => Promise<CurrentUser['user']['ageVerification']>;
    readonly supportContact: string;
    /** What staff wrote to a suspended person. */
    readonly statementOf: (id: AccountId) => Promise<string | undefined>;
    readonly appealStateOf: (id: AccountId) => Promise<CaseState | null>;
    /** What everybody accepts who registers. */
    readonly accepted: readonly AcceptedText[];
  },
) {
  const { accounts, usernames, isWeakPassword, joiningShares } = uses.identity;
  const { guardJoining } = uses;
  const deps = {
    clock,
    accounts,
    usernames,
    isLive: uses.isLive,
    reloadPages: uses.reloadPages,
    registerAccount: makeRegisterAccount({
      accounts,
      usernames,
      outbox,
      isWeakPassword,
      clock,
      accepted: uses.accepted,
      joiningShares,
    }),
    openSession: uses.openSession,
    issueNodeToken: uses.issueNodeToken,
    greet: uses.greet,
    parts: uses.parts,
    isTipBlockedCountry: uses.isBlockedCountry,
    ageOf: uses.ageOf,
    supportContact: uses.supportContact,
    statementOf: uses.statementOf,
    appealStateOf: uses.appealStateOf,
  };
  const handlers = makeIdentityHandlers<C>({ ...deps, guardJoining });
  const ofOthers = makeIdentityHandlers<C>({ ...deps, guardJoining: letIn });
  return {
    handlers,
    /**
     * Makes a viewer account requested by another feature, which has checked that it is a person; else like the form.
     */
    register: (
      form: Omit<
        Parameters<typeof handlers.register>[0]['body'],
        'type' | 'terms_accepted' | 'age_confirmed' | 'newsletter'
      >,
      context: CallContext<C>,
    ) =>
      ofOthers.register(
        {
          params: undefined,
          query: undefined,
          body: { ...form, type: 'other', terms_accepted: true, age_confirmed: true, newsletter: false },
        },
        context,
      ),
    currentUser: async (caller: C): Promise<CurrentUser> =>
      handlers.getCurrentUser(
        { params: undefined, query: undefined, body: undefined },
        {
          caller,
          requestId: uuidv7(),
          idempotencyKey: undefined,
          setCookie: () => undefined,
          afterAnswer: () => undefined,
        },
      ),
  };
}

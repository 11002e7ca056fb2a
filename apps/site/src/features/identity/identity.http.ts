import type { callsByFeature, CaseState, CurrentUser } from '@klieg/contract';
import { type AccountId, AppError, type Clock, toInstant } from '@klieg/kernel';
import type { CallContext, Caller, Handlers } from '../../platform/http/index.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './account-store.ts';
import type { MeParts } from './me-part.ts';
import { presentMe } from './present-me.ts';
import { unflatten } from '../../platform/parts/index.ts';
import type { JoiningVisit, Registration } from './register-account.ts';
import { refuseUsername } from './username-rules.ts';
import type { UsernameStore } from './username-store.ts';

/** What identity needs to know of a caller; sessions resolve it. */
export interface IdentityCaller extends Caller {
  readonly account: Account | null;
  readonly guestName: string;
  readonly country: string | null;
  readonly state: string | null;
  /** Until when what needs a password is open, in Unix milliseconds; 0: never. */
  readonly sudoUntil: number;
}

/** Applicant and requested account, for counting. */
export interface JoiningForm {
  readonly username: string;
  readonly email: string;
  readonly captcha?: string | undefined;
}

interface Deps<C extends IdentityCaller> {
  readonly clock: Clock;
  readonly accounts: AccountStore;
  readonly usernames: Pick<UsernameStore, 'rename' | 'isTaken'>;
  /** Whether somebody is live now, whose room has its name. */
  readonly isLive: (id: AccountId) => Promise<boolean>;
  /** Makes every open page of an account reload. */
  readonly reloadPages: (id: AccountId) => void;
  /** Requires some work from people who join suspiciously often. @returns whose `takeBack` undoes the count */
  readonly guardJoining: (caller: C, form: JoiningForm) => Promise<{ takeBack(): Promise<void> }>;
  readonly registerAccount: (form: Registration, visit: JoiningVisit) => Promise<Account>;
  /** Opens a session for a new account and sets its cookie; answers the new CSRF token. */
  readonly openSession: (account: Account, context: CallContext<C>, remember: boolean) => Promise<string>;
  readonly issueNodeToken: (caller: C) => Promise<string>;
  /** Makes sure that a guest has a cookie; returns the caller's CSRF token, and the guest's name. */
  readonly greet: (context: CallContext<C>) => { readonly csrf: string; readonly caller: C };
  readonly parts: MeParts;
  readonly isTipBlockedCountry: (country: string | null) => boolean;
  readonly ageOf: (caller: C) => Promise<CurrentUser['user']['ageVerification']>;
  readonly supportContact: string;
  readonly statementOf: (id: AccountId) => Promise<string | undefined>;
  /** State of an appeal against the suspension; null: none. */
  readonly appealStateOf: (id: AccountId) => Promise<CaseState | null>;
}

export function makeIdentityHandlers<C extends IdentityCaller>(
  deps: Deps<C>,
): Handlers<(typeof callsByFeature)['identity'], C> {
  return {
    async getCurrentUser(_input, context) {
      const { csrf, caller } = deps.greet(context);
      const { account } = caller;
      const request = {
        guestName: caller.guestName,
        address: caller.address,
        country: caller.country,
        state: caller.state,
        locale: caller.locale,
        csrf,
        nodeToken: await deps.issueNodeToken(caller),
        isTipBlockedCountry: deps.isTipBlockedCountry(account?.lastLoginCountry ?? null),
        ageVerification: await deps.ageOf(caller),
        sudoUntil: caller.sudoUntil > deps.clock.now() ? caller.sudoUntil : null,
      };
      const [flat] = account
        ? await deps.parts.read([{ account, request }])
        : [{ ...deps.parts.empty, ...presentMe(null, request) }];
      return unflatten<CurrentUser>(flat!);
    },
    async register({ body }, context) {
      const { takeBack } = await deps.guardJoining(context.caller, body);
      const { country: countryCode, key: visitor } = context.caller;
      const visit = { countryCode, visitor, wantsNews: body.newsletter };
      const account = await deps.registerAccount(body, visit).catch(async (error: unknown) => {
        // What is counted are accounts that are made.
        await takeBack();
        throw error;
      });
      const csrf = await deps.openSession(account, context, true);
      return {
        status: 1,
        user: { id: account.id, username: account.username, email_confirmed: 0 },
        csrf,
        next: account.type === 'model' ? 'onboarding' : 'home',
      };
    },
    async isUsernameAvailable({ query }) {
      const reason = refuseUsername(query.username);
      if (reason) return { available: false, reason };
      const isTaken = await deps.usernames.isTaken(query.username);
      return { available: !isTaken, reason: isTaken ? 'taken' : null };
    },
    async changeUsername({ body: { username } }, { caller }) {
      const { id } = caller.account!;
      if (refuseUsername(username)) throw new AppError('identity.username_refused');
      // A room that is open keeps its name.
      if (await deps.isLive(id)) throw new AppError('identity.change_not_allowed');
      await deps.usernames.rename(id, username);
      // Otherwise chats would continue under the old name.
      deps.reloadPages(id);
      return { status: 1, user: { id, username } };
    },
    async getSuspension(_input, { caller }) {
      const { account } = caller;
      if (!account?.suspendedAt) throw new AppError('common.not_found');
      return {
        suspension_date: toInstant(account.suspendedAt),
        until: account.suspensionUntil ? toInstant(account.suspensionUntil) : null,
        reason_code: account.suspensionReason ?? 'rules',
        statement: (await deps.statementOf(account.id)) ?? 'Your account is suspended while we look into it.',
        support_contact: deps.supportContact,
        appeal_state: await deps.appealStateOf(account.id),
      };
    },
  };
}

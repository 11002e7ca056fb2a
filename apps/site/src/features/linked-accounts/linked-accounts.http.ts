import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { type AccountStore, isSuspended } from '../identity/index.ts';
import { isStaff } from '../permissions/index.ts';
import type { LoginSessions, SessionEnded, SiteCaller } from '../sessions/index.ts';
import type { GivenAccount } from './link-account.ts';
import type { LinkedAccountStore } from './linked-account-store.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'findById' | 'findLogins' | 'recordLogin'>;
  readonly store: LinkedAccountStore;
  readonly linkAccount: (caller: SiteCaller, given: GivenAccount) => Promise<void>;
  readonly logins: Pick<LoginSessions, 'change'>;
  readonly announce: (ended: SessionEnded) => void;
  readonly clock: Clock;
}

export function makeLinkedAccountsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['linked-accounts'], SiteCaller> {
  const listFor = async ({ account }: SiteCaller) => {
    const { id, username, avatarUrl } = account!;
    const others = (await deps.store.listOf([id])).get(id) ?? [];
    return [
      { id, username, thumb_url: avatarUrl, is_current: true },
      ...others.map((other) => ({
        id: other.id,
        username: other.username,
        thumb_url: other.thumbUrl,
        is_current: false,
      })),
    ];
  };
  /** One that is linked and may log in, with the password that the link has been made for. */
  const find = async ({ account }: SiteCaller, id: AccountId) => {
    const linked = await deps.accounts.findById(id);
    const found = linked && (await deps.accounts.findLogins(linked.username))[0];
    // Asked after its password was read: one that changes now opens nothing.
    if (!found || isStaff(found) || !(await deps.store.isLinked(account!.id, id)))
      throw new AppError('common.not_found');
    return found;
  };
  return {
    listLinkedAccounts: async (_input, { caller }) => ({
      items: await listFor(caller),
      max: caller.account!.settings.max_linked_accounts,
    }),
    async linkAccount({ body }, { caller }) {
      await deps.linkAccount(caller, body);
      return { status: 1, items: await listFor(caller) };
    },
    async switchAccount({ params }, context) {
      const { caller } = context;
      const { account, passwordHash } = await find(caller, params.id as AccountId);
      const csrf = await deps.logins.change(account, context, passwordHash).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'identity.bad_credentials')
          throw new AppError('common.not_found');
        throw error;
      });
      // Every tab of this browser reloads as the new account: not before the answer, when it would be nobody, and the
      // requesting tab would discard its own answer with the new cookie.
      context.afterAnswer(() => deps.announce({ sessionId: caller.sessionId, reason: 'logout' }));
      await deps.accounts.recordLogin(account.id, caller.country);
      return {
        status: 1,
        two_factor: null,
        user: { id: account.id, username: account.username },
        csrf,
        suspended: isSuspended(account, deps.clock.now()),
      };
    },
    async unlinkAccount({ params }, { caller }) {
      if (!(await deps.store.unlink(caller.account!.id, params.id as AccountId)))
        throw new AppError('common.not_found');
      return { status: 1, items: await listFor(caller) };
    },
  };
}

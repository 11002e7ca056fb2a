import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import {
  type Account,
  type AccountStore,
  checkPassword,
  hashPassword,
  type IsWeakPassword,
} from '../identity/index.ts';
import type { Outbox } from '../../platform/events/index.ts';
import type { SessionEnded, SessionStore } from '../sessions/index.ts';
import type { AccountMails } from './account-mails.ts';
import type { LinkStore } from './link-store.ts';
import { passwordSet } from './password-set.ts';
import { announceAll, findLink, refuse } from './use-link.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'findById' | 'findLogins' | 'setPassword'>;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly isWeakPassword: IsWeakPassword;
  readonly links: LinkStore;
  readonly mails: AccountMails;
  readonly announce: (ended: SessionEnded) => void;
  readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
  readonly clock: Clock;
}

async function refuseWeak(
  { isWeakPassword }: Pick<Deps, 'isWeakPassword'>,
  password: string,
  { username, email }: Account,
): Promise<void> {
  if (await isWeakPassword(password, username, email)) throw new AppError('identity.password_weak');
}

/**
 * A new password by a mailed link. Every session of the account ends, and every other open link that its old
 * owner may have asked for.
 * @throws identity.token_invalid, identity.password_weak
 */
export const makeResetPassword =
  (deps: Deps) =>
  async (token: string, password: string): Promise<void> => {
    const { accounts, links } = deps;
    const link = await findLink(deps, token, 'reset');
    const account = await accounts.findById(link.accountId);
    if (!account) refuse('unknown');
    await refuseWeak(deps, password, account);
    const newHash = await hashPassword(password);
    const ended = await links.inTurnOf(account.id, async (within) => {
      if (!(await links.take(link.id, within))) refuse('used');
      await accounts.setPassword(account.id, { newHash }, within);
      await links.endOpen(account.id, { purposes: ['reset'] }, within);
      await links.endOpen(account.id, { purposes: ['confirm'], exceptEmail: account.email }, within);
      await deps.mails.passwordChanged(account.id, within);
      await deps.outbox.add(within, passwordSet, { accountId: account.id });
      return deps.sessions.endAll(account.id, undefined, within);
    });
    deps.outbox.nudge();
    announceAll(deps, ended);
  };

/**
 * A new password set by somebody who knows the old one. Every session but this one ends.
 * @throws identity.bad_credentials, identity.password_weak
 */
export const makeChangePassword =
  (deps: Deps) =>
  async (
    { id, username }: Pick<Account, 'id' | 'username'>,
    given: { readonly current_password: string; readonly password: string },
    sessionId: Uuid,
  ): Promise<void> => {
    const { accounts, links } = deps;
    const [found] = await accounts.findLogins(username);
    if (!found || !(await checkPassword(found.passwordHash, given.current_password)))
      throw new AppError('identity.bad_credentials');
    await refuseWeak(deps, given.password, found.account);
    const newHash = await hashPassword(given.password);
    const ended = await links.inTurnOf(id, async (within) => {
      const change = { newHash, oldHash: found.passwordHash };
      if (!(await accounts.setPassword(id, change, within))) throw new AppError('identity.bad_credentials');
      await links.endOpen(id, { purposes: ['reset'] }, within);
      // Somebody with the old password may have requested another address.
      await links.endOpen(id, { purposes: ['confirm'], exceptEmail: found.account.email }, within);
      await deps.mails.passwordChanged(id, within);
      await deps.outbox.add(within, passwordSet, { accountId: id });
      return deps.sessions.endAll(id, sessionId, within);
    });
    deps.outbox.nudge();
    announceAll(deps, ended);
  };

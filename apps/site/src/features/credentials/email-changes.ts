import { randomBytes } from 'node:crypto';
import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import { type Account, type AccountStore, hashPassword, type JoiningShare } from '../identity/index.ts';
import type { Outbox } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { SessionEnded, SessionStore } from '../sessions/index.ts';
import type { AccountMails } from './account-mails.ts';
import { secondsToChange, secondsToResend } from './link-rules.ts';
import type { LinkStore } from './link-store.ts';
import { addressConfirmed } from './address-confirmed.ts';
import { passwordSet } from './password-set.ts';
import { announceAll, findLink, refuse } from './use-link.ts';

const DAY_SECONDS = 24 * 3_600;

interface Deps {
  readonly accounts: Pick<AccountStore, 'findById' | 'setConfirmedEmail' | 'setPassword'>;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly links: LinkStore;
  readonly mails: AccountMails;
  readonly announce: (ended: SessionEnded) => void;
  readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
  readonly onConfirmed: (account: Account) => void;
  readonly clock: Clock;
}

interface TakeBack {
  /** Ends the other ways to log in, and what was added to them since. */
  readonly takeBackFactors: (accountId: AccountId, since: Date, within: Transaction) => Promise<void>;
}

const timesOf = async (links: LinkStore, accountId: AccountId): Promise<readonly number[]> =>
  (await links.listTimes(accountId, 'confirm', DAY_SECONDS)).map((at) => at.getTime());

/** Seconds until this account may have another confirmation sent; 0: now. */
export const makeResendWait =
  ({ links, clock }: Pick<Deps, 'links' | 'clock'>) =>
  async (accountId: AccountId): Promise<number> =>
    secondsToResend(await timesOf(links, accountId), clock.now());

/** Mails another link that confirms an address of an account, which whoever is logged in to it has asked for. */
export const makeAskToConfirm =
  ({ links, mails }: Pick<Deps, 'links' | 'mails'>) =>
  (accountId: AccountId, email: string): Promise<void> =>
    links.inTurnOf(accountId, async (within) => {
      // The newest link stays: an older one would confirm a replaced wish.
      await links.endOpen(accountId, { purposes: ['confirm'] }, within);
      const linkId = await links.add({ accountId, purpose: 'confirm', email }, within);
      await mails.sendLink(linkId, within, true);
    });

/** Mails whoever joins the link that confirms their address; their page shows at once when they may have another one. */
export const makeAskNewcomer =
  ({ links, mails }: Pick<Deps, 'links' | 'mails'>): JoiningShare =>
  async ({ accountId, email }, within) =>
    mails.sendLink(await links.add({ accountId, purpose: 'confirm', email }, within), within);

/**
 * The address of a link becomes the confirmed one of its account.
 * @throws identity.token_invalid, identity.email_in_use
 */
export const makeConfirmEmail =
  (deps: Deps) =>
  async (token: string): Promise<Account> => {
    const { links } = deps;
    const link = await findLink(deps, token, 'confirm');
    const confirmed = await links.inTurnOf(link.accountId, async (within) => {
      if (!(await links.take(link.id, within))) refuse('used');
      const account = await deps.accounts.setConfirmedEmail(link.accountId, link.email, within);
      await links.endOpen(account.id, { purposes: ['confirm'] }, within);
      await deps.outbox.add(within, addressConfirmed, { accountId: account.id });
      return account;
    });
    deps.outbox.nudge();
    deps.onConfirmed(confirmed);
    return confirmed;
  };

/** The address of a new account that somebody else has seen to be its own. @returns false where another one has it */
export const makeConfirmProven =
  ({ links, accounts, outbox, onConfirmed }: Deps) =>
  async (accountId: AccountId, email: string): Promise<boolean> => {
    try {
      const confirmed = await links.inTurnOf(accountId, async (within) => {
        const account = await accounts.setConfirmedEmail(accountId, email, within);
        await links.endOpen(accountId, { purposes: ['confirm'] }, within);
        await outbox.add(within, addressConfirmed, { accountId });
        return account;
      });
      outbox.nudge();
      onConfirmed(confirmed);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'identity.email_in_use') return false;
      throw error;
    }
  };

/**
 * Asks for another address: it is mailed a link, and the confirmed one before it the way back.
 * @throws identity.email_refused, common.rate_limited
 */
export const makeChangeEmail =
  (deps: Deps) =>
  async (account: Account, email: string): Promise<void> => {
    const { links, mails } = deps;
    if (account.emailConfirmed && account.email.toLowerCase() === email.toLowerCase())
      throw new AppError('identity.email_refused');
    const seconds = secondsToChange(await timesOf(links, account.id), deps.clock.now());
    if (seconds > 0) throw new AppError('common.rate_limited', { params: { retry_after_seconds: seconds } });
    await links.inTurnOf(account.id, async (within) => {
      const accountId = account.id;
      await links.endOpen(accountId, { purposes: ['confirm'] }, within);
      const linkId = await links.add({ accountId, purpose: 'confirm', email }, within);
      await mails.sendLink(linkId, within, true);
      if (!account.emailConfirmed) return;
      const kept = await links.add({ accountId, purpose: 'keep', email: account.email }, within);
      await mails.sendLink(kept, within);
    });
  };

/**
 * The owner of an address takes it back: whoever requested the change is signed out everywhere, the password and
 * passkeys no longer work, and the address is mailed a link for a new password.
 * @throws identity.token_invalid, identity.email_in_use
 */
export const makeKeepEmail =
  (deps: Deps & TakeBack) =>
  async (token: string): Promise<Account> => {
    const { accounts, links, mails } = deps;
    const link = await findLink(deps, token, 'keep');
    const newHash = await hashPassword(randomBytes(32).toString('base64url'));
    const { account, ended } = await links.inTurnOf(link.accountId, async (within) => {
      if (!(await links.take(link.id, within))) refuse('used');
      const restored = await accounts.setConfirmedEmail(link.accountId, link.email, within);
      await accounts.setPassword(restored.id, { newHash }, within);
      await deps.takeBackFactors(restored.id, link.createdAt, within);
      await deps.outbox.add(within, passwordSet, { accountId: restored.id });
      await deps.outbox.add(within, addressConfirmed, { accountId: restored.id });
      await links.endOpen(restored.id, { purposes: ['reset', 'confirm'] }, within);
      // A later change notified an address that is not the owner's.
      await links.endOpen(restored.id, { purposes: ['keep'], since: link.createdAt }, within);
      const reset = { accountId: restored.id, purpose: 'reset', email: link.email } as const;
      await mails.sendLink(await links.add(reset, within), within);
      return { account: restored, ended: await deps.sessions.endAll(restored.id, undefined, within) };
    });
    deps.outbox.nudge();
    announceAll(deps, ended);
    return account;
  };

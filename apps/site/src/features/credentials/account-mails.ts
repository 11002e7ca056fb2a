import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { FactorChange } from '../second-factor/index.ts';
import {
  maskAddress,
  type LinkPurpose,
  mayMailConfirmation,
  refuseLink,
  RESETS_AN_HOUR,
} from './link-rules.ts';
import type { AccountLink, LinkStore } from './link-store.ts';
import type { AccountMail } from './texts/mail-text.ts';
import { writeAccountMail } from './texts/write-mail.ts';

/** A mail that waits to be written. Its secret is made when it is sent, so that no waiting job holds one. */
type MailJob =
  | { readonly kind: 'link'; readonly linkId: Uuid; readonly isAsked?: boolean }
  | { readonly kind: 'forgot'; readonly login: string }
  | { readonly kind: 'password_changed'; readonly accountId: AccountId }
  | {
      readonly kind: 'factor_changed';
      readonly accountId: AccountId;
      readonly change: FactorChange;
      readonly name: string;
    }
  | { readonly kind: 'new_device'; readonly accountId: AccountId; readonly seen: SeenBrowser };

/** A browser as its owner may know it; empty where it did not say. */
export interface SeenBrowser {
  readonly browser: string;
  readonly device: string;
  readonly country: string | null;
}

/** The mails about accounts. All of them are jobs, so that the duration of a request reveals nothing. */
export interface AccountMails {
  /** A new password for the account with this name or address; nothing if there is none. */
  forgot(login: string): Promise<void>;
  /** @param isAsked by somebody logged in to the link's account */
  sendLink(linkId: Uuid, within: Transaction, isAsked?: boolean): Promise<void>;
  passwordChanged(accountId: AccountId, within: Transaction): Promise<void>;
  newDevice(accountId: AccountId, seen: SeenBrowser, within: Transaction): Promise<void>;
  /** @param name of the passkey, if it is one */
  factorChanged(accountId: AccountId, change: FactorChange, name: string, within: Transaction): Promise<void>;
  work(): Promise<void>;
}

interface Deps {
  readonly accounts: Pick<AccountStore, 'findById' | 'findLogins'>;
  readonly links: LinkStore;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly siteOfAccount: Sites['siteOfAccount'];
  readonly passkeyNamesOf: (accountId: AccountId) => Promise<readonly string[]>;
  readonly clock: Clock;
}

const JOB = 'account-mails';
const HOUR_SECONDS = 3_600;
const PATHS: Readonly<Record<LinkPurpose, string>> = {
  reset: 'reset',
  confirm: 'confirm',
  keep: 'keep-email',
};

/** Where somebody was, in words of a language. */
function placeOf({ browser, device, country }: SeenBrowser, locale: string): string {
  const land = country === null ? undefined : new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  return [browser, device, land].filter(Boolean).join(', ') || '?';
}

export function makeAccountMails(deps: Deps): AccountMails {
  const { accounts, links, jobs } = deps;
  jobs.expect(JOB);
  const siteOf = deps.siteOfAccount;
  const forgotUrl = (account: Account) => `${siteOf(account).publicUrl}/login?modal=forgot-password`;

  const securityUrl = (account: Account) => `${siteOf(account).publicUrl}/account/settings/security`;

  const send = async (to: string, account: Account, mail: AccountMail): Promise<void> => {
    if (to === '') return;
    await deps.mailer.send({ to, ...writeAccountMail(mail, siteOf(account).locale) });
  };

  const enqueue = (job: MailJob, within?: Transaction) => jobs.enqueue(JOB, job, within ? { within } : {});

  /** The mail that carries a link: what it says depends on its purpose. */
  const mailOf = async (link: AccountLink, account: Account): Promise<AccountMail> => {
    const { username } = account;
    const url = `${siteOf(account).publicUrl}/${PATHS[link.purpose]}/${await links.issue(link.id)}`;
    switch (link.purpose) {
      case 'reset':
        return { code: 'reset_password', params: { username, url } };
      case 'confirm':
        return { code: 'confirm_email', params: { username, url } };
      case 'keep': {
        const pending = await links.findPendingEmail(account.id);
        const address = maskAddress(pending ?? account.email);
        return { code: 'email_changing', params: { username, address, url } };
      }
    }
  };

  const sendLink = async (link: AccountLink | undefined, isAsked: boolean): Promise<void> => {
    if (!link || refuseLink(link, deps.clock.now())) return;
    const account = await accounts.findById(link.accountId);
    if (!account) return;
    if (link.purpose === 'confirm') {
      if (!mayMailConfirmation(await links.countToAddress(link.email, account.id), isAsked)) return;
      const [owner] = await accounts.findLogins(link.email);
      if (owner?.account.emailConfirmed && owner.account.id !== account.id)
        return send(link.email, owner.account, {
          code: 'address_taken',
          params: { username: owner.account.username, url: forgotUrl(owner.account) },
        });
    }
    return send(link.email, account, await mailOf(link, account));
  };

  /** Each link is mailed by a job of its own, so only that is retried while the mail server is away. */
  const sendForgotten = async (login: string): Promise<void> => {
    for (const { account } of await accounts.findLogins(login)) {
      if (account.email === '') continue;
      const asked = await links.listTimes(account.id, 'reset', HOUR_SECONDS);
      if (asked.length >= RESETS_AN_HOUR) continue;
      await links.inTurnOf(account.id, async (within) => {
        const link = { accountId: account.id, purpose: 'reset', email: account.email } as const;
        await enqueue({ kind: 'link', linkId: await links.add(link, within) }, within);
      });
    }
  };

  const handle = async (job: MailJob): Promise<void> => {
    switch (job.kind) {
      case 'link':
        return sendLink(await links.findById(job.linkId), job.isAsked ?? false);
      case 'forgot':
        return sendForgotten(job.login);
      case 'password_changed': {
        const account = await accounts.findById(job.accountId);
        if (!account) return;
        const params = { username: account.username, url: forgotUrl(account) };
        // An unconfirmed address may be somebody else's, who is not told about devices.
        const names = account.emailConfirmed ? await deps.passkeyNamesOf(account.id) : [];
        const passkeys = names.join(', ');
        if (passkeys === '') return send(account.email, account, { code: 'password_changed', params });
        const settings = securityUrl(account);
        return send(account.email, account, {
          code: 'password_changed_passkeys',
          params: { ...params, passkeys, settings },
        });
      }
      case 'factor_changed': {
        const account = await accounts.findById(job.accountId);
        // An unconfirmed address may be somebody else's.
        if (!account?.emailConfirmed) return;
        const { username } = account;
        const params = { username, name: job.name, settings: securityUrl(account), url: forgotUrl(account) };
        return send(account.email, account, { code: job.change, params });
      }
      case 'new_device': {
        const account = await accounts.findById(job.accountId);
        // An unconfirmed address may be somebody else's.
        if (!account?.emailConfirmed) return;
        const place = placeOf(job.seen, siteOf(account).locale);
        const params = { username: account.username, place, url: forgotUrl(account) };
        return send(account.email, account, { code: 'new_device', params });
      }
    }
  };

  return {
    forgot: (login) => enqueue({ kind: 'forgot', login }),
    sendLink: (linkId, within, isAsked = false) => enqueue({ kind: 'link', linkId, isAsked }, within),
    passwordChanged: (accountId, within) => enqueue({ kind: 'password_changed', accountId }, within),
    factorChanged: (accountId, change, name, within) =>
      enqueue({ kind: 'factor_changed', accountId, change, name }, within),
    newDevice: (accountId, seen, within) => enqueue({ kind: 'new_device', accountId, seen }, within),
    work: () => jobs.work<MailJob>(JOB, handle),
  };
}

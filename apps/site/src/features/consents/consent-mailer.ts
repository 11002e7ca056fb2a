import type { Locale } from '@klieg/contract';
import type { Clock, Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { ConsentStore, KeptConsent } from './consent-store.ts';
import { german } from './texts/de.ts';
import { english } from './texts/en.ts';
import type { ConsentMailCode, MailTexts } from './texts/mail-text.ts';

/** A mail that waits to be written. Its link is made when it is sent, so that no waiting job holds a secret. */
interface Job {
  readonly code: ConsentMailCode;
  readonly consentId: Uuid;
}

/** Mails to people whom models have named. */
export interface ConsentMailer {
  /** Queues a mail together with what made it necessary. */
  later(job: Job, within: Transaction): Promise<void>;
  /** Writes and sends what waits; for nodes with the role. */
  work(): Promise<void>;
}

const JOB = 'consent-mail';
const LANGUAGES: Readonly<Partial<Record<Locale, MailTexts>>> = { de: german };
/** Strangers can enter any address: most requests per day to one. */
const TO_ADDRESS_A_DAY = 5;

export function makeConsentMailer(deps: {
  readonly consents: Pick<ConsentStore, 'find' | 'issueKey' | 'countToAddress'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'findByUsername'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly sites: Pick<Sites, 'mainSite' | 'siteOfAccount'>;
  readonly clock: Clock;
}): ConsentMailer {
  const { accounts, consents, clock } = deps;
  deps.jobs.expect(JOB);

  /** Those who asked later, while this mail waited, take nothing from it. */
  const isOften = async (id: Uuid, email: string, username: string | null): Promise<boolean> => {
    const since = new Date(clock.now() - DAY_MS);
    return (await consents.countToAddress({ email, username }, since, id)) > TO_ADDRESS_A_DAY;
  };

  /** Its address and language; undefined: no mail. */
  const receiverOf = async ({ id, email, username }: KeptConsent) => {
    if (email !== null)
      return (await isOften(id, email, null)) ? undefined : { to: email, site: deps.sites.mainSite('en') };
    const account = await accounts.findByUsername(username!);
    // An unconfirmed address may be somebody else's.
    if (!account?.emailConfirmed || account.email === '') return undefined;
    if (await isOften(id, account.email, account.username)) return undefined;
    return { to: account.email, site: deps.sites.siteOfAccount(account) };
  };

  const send = async ({ code, consentId }: Job): Promise<void> => {
    const consent = await consents.find(consentId);
    const model = consent && (await accounts.findById(consent.modelId));
    const receiver = consent && (await receiverOf(consent));
    if (!model || !receiver) return;
    const { locale, publicUrl } = receiver.site;
    const { subject, text } = (LANGUAGES[locale] ?? english)[code];
    const words: Readonly<Record<string, string>> = {
      model: model.displayName,
      name: consent.name,
      note: consent.note ?? '',
      // Only a mail that says the link may end the one before.
      url: text.includes('{url}')
        ? `${publicUrl}/consent/${await consents.issueKey(consentId, new Date(clock.now()))}`
        : '',
    };
    const fill = (given: string) => given.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
    await deps.mailer.send({ to: receiver.to, subject: fill(subject), text: fill(text) });
  };

  return {
    later: (job, within) => deps.jobs.enqueue(JOB, job, { within }),
    work: () => deps.jobs.work<Job>(JOB, send),
  };
}

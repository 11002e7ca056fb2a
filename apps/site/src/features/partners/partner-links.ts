import { createHmac, randomBytes } from 'node:crypto';
import type { Locale } from '@klieg/contract';
import { type AccountId, AppError, type Clock, randomToken, type Uuid } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { isStaff } from '../permissions/index.ts';
import {
  isGenuine,
  LOGIN_MINUTES,
  type PartnerRequest,
  REGISTER_HOURS,
  safePath,
  suggestName,
} from './partner-rules.ts';
import type { Partner, PartnerLink, PartnerStore } from './partner-store.ts';
import { german } from './texts/de.ts';
import { english } from './texts/en.ts';
import type { PartnerMail } from './texts/mail-text.ts';

const JOB = 'partner-login-mail';
const LANGUAGES: Readonly<Partial<Record<Locale, PartnerMail>>> = { de: german };

interface MailJob {
  readonly accountId: AccountId;
  readonly partnerId: Uuid;
  readonly returnTo: string;
}

interface Deps {
  readonly store: PartnerStore;
  readonly accounts: Pick<AccountStore, 'findById' | 'findLogins'>;
  readonly key: Uint8Array;
  readonly publicUrl: string;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly clock: Clock;
}

/** A partner's secret: derived from the site's own, so that none needs storing. */
export const secretOf = (
  key: Uint8Array,
  { id, secretVersion }: Pick<Partner, 'id' | 'secretVersion'>,
): string => createHmac('sha256', key).update(`${id}:${secretVersion}`).digest('base64url');

export interface AskedBy {
  readonly partner: string;
  readonly at: number;
  readonly email: string;
  readonly mac: string;
}

/** Links that partners' servers ask for: one request makes one link, and a link is used once. */
export function makePartnerLinks(deps: Deps) {
  const { store, accounts, clock, jobs } = deps;
  jobs.expect(JOB);

  /** @throws partners.refused for anything without a recent signature of a partner */
  const partnerOf = async (asked: AskedBy, kind: PartnerRequest['kind'], more: string): Promise<Partner> => {
    const partner = await store.find(asked.partner as Uuid);
    const request = { kind, partner: asked.partner, at: asked.at, email: asked.email, more };
    const isRight =
      partner?.isEnabled && isGenuine(secretOf(deps.key, partner), request, asked.mac, clock.now());
    if (!isRight) throw new AppError('partners.refused');
    return partner;
  };

  const keep = async (link: Omit<PartnerLink, 'digest'>): Promise<string> => {
    const token = randomToken(32);
    if (!(await store.addLink({ ...link, digest: sha256(token) }))) throw new AppError('partners.refused');
    return token;
  };

  const loginLink = (
    to: Omit<MailJob, 'accountId'> & { accountId: AccountId | null; email: string; mac: Buffer },
  ) =>
    keep({
      kind: 'login',
      partnerId: to.partnerId,
      mac: to.mac,
      email: to.email,
      accountId: to.accountId,
      suggestedUsername: '',
      returnTo: to.returnTo,
      expiresAt: new Date(clock.now() + LOGIN_MINUTES * MINUTE_MS),
    });

  const sendLogin = async ({ accountId, partnerId, returnTo }: MailJob): Promise<void> => {
    const [account, partner] = await Promise.all([accounts.findById(accountId), store.find(partnerId)]);
    if (!account?.emailConfirmed || !partner?.isEnabled || isStaff({ account })) return;
    const { email, username, settings } = account;
    const token = await loginLink({ accountId, partnerId, returnTo, email, mac: randomBytes(32) });
    const { subject, text } = LANGUAGES[settings.locale] ?? english;
    const words: Readonly<Record<string, string>> = {
      username,
      partner: partner.name,
      url: `${deps.publicUrl}/pg-login?token=${token}`,
    };
    await deps.mailer.send({
      to: email,
      subject,
      text: text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? ''),
    });
  };

  return {
    work: () => jobs.work<MailJob>(JOB, sendLogin),
    /** Where somebody finishes an account that a partner has begun. */
    async askRegister(asked: AskedBy, suggested: string): Promise<string> {
      const partner = await partnerOf(asked, 'register', suggested);
      const token = await keep({
        kind: 'register',
        partnerId: partner.id,
        mac: Buffer.from(asked.mac, 'hex'),
        email: asked.email,
        accountId: null,
        suggestedUsername: suggestName(suggested, asked.email),
        returnTo: '/',
        expiresAt: new Date(clock.now() + REGISTER_HOURS * HOUR_MS),
      });
      return `${deps.publicUrl}/free-register/connect?token=${token}`;
    },
    /**
     * Where somebody brought by the partner logs in. For anybody else a link is mailed to their confirmed address; the
     * partner is not told whether there is one.
     */
    async askLogin(asked: AskedBy, wished: string): Promise<string | null> {
      const partner = await partnerOf(asked, 'login', wished);
      const returnTo = safePath(wished);
      const own = await store.findOwn(partner.id, asked.email);
      const account = own && (await accounts.findById(own));
      const isOwn = account && !isStaff({ account });
      const token = await loginLink({
        accountId: isOwn ? account.id : null,
        partnerId: partner.id,
        returnTo,
        email: asked.email,
        mac: Buffer.from(asked.mac, 'hex'),
      });
      if (isOwn) return `${deps.publicUrl}/pg-login?token=${token}`;
      const [other] = await accounts.findLogins(asked.email);
      if (other?.account.emailConfirmed)
        await jobs.enqueue(
          JOB,
          { accountId: other.account.id, partnerId: partner.id, returnTo },
          // At most one mail waits for somebody.
          { key: `${other.account.id}` },
        );
      return null;
    },
  };
}
export type PartnerLinks = ReturnType<typeof makePartnerLinks>;

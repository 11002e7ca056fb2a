import { DAY_MS } from '@klieg/kernel/time';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { RateLimiter } from '../../platform/http/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Sites } from '../brand/index.ts';
import { type Account, emailConfirmed, type IdentityFeature } from '../identity/index.ts';
import { factorChanged, type SecondFactorFeature } from '../second-factor/index.ts';
import {
  announceSessionEnded,
  newDevice,
  type SessionEnded,
  type SessionsFeature,
} from '../sessions/index.ts';
import { type AccountMails, makeAccountMails } from './account-mails.ts';
import { makeCredentialsHandlers } from './credentials.http.ts';
import {
  makeAskNewcomer,
  makeAskToConfirm,
  makeChangeEmail,
  makeConfirmEmail,
  makeConfirmProven,
  makeKeepEmail,
  makeResendWait,
} from './email-changes.ts';
import { makeLinkStore } from './link-store.ts';
import { makeChangePassword, makeResetPassword } from './set-password.ts';

export type CredentialsFeature = ReturnType<typeof composeCredentials>;

type TakeBack = SecondFactorFeature['takeBack'];

/** Runs in the transaction in which an owner takes the account back from an intruder. */
function joinTakeBacks(first: TakeBack) {
  const all = [first];
  const takeBack: TakeBack = async (...its) => {
    for (const one of all) await one(...its);
  };
  return { takeBack, alsoTakeBack: (more: TakeBack) => void all.push(more) };
}

/** The mails sent for each fact. */
const readersFor = (mails: AccountMails): readonly FactReader[] => [
  {
    name: 'credentials.new_devices',
    on: [when(newDevice, ({ accountId, ...seen }, within) => mails.newDevice(accountId, seen, within))],
  },
  {
    name: 'credentials.factors',
    on: [
      when(factorChanged, ({ accountId, change, name }, within) =>
        mails.factorChanged(accountId, change, name, within),
      ),
    ],
  },
];

/** The ways to prove one's identity (password and address), and how to reset them. */
export function composeCredentials(
  kit: Pick<Kit, 'database' | 'bus' | 'clock' | 'notices' | 'outbox'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly sessions: SessionsFeature;
    readonly secondFactor: Pick<SecondFactorFeature, 'takeBack' | 'passkeyNamesOf'>;
    readonly sites: Sites;
    readonly jobs: JobQueue;
    readonly mailer: Mailer;
    readonly rateLimiter: RateLimiter;
    readonly isGenerousToLoopback: boolean;
  },
) {
  const { clock } = kit;
  const { accounts, isWeakPassword } = uses.identity;
  const links = makeLinkStore(kit.database);
  const { siteOfAccount } = uses.sites;
  const mails = makeAccountMails({
    accounts,
    links,
    jobs: uses.jobs,
    mailer: uses.mailer,
    siteOfAccount,
    passkeyNamesOf: uses.secondFactor.passkeyNamesOf,
    clock,
  });
  const announce = (ended: SessionEnded) => announceSessionEnded(kit.bus, ended);
  const onConfirmed = ({ id }: Account) => kit.notices.tell(emailConfirmed, { accountId: id });
  const { sessions } = uses.sessions;
  const { outbox } = kit;
  const deps = { accounts, isWeakPassword, sessions, links, mails, announce, outbox, onConfirmed, clock };
  const askToConfirm = makeAskToConfirm(deps);
  uses.identity.onJoining(makeAskNewcomer(deps));
  const { takeBack, alsoTakeBack } = joinTakeBacks(uses.secondFactor.takeBack);
  const chores: readonly Chore[] = [
    { failure: 'old links could not be dropped', everyMs: DAY_MS, on: 'one', run: links.prune },
  ];
  return {
    alsoTakeBack,
    confirmProven: makeConfirmProven(deps),
    work: mails.work,
    chores,
    factReaders: readersFor(mails),
    handlers: makeCredentialsHandlers({
      guardForgotten: uses.sessions.guardForgotten,
      forgot: mails.forgot,
      resetPassword: makeResetPassword(deps),
      changePassword: makeChangePassword(deps),
      confirmEmail: makeConfirmEmail(deps),
      keepEmail: makeKeepEmail({ ...deps, takeBackFactors: takeBack }),
      changeEmail: makeChangeEmail(deps),
      askToConfirm,
      resendWait: makeResendWait(deps),
      links,
      logins: uses.sessions.logins,
      rateLimiter: uses.rateLimiter,
      isGenerousToLoopback: uses.isGenerousToLoopback,
      clock,
    }),
  };
}

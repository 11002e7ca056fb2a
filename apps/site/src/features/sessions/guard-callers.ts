import type { AskForWork, CaptchaFeature, WorkLimits } from '../captcha/index.ts';
import type { SiteCaller } from './caller.ts';

/** Accounts an hour of one network and of all together, for which nothing is asked. */
export const JOIN_LIMITS: WorkLimits = { name: 'joins', networkAnHour: 20, siteAnHour: 300 };
/** Mails for a new password that are asked for, by whomever and for whatever name. */
export const FORGOTTEN_LIMITS: WorkLimits = { name: 'forgotten', networkAnHour: 20, siteAnHour: 200 };

const LET_IN = { takeBack: () => Promise.resolve() };

/**
 * What strangers do without a password, and what makes work for us and for others' mailboxes when programs do it. Each is
 * counted by what was asked alone, so that nobody learns from it which names and addresses there are.
 */
export function makeGuardCallers(deps: {
  readonly captcha: CaptchaFeature;
  readonly isGenerousToLoopback: boolean;
}) {
  const guard = (askForWork: AskForWork) => async (caller: SiteCaller, about: string, captcha?: string) =>
    deps.isGenerousToLoopback && caller.isLoopback
      ? LET_IN
      : askForWork({ about, captcha, address: caller.address });
  const joining = guard(deps.captcha.askForWorkBeyond(JOIN_LIMITS));
  const forgotten = guard(deps.captcha.askForWorkBeyond(FORGOTTEN_LIMITS));
  interface Form {
    readonly username: string;
    readonly email: string;
    readonly captcha?: string | undefined;
  }
  return {
    /** @throws identity.captcha_required, identity.captcha_failed */
    guardJoining: (caller: SiteCaller, { username, email, captcha }: Form) =>
      joining(caller, `${username}\0${email.toLowerCase()}`, captcha),
    /** @throws identity.captcha_required, identity.captcha_failed */
    guardForgotten: (caller: SiteCaller, login: string, captcha: string | undefined) =>
      forgotten(caller, login.toLowerCase(), captcha),
  };
}

import type { AskForWork, CaptchaFeature, WorkLimits } from '../captcha/index.ts';
import type { SiteCaller } from './caller.ts';

/** Accounts per hour, for one network and in total, before work is required. */
export const JOIN_LIMITS: WorkLimits = { name: 'joins', networkAnHour: 20, siteAnHour: 300 };
/** Mails for a new password that are asked for, by whomever and for whatever name. */
export const FORGOTTEN_LIMITS: WorkLimits = { name: 'forgotten', networkAnHour: 20, siteAnHour: 200 };

const LET_IN = { takeBack: () => Promise.resolve() };

/**
 * Things strangers do without a password that cost us, or others' mailboxes, when programs do them. Counted only by
 * what was requested, so that nobody learns which names and addresses exist.
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

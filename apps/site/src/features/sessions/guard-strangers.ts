import type { AskForWork, WorkLimits } from '../captcha/index.ts';
import type { GivenLogin } from './given-login.ts';

/*
 * Lists of stolen passwords are tried from a thousand networks, each at another name, so the tries per network and per
 * name stay few. What grows is the number of failing strangers: beyond the limit each of them does some work first.
 * Known browsers are exempt. A logged-in person is a stranger to every account that the browser does not know: accounts
 * cost nothing, and linking another one tries its password like a log-in.
 */

/** Failed tries per hour before work is required: of all strangers together, and per network. */
export const STRANGERS_AN_HOUR = 100;
export const NETWORK_AN_HOUR = 20;
export const STRANGER_LIMITS: WorkLimits = {
  name: 'failed strangers',
  networkAnHour: NETWORK_AN_HOUR,
  siteAnHour: STRANGERS_AN_HOUR,
};

/**
 * Counts a stranger who tries a password.
 * @returns whose `succeed` takes the count back
 * @throws identity.captcha_required, identity.captcha_failed: both carry a puzzle
 */
export type GuardStrangers = (given: GivenLogin, address: string) => Promise<{ succeed(): Promise<void> }>;

export const makeGuardStrangers =
  (askForWork: AskForWork): GuardStrangers =>
  async ({ login, password, captcha }, address) => {
    const about = `${login.toLowerCase()}\0${password}`;
    const { takeBack } = await askForWork({ about, captcha, address });
    return { succeed: takeBack };
  };

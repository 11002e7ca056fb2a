import type { AskForWork, WorkLimits } from '../captcha/index.ts';
import type { GivenLogin } from './given-login.ts';

/*
 * Lists of stolen passwords are tried from a thousand networks, each at another name, so neither the tries of a
 * network nor those at a name become many. What does is the number of strangers who fail: beyond it each of them does
 * some work first. People whose browser is known are never asked. Whoever is logged in is a stranger to every account
 * that the browser does not know: accounts cost nothing, and to link another one tries its password as a log-in does.
 */

/** Failed tries an hour of all strangers together, and of those of one network, for which nothing is asked. */
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

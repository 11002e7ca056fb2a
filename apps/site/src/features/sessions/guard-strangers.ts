import { AppError } from '@klieg/kernel';
import type { RateStore } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/visitors/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { GivenLogin } from './given-login.ts';

/*
 * Lists of stolen passwords are tried from a thousand networks, each at another name, so neither the tries of a
 * network nor those at a name become many. What does is the number of strangers who fail: beyond it each of them does
 * some work first. People whose browser is known are never asked.
 */

/** Failed tries an hour of all strangers together, and of those of one network, for which nothing is asked. */
export const STRANGERS_AN_HOUR = 100;
export const NETWORK_AN_HOUR = 20;
const HOUR_MS = 3_600_000;

/**
 * Counts a stranger who tries to log in.
 * @returns whose `succeed` takes the count back
 * @throws identity.captcha_required, identity.captcha_failed: both carry a puzzle
 */
export type GuardStrangers = (given: GivenLogin, address: string) => Promise<{ succeed(): Promise<void> }>;

export const makeGuardStrangers =
  (deps: {
    readonly rates: Pick<RateStore, 'take' | 'giveBack'>;
    readonly captcha: Captcha;
    readonly now: () => number;
  }): GuardStrangers =>
  async ({ login, password, captcha }, address) => {
    const about = `${login.toLowerCase()}\0${password}`;
    const refuse = (code: 'identity.captcha_required' | 'identity.captcha_failed') =>
      new AppError(code, { params: { ...deps.captcha.challenge(about) } });
    if (captcha !== undefined) {
      if (!(await deps.captcha.isPassed(captcha, about))) throw refuse('identity.captcha_failed');
      return { succeed: () => Promise.resolve() };
    }
    const buckets = [
      { name: `failed strangers of ${networkOf(address)}`, limit: NETWORK_AN_HOUR },
      { name: 'failed strangers', limit: STRANGERS_AN_HOUR },
    ];
    // One after the other: a network that may try no more uses up none of what others may.
    for (const { name, limit } of buckets) {
      const { isAllowed } = await deps.rates.take(name, limit, deps.now(), HOUR_MS);
      if (!isAllowed) throw refuse('identity.captcha_required');
    }
    return {
      async succeed() {
        for (const { name, limit } of buckets) await deps.rates.giveBack(name, limit);
      },
    };
  };

import { AppError } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { RateStore } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/visitors/index.ts';
import type { Captcha } from './proof-of-work.ts';

/** How often an hour strangers may do something before each of them must do some work first. */
export interface WorkLimits {
  /** What is counted; equal names count together, on all nodes. */
  readonly name: string;
  /** Per network, /32 or /64. */
  readonly networkAnHour: number;
  /** For all networks together. */
  readonly siteAnHour: number;
}

export interface Asked {
  /** What is requested, including everything that distinguishes it: an answer is valid only for this. */
  readonly about: string;
  readonly captcha: string | undefined;
  readonly address: string;
}

/**
 * Counts a request, unless its work was done.
 * @returns whose `takeBack` undoes the count
 * @throws identity.captcha_required, identity.captcha_failed: both carry a puzzle
 */
export type AskForWork = (asked: Asked) => Promise<{ takeBack(): Promise<void> }>;

export const makeAskForWork =
  (
    deps: {
      readonly rates: Pick<RateStore, 'take' | 'giveBack'>;
      readonly captcha: Captcha;
      readonly now: () => number;
    },
    { name, networkAnHour, siteAnHour }: WorkLimits,
  ): AskForWork =>
  async ({ about, captcha, address }) => {
    const whole = `${name}\0${about}`;
    const refuse = (code: 'identity.captcha_required' | 'identity.captcha_failed') =>
      new AppError(code, { params: { ...deps.captcha.challenge(whole) } });
    if (captcha !== undefined) {
      if (!(await deps.captcha.isPassed(captcha, whole))) throw refuse('identity.captcha_failed');
      return { takeBack: () => Promise.resolve() };
    }
    const buckets = [
      { bucket: `${name} of ${networkOf(address)}`, limit: networkAnHour },
      { bucket: name, limit: siteAnHour },
    ];
    // One after the other: a network at its limit uses up none of the others' share.
    for (const { bucket, limit } of buckets) {
      const { isAllowed } = await deps.rates.take(bucket, limit, deps.now(), HOUR_MS);
      if (!isAllowed) throw refuse('identity.captcha_required');
    }
    return {
      async takeBack() {
        for (const { bucket, limit } of buckets) await deps.rates.giveBack(bucket, limit);
      },
    };
  };

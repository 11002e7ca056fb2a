import { AppError } from '@klieg/kernel';
import { DEMO_FACTOR, type RateStore } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/visitors/index.ts';

/** Tries per minute of one network, or of one known browser, at one name. */
export const TRIES_OF_NETWORK = 10;
/** Tries a minute of everybody together at one name: what many networks may guess. */
export const TRIES_AT_NAME = 100;

interface LoginTry {
  /** The typed name or address. */
  readonly login: string;
  readonly address: string;
  /** A browser that has logged in to this account before; undefined: a stranger. */
  readonly knownDevice: string | undefined;
  readonly isGenerous: boolean;
}

interface Bucket {
  readonly name: string;
  readonly limit: number;
}

/**
 * Where a try is counted. Strangers are counted by name and network, so that nobody uses up the tries of somebody
 * elsewhere, and by name alone with a far higher limit. A known browser has its own tries, which no stranger can use
 * up.
 */
export function bucketsOf({ login, address, knownDevice }: LoginTry): readonly Bucket[] {
  const name = login.toLowerCase();
  if (knownDevice !== undefined)
    return [{ name: `login of ${knownDevice} at ${name}`, limit: TRIES_OF_NETWORK }];
  return [
    { name: `login from ${networkOf(address)} at ${name}`, limit: TRIES_OF_NETWORK },
    { name: `login at ${name}`, limit: TRIES_AT_NAME },
  ];
}

/** Counts a try to log in, for all nodes together. @throws identity.locked */
export type CountLoginTry = (tried: LoginTry) => Promise<void>;

export const makeCountLoginTry =
  (deps: { readonly rates: Pick<RateStore, 'take'>; readonly now: () => number }): CountLoginTry =>
  async (tried) => {
    // One after the other: a network without tries left uses up none of the name's.
    for (const { name, limit } of bucketsOf(tried)) {
      const most = limit * (tried.isGenerous ? DEMO_FACTOR : 1);
      const { isAllowed } = await deps.rates.take(name, most, deps.now());
      if (!isAllowed) throw new AppError('identity.locked', { params: { retry_after_seconds: 60 } });
    }
  };

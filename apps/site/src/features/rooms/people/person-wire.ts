import { networkOf } from '#site/platform/visitors/index.ts';
import { siteElsewhere } from '../../brand/index.ts';
import type { Account } from '../../identity/index.ts';
import { unknownBrowser } from '../../sessions/index.ts';
import type { Person } from './person.ts';

/** A person as nodes describe them to each other: what a list of people shows, and where they come from. */
export interface PackedPerson {
  readonly key: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: Person['role'];
  readonly hasTokens: boolean;
  readonly hasPurchase: boolean;
  readonly recentTips: number;
  readonly tokens: number;
  readonly balanceVersion: number;
  readonly hasCard: boolean;
  readonly recentPurchases: number;
  readonly invisibleLevel: Person['invisibleLevel'];
  readonly fanLevel: Person['fanLevel'];
  readonly address: string;
  readonly guestId: string | null;
  readonly account: Pick<
    Account,
    'id' | 'username' | 'gender' | 'type' | 'membership' | 'emailConfirmed'
  > | null;
}

export function packPerson(person: Person): PackedPerson {
  const { caller, silencedUntilMs: _own, ...shown } = person;
  const { account } = caller;
  return {
    ...shown,
    address: caller.address,
    guestId: caller.guestId,
    account: account && {
      id: account.id,
      username: account.username,
      gender: account.gender,
      type: account.type,
      membership: account.membership,
      emailConfirmed: account.emailConfirmed,
    },
  };
}

/** Somebody on another node: without sockets, session and rights here. */
export function unpackPerson({ address, guestId, account, ...shown }: PackedPerson): Person {
  return {
    ...shown,
    silencedUntilMs: 0,
    caller: {
      key: shown.key,
      isLoggedIn: account !== null,
      isSuspended: false,
      cookie: undefined,
      address,
      network: networkOf(address),
      isLoopback: false,
      site: siteElsewhere,
      locale: siteElsewhere.locale,
      account: account as Account | null,
      browser: unknownBrowser,
      guestId,
      guestName: account ? '' : shown.username,
      sessionId: '',
      sessionHash: null,
      sudoUntil: 0,
      country: null,
      state: null,
    },
  };
}

import type { CurrentUser, Locale } from '@klieg/contract';
import type { Flat, Part, Parts } from '../../platform/parts/index.ts';
import type { Account } from './account.ts';

/** The answer about oneself (`GET user/current`) with the keys of user and pm one by one. */
export type FlatMe = Flat<CurrentUser, 'user' | 'pm'>;

/** Facts of the request that asks. */
export interface MeRequest {
  readonly guestName: string;
  readonly address: string;
  readonly country: string | null;
  /** State within the country, where the place is known that well. */
  readonly state: string | null;
  readonly locale: Locale;
  readonly csrf: string;
  readonly nodeToken: string;
  readonly isTipBlockedCountry: boolean;
  /** Until when what needs a password is open, in Unix milliseconds; null: it is not. */
  readonly sudoUntil: number | null;
  /** Of guests too: checks of age go by place. */
  readonly ageVerification: CurrentUser['user']['ageVerification'];
}

/** A member asking; guests get the empty value of every part except identity's. */
export interface MeAsk {
  readonly account: Account;
  readonly request: MeRequest;
}

/** What one feature knows of a member: its keys, what guests see there, and how they are read. */
export type MePart<K extends keyof FlatMe> = Part<MeAsk, Pick<FlatMe, K>>;

export type MeParts = Parts<MeAsk, FlatMe>;

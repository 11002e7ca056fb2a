import { isServed } from '@klieg/contract/client';

/** Kinds of shows that the site has, so that no page shows the price, the filter or the count of another. */
export interface ServedShows {
  readonly privates: boolean;
  readonly spying: boolean;
  readonly tickets: boolean;
  readonly cam2cam: boolean;
}

/** A kind that is to come appears by itself once the contract of this build has its first call. */
export const servedShows: ServedShows = {
  privates: true,
  spying: true,
  tickets: isServed('POST', '/limited/{username}/ticket'),
  cam2cam: isServed('POST', '/sharecam/{username}/request'),
};

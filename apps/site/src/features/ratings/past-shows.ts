import type { AccountId } from '@klieg/kernel';

/** Whether somebody paid for, or held a ticket of, a show of this performer that ended within 24 hours (S314). */
export type HadShow = (person: AccountId, model: AccountId) => Promise<boolean>;

/** Shows that let their people rate. Ratings know no kind of show: each kind adds how it is found out. */
export interface PastShowsOf {
  add(hadShow: HadShow): void;
  readonly hadOne: HadShow;
}

export function makePastShows(): PastShowsOf {
  const kinds: HadShow[] = [];
  return {
    add: (hadShow) => void kinds.push(hadShow),
    hadOne: async (person, model) =>
      (await Promise.all(kinds.map((hadShow) => hadShow(person, model)))).includes(true),
  };
}

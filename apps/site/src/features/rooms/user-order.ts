import { type Person, summaryOf, type UserSummaryWire } from './person.ts';

/** At most this many people are listed; the count is of the whole room. */
export const LIST_MAX = 200;

const byName = (a: Person, b: Person): number => (a.username < b.username ? -1 : 1);

/*
 * By tokens without showing balances: who has tokens stands before who has none, then what they gave
 * here lately, then the name (filter F4).
 */
const byTokens = (a: Person, b: Person): number =>
  Number(b.hasTokens) - Number(a.hasTokens) || b.recentTips - a.recentTips || byName(a, b);

/** The first people of a room in the asked order. */
export const listPeople = (people: readonly Person[], sort: 'tokens' | 'username'): UserSummaryWire[] =>
  people
    .toSorted(sort === 'tokens' ? byTokens : byName)
    .slice(0, LIST_MAX)
    .map(summaryOf);

import type { Person } from './person.ts';

/** At most this many people are listed; the count is of the whole room. */
export const LIST_MAX = 200;

/** Balances are distinguished only by these steps, so that the order reveals no balance (F4). */
const TOKEN_FLOORS = [10_000, 1_000, 100, 1];

export type ListSort = 'tokens' | 'username';

const byName = (a: Person, b: Person): number => (a.username < b.username ? -1 : 1);
const floorOf = ({ tokens }: Person): number => TOKEN_FLOORS.find((floor) => tokens >= floor) ?? 0;

/* Step of the balance, then what they gave here lately, then the name (filter F4). */
const byTokens = (a: Person, b: Person): number =>
  floorOf(b) - floorOf(a) || b.recentTips - a.recentTips || byName(a, b);

/** The first people of a room in the asked order. */
export const listPeople = (people: readonly Person[], sort: ListSort): Person[] =>
  people.toSorted(sort === 'tokens' ? byTokens : byName).slice(0, LIST_MAX);

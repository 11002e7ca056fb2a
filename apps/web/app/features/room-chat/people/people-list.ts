import { type Person, readPerson } from './person.ts';

/** Orders in which the server lists people. */
export type ListSort = 'tokens' | 'username';

/** People that a list shows at most; the count is of the whole room. */
const LIST_MAX = 200;

export interface PeopleList {
  readonly list: readonly Person[];
  readonly count: number;
}

type Fields = Readonly<Record<string, unknown>>;

/* Until the server's next list: people with tokens, then recent tips, then the name (F4). */
const byTokens = (a: Person, b: Person): number =>
  Number(b.hasTokens) - Number(a.hasTokens) || b.recentTips - a.recentTips || byName(a, b);
const byName = (a: Person, b: Person): number => (a.username < b.username ? -1 : 1);

/** Somebody came: placed where the order wants them; who hides is counted and listed nowhere (F2). */
export function withJoined(people: PeopleList, fields: Fields, sort: ListSort): PeopleList {
  const person = readPerson(fields);
  const others = people.list.filter(({ username }) => username !== person.username);
  const count = people.count + Number(others.length === people.list.length);
  // Only people who may list them hear of people who hide more.
  if (person.invisibleLevel === 1) return { list: others, count };
  const compare = sort === 'username' ? byName : byTokens;
  const position = others.findIndex((other) => compare(person, other) < 0);
  const list = others.toSpliced(position < 0 ? others.length : position, 0, person);
  return { list: list.slice(0, LIST_MAX), count };
}

/** Somebody left; also counts people beyond the end of the list. */
export function withLeft(people: PeopleList, fields: Fields): PeopleList {
  const { username } = readPerson(fields);
  const list = people.list.filter((person) => person.username !== username);
  // Somebody who was never counted is not subtracted.
  const wasCounted = list.length < people.list.length || people.count > people.list.length;
  return { list, count: people.count - Number(wasCounted) };
}

/** Somebody hides more or less from now on; only people who still see them are told (CHAT-018). */
export const withHidden = (
  people: PeopleList,
  told: { readonly username: string; readonly invisible_mode_level: number },
): PeopleList => ({
  ...people,
  list: people.list.map((person) =>
    person.username === told.username ? { ...person, invisibleLevel: told.invisible_mode_level } : person,
  ),
});

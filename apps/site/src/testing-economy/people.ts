import { setTimeout as wait } from 'node:timers/promises';
import { CallError, makeVisitor, type Visitor } from '@klieg/testing';
import { EVENTUALLY_MS } from '@klieg/testing/eventually';
import { type KillableSite, type NodeName, NODES } from './killable-site.ts';

/** Somebody who is logged in, with a page on each node. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly pages: Readonly<Record<NodeName, Visitor>>;
}

/** What somebody got for asking until it was decided. */
export type Decided<T> = { readonly answer: T } | { readonly refusedBy: string };

/** What is asked again: nobody has decided yet. */
const UNDECIDED: readonly string[] = [
  'common.unreachable',
  'common.unavailable',
  'common.idempotency_in_flight',
  'common.rate_limited',
  // The token of a session is asked for anew.
  'common.csrf',
];
const AGAIN_MS = 100;

/** People of the crowd, whose session is named after their id. */
export function makePerson(site: KillableSite, id: number, username: string): Person {
  const open = (name: NodeName): Visitor => {
    // Everybody from a network of their own, which limits count by.
    const visitor = makeVisitor(site.urlOf(name), {
      address: `10.${id >> 16}.${(id >> 8) & 255}.${id & 255}`,
    });
    (visitor.cookies as Map<string, string>).set('session', String(id));
    return visitor;
  };
  return { id, username, pages: { a: open('a'), b: open('b') } };
}

/** An answer that never comes must not look like a long run: it says what was asked. */
async function within<T>(ms: number, answer: Promise<T>, what: () => string): Promise<T> {
  const stop = new AbortController();
  const late = wait(ms, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`nobody decided for ${EVENTUALLY_MS} ms: ${what()}`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    stop.abort();
  }
}

/**
 * Asks as a page does whose connection breaks: the same again, at whichever node, until there is an answer.
 * @param ask must carry one key for all of its tries
 * @throws what is no refusal, such as a fault of the site, and an error that names the call after EVENTUALLY_MS
 */
export async function insist<T>(person: Person, ask: (page: Visitor) => Promise<T>): Promise<Decided<T>> {
  const until = Date.now() + EVENTUALLY_MS;
  const tried: string[] = [];
  const what = () => `${person.username}, ${ask.toString()}, answers so far: ${tried.slice(-10).join(', ')}`;
  for (let at = person.id; ; at++) {
    const name = NODES[at % NODES.length]!;
    const page = person.pages[name];
    const ends = async () => {
      if (!page.csrf) await page.arrive();
      return await ask(page);
    };
    try {
      return { answer: await within(Math.max(0, until - Date.now()), ends(), what) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      tried.push(`${name}: ${error.code}`);
      if (error.code === 'common.csrf') await page.arrive().catch(() => undefined);
      else if (error.code === 'common.internal') throw error;
      if (!UNDECIDED.includes(error.code)) return { refusedBy: error.code };
    }
    await wait(AGAIN_MS);
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { CallError, makeVisitor, type Visitor } from '@klieg/testing';
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

/**
 * Asks as a page does whose connection breaks: the same again, at whichever node, until there is an answer.
 * @param ask must carry one key for all of its tries
 * @throws what is no refusal, such as a fault of the site
 */
export async function insist<T>(person: Person, ask: (page: Visitor) => Promise<T>): Promise<Decided<T>> {
  for (let at = person.id; ; at++) {
    const page = person.pages[NODES[at % NODES.length]!];
    try {
      if (!page.csrf) await page.arrive();
      return { answer: await ask(page) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'common.csrf') await page.arrive().catch(() => undefined);
      else if (error.code === 'common.internal') throw error;
      if (!UNDECIDED.includes(error.code)) return { refusedBy: error.code };
    }
    await wait(AGAIN_MS);
  }
}

import type { Uuid } from '@klieg/kernel';
import { type Random, randomOf, shuffle } from '@klieg/testing/random';
import type { Database } from '#site/platform/postgres/index.ts';
import { makeBillerNode, type TestPost } from '../billers/testing-biller-nodes.ts';
import { endsOf, openTestOrders } from './testing-orders-store.ts';

type Told = Pick<TestPost, 'type'> & Partial<TestPost>;
/** What may happen to an order, in the order in which it does. */
const story: readonly Told[] = [
  { type: 'declined', decline_code: 'RETRY' },
  { type: 'declined', decline_code: 'EXPIRED', transaction_id: 'second' },
  { type: 'approved' },
  { type: 'approved', transaction_id: 'second' },
  { type: 'refunded', amount: 1_000 },
  { type: 'refunded', amount: 333 },
  { type: 'charged_back' },
  { type: 'dispute_won' },
  { type: 'refunded', transaction_id: 'second' },
  { type: 'voided' },
];

const postsOf = (order: Uuid, told: readonly Told[]): TestPost[] =>
  told.map((one, at) => ({
    amount: 5_000,
    currency: 'USD',
    decline_code: null,
    card: null,
    ...one,
    // Ids have one order whatever the order's own, and are no other order's.
    event_id: `${order} ${at}`,
    order_id: order,
    transaction_id: `${one.transaction_id ?? 'first'} of ${order}`,
  }));

/** An order and what its biller tells of it. */
export interface Permutation {
  readonly seed: number;
  readonly order: Uuid;
  readonly told: readonly Told[];
  /** Each post one to five times, mixed. */
  readonly mixed: readonly TestPost[];
  /** Each once, mixed anew: what the biller repeats until all are acknowledged. */
  readonly repeats: readonly TestPost[];
  /** For what else is left to chance, such as who takes a post. */
  readonly random: Random;
}

/** Opens an order for each of the seeds from `first`, and makes up what is told of it. */
export async function makePermutations(
  database: Database,
  first: number,
  count: number,
): Promise<Permutation[]> {
  const orders = await openTestOrders(database, count);
  return orders.map(({ order }, at) => {
    const random = randomOf(first + at);
    const told = story.filter((one) => one.type === 'approved' || random(2) === 0);
    const posts = postsOf(order, told);
    const copies = posts.flatMap((post) => Array.from({ length: 1 + random(5) }, () => post));
    return {
      seed: first + at,
      order,
      told,
      mixed: shuffle(copies, random),
      repeats: shuffle(posts, random),
      random,
    };
  });
}

const withoutOrder = (end: object, order: Uuid): unknown =>
  JSON.parse(JSON.stringify(end).replaceAll(order, 'order'));

/** An order's end by seed, so that a difference names what to repeat. */
export type EndsBySeed = Readonly<Record<string, unknown>>;

/** How orders ended, and how they would have ended had each post come once, in order, to a node that lives. */
export function makeEndReader(database: Database) {
  const node = makeBillerNode(database);
  const known = new Map<string, Promise<unknown>>();

  async function playInOrder(told: readonly Told[]): Promise<unknown> {
    const { order } = (await openTestOrders(database, 1))[0]!;
    for (const post of postsOf(order, told)) await node.receive(post);
    return withoutOrder((await endsOf(database, [order]))[0]!, order);
  }
  function endInOrder(told: readonly Told[]): Promise<unknown> {
    const key = JSON.stringify(told);
    const end = known.get(key) ?? playInOrder(told);
    known.set(key, end);
    return end;
  }
  const bySeed = (permutations: readonly Permutation[], ends: readonly unknown[]): EndsBySeed =>
    Object.fromEntries(permutations.map(({ seed }, at) => [`seed ${seed}`, ends[at]]));

  return {
    async read(permutations: readonly Permutation[]): Promise<{ ends: EndsBySeed; inOrder: EndsBySeed }> {
      const ends = await endsOf(
        database,
        permutations.map(({ order }) => order),
      );
      const inOrder = await Promise.all(permutations.map(({ told }) => endInOrder(told)));
      return {
        ends: bySeed(
          permutations,
          permutations.map(({ order }, at) => withoutOrder(ends[at]!, order)),
        ),
        inOrder: bySeed(permutations, inOrder),
      };
    },
  };
}

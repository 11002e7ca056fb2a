import type { FastifyInstance } from 'fastify';
import type { FeedReader } from '../features/ledger/index.ts';
import type { FactReader } from '../platform/events/index.ts';
import type { Chore, Kit } from '../platform/kit.ts';

/** What a feature may offer to be run and served beside its calls, under these names; every part may be absent. */
export interface RunningFeature {
  readonly chores?: readonly Chore[];
  /** Those who act on what is paid. */
  readonly feedReaders?: readonly FeedReader[];
  /** Those who act on what became true. */
  readonly factReaders?: readonly FactReader[];
  /** Does waiting jobs; on nodes that run jobs. */
  readonly work?: () => Promise<unknown>;
  readonly start?: () => Promise<unknown>;
  readonly stop?: () => unknown;
  /** What the site's port answers beside the calls. */
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
}

/** Something that is meant to be run or served, whatever it is called. */
type IsMeantToRun<T> = [T] extends [never]
  ? false
  : [T] extends [readonly (Chore | FeedReader | FactReader)[]]
    ? true
    : [T] extends [(app: infer A) => unknown]
      ? [A] extends [FastifyInstance]
        ? true
        : false
      : false;

/** Keys of a feature that hold chores, readers or routes and that nobody would run, since they are called otherwise. */
type Misnamed<R> = {
  readonly [
    K in keyof R as K extends keyof RunningFeature ? never : IsMeantToRun<R[K]> extends true ? K : never
  ]: never;
};

/** Features so far; `add` gives the next one all of them, of which it takes what its own types name. */
export interface House<F extends object> {
  /**
   * What a feature offers under a name of `RunningFeature` has to be of that type, and chores, readers and routes
   * have to stand under their names; otherwise it does not compile, since it would never run.
   */
  add<const K extends string, R extends object & RunningFeature>(
    name: K,
    compose: (kit: Kit, uses: F) => R & Misnamed<R>,
  ): House<F & { readonly [P in K]: R }>;
  readonly features: F;
  /** The same features as what runs of them, lower ones first. */
  readonly running: readonly RunningFeature[];
}

/** @param features what is there before any feature: values of the configuration, of which nothing is run */
export const houseOf = <F extends object>(
  kit: Kit,
  features: F,
  running: readonly RunningFeature[] = [],
): House<F> => ({
  add(name, compose) {
    const feature = compose(kit, features);
    return houseOf(kit, { ...features, [name]: feature } as never, [...running, feature]);
  },
  features,
  running,
});

/*
 * A whole answer that many features have a share in, such as a room or a card. Each feature owns some of its
 * keys as a part; the compiler refuses a key with no owner or with two. Keys of inner objects are written with
 * a dot: `viewer.friend`.
 */

/** The keys of a whole, those of the named inner objects one by one. */
export type Flat<Whole, Inner extends keyof Whole = never> = {
  readonly [K in Exclude<keyof Whole, Inner>]: Whole[K];
} & {
  readonly [K in InnerKeys<Whole, Inner>]: K extends `${infer Outer}.${infer Key}`
    ? Outer extends keyof Whole
      ? Key extends keyof Whole[Outer]
        ? Whole[Outer][Key]
        : never
      : never
    : never;
};

type InnerKeys<Whole, Inner extends keyof Whole> = {
  [K in Inner]: `${K & string}.${keyof Whole[K] & string}`;
}[Inner];

/** One feature's contribution to an object. */
export interface Part<Ask, Values extends object> {
  /** What the keys are where nothing is known, for example for a guest. Its keys are those that the part owns. */
  readonly empty: Values;
  /** Answers for all that are asked at once, in their order; missing values get the empty one. */
  readonly read: (asks: readonly Ask[]) => Promise<readonly Partial<Values>[]>;
}

type ValuesOf<P> = P extends { readonly empty: infer V } ? V : never;
type ValuesOfAll<Parts extends readonly unknown[]> = { [I in keyof Parts]: ValuesOf<Parts[I]> };

/** Keys that two of the shares own. */
type OwnedTwice<Shares extends readonly unknown[], Seen = never> = Shares extends readonly [
  infer First,
  ...infer Rest,
]
  ? (keyof First & Seen) | OwnedTwice<Rest, Seen | keyof First>
  : never;

type KeysOfAll<Shares extends readonly unknown[]> = Shares extends readonly [infer First, ...infer Rest]
  ? keyof First | KeysOfAll<Rest>
  : never;

type Owned<Whole, Shares extends readonly unknown[]> = [OwnedTwice<Shares>] extends [never]
  ? [Exclude<keyof Whole, KeysOfAll<Shares>>] extends [never]
    ? unknown
    : { readonly keysWithoutOwner: Exclude<keyof Whole, KeysOfAll<Shares>> }
  : { readonly keysWithTwoOwners: OwnedTwice<Shares> };

/** All parts of a whole. */
export interface Parts<Ask, Whole> {
  /** Reads the full objects for all that are asked; each part is asked once, all of them in parallel. */
  readonly read: (asks: readonly Ask[]) => Promise<readonly Whole[]>;
  readonly empty: Whole;
}

/**
 * Joins parts to a whole. Does not compile while a key of the whole has no owner or two: the error names it
 * under `keysWithoutOwner` or `keysWithTwoOwners`.
 */
export const joinParts =
  <Ask, Whole extends object>() =>
  <const P extends readonly Part<Ask, object>[]>(
    parts: P & Owned<Whole, ValuesOfAll<P>>,
  ): Parts<Ask, Whole> => {
    const empty = Object.assign({}, ...parts.map((part) => part.empty)) as Whole;
    return {
      empty,
      async read(asks) {
        const answers = await Promise.all(parts.map((part) => part.read(asks)));
        return asks.map((_, index) => {
          const shares = answers.map((answer, part) => {
            const values = answer[index];
            if (!values)
              throw new Error(
                `a part answered for ${answer.length} of ${asks.length}: ${Object.keys(parts[part]!.empty).join(', ')}`,
              );
            return values;
          });
          return Object.assign({}, empty, ...shares) as Whole;
        });
      },
    };
  };

/** Joins shares of a whole that are there at once, such as tables of functions; completeness as in `joinParts`. */
export const joinShares =
  <Whole extends object>() =>
  <const S extends readonly Partial<Whole>[]>(shares: S & Owned<Whole, S>): Whole =>
    Object.assign({}, ...shares) as Whole;

/** Joins functions that each make a share of a whole from the same; completeness as in `joinParts`. */
export const joinViews =
  <Source, Whole extends object>() =>
  <const V extends readonly ((source: Source) => Partial<Whole>)[]>(
    views: V & Owned<Whole, { [I in keyof V]: ReturnType<V[I]> }>,
  ) =>
  (source: Source): Whole =>
    Object.assign({}, ...views.map((view) => view(source))) as Whole;

/** Makes inner objects of keys with a dot again. */
export function unflatten<Whole>(flat: object): Whole {
  const whole: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(flat)) {
    const [outer, inner] = key.split('.') as [string, string | undefined];
    if (inner === undefined) whole[outer] = value;
    else whole[outer] = { ...(whole[outer] as object | undefined), [inner]: value };
  }
  return whole as Whole;
}

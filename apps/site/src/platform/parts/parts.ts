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

/** The share of one feature in a whole. */
export interface Part<Ask, Values extends object> {
  /** What the keys are where nothing is known, for example for a guest. Its keys are those that the part owns. */
  readonly empty: Values;
  /** Answers for all that are asked at once, in their order; what is absent of a value has the empty one. */
  readonly read: (asks: readonly Ask[]) => Promise<readonly Partial<Values>[]>;
}

type ValuesOf<P> = P extends { readonly empty: infer V } ? V : never;
type KeysOf<P> = keyof ValuesOf<P>;

/** Keys that two of the parts own. */
type OwnedTwice<Parts extends readonly unknown[], Seen = never> = Parts extends readonly [
  infer First,
  ...infer Rest,
]
  ? (KeysOf<First> & Seen) | OwnedTwice<Rest, Seen | KeysOf<First>>
  : never;

type KeysOfAll<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? KeysOf<First> | KeysOfAll<Rest>
  : never;

type Owned<Whole, Parts extends readonly unknown[]> = [OwnedTwice<Parts>] extends [never]
  ? [Exclude<keyof Whole, KeysOfAll<Parts>>] extends [never]
    ? unknown
    : { readonly keysWithoutOwner: Exclude<keyof Whole, KeysOfAll<Parts>> }
  : { readonly keysWithTwoOwners: OwnedTwice<Parts> };

/** All parts of a whole. */
export interface Parts<Ask, Whole> {
  /** Reads the wholes for all that are asked; each part is asked once, all of them at the same time. */
  readonly read: (asks: readonly Ask[]) => Promise<readonly Whole[]>;
  readonly empty: Whole;
}

/**
 * Joins parts to a whole. Does not compile while a key of the whole has no owner or two: the error names it
 * under `keysWithoutOwner` or `keysWithTwoOwners`.
 */
export const joinParts =
  <Ask, Whole extends object>() =>
  <const P extends readonly Part<Ask, object>[]>(parts: P & Owned<Whole, P>): Parts<Ask, Whole> => {
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

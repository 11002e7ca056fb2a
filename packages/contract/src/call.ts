import { z } from 'zod';

/** Least principal that may call; conditions refine it (http page, section 1). */
export type Who =
  | 'guest'
  | 'user'
  | 'buyer'
  | 'model'
  | 'broadcaster'
  | 'owner'
  | 'room_mod'
  | 'hook'
  /** Moderators of the whole site; admins are among them. */
  | 'site_mod'
  /** These, and staff who look after models. */
  | 'house'
  /** Staff who look after models; admins are among them. */
  | 'model_admin'
  | 'admin'
  /** Admins, and auditors who change nothing. */
  | 'figures_reader'
  /** Super admins, and auditors. */
  | 'audit_reader';

/** Further conditions, checked in the order of the wire page. */
export type Condition = 'av' | 'room' | 'password' | 'pay' | 'email' | 'sudo' | 'not_self' | 'paid';

/** Classes of the rate limit; figures are configuration. */
export type RateClass =
  | 'auth'
  | 'write'
  | 'read'
  | 'spend'
  | 'match'
  | 'upload'
  | 'log'
  | 'heavy'
  | 'hook'
  | 'media';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Method and path below /api/v1; path parameters stand in braces. */
export type Route = readonly [method: Method, path: string];
/** A call of the wire page that nobody serves yet: method and path, nothing of it is typed. */
export type PlannedRoute = readonly [method: Method, path: string];
/** What the browser needs of a feature: no schemas, so that none are bundled. */
export type Routes = Readonly<Record<string, Route>>;

/** One call. Without policy (`who`) or errors it does not compile. */
export interface CallSpec {
  readonly who: Who;
  readonly conditions?: readonly Condition[];
  /** A suspended account may still make the call (http page, section 1). */
  readonly openToSuspended?: true;
  readonly rate: RateClass;
  /** Spends money or tokens: needs an Idempotency-Key (section 2.4). */
  readonly spends?: true;
  /** A GET that changes state: guarded like a POST (section 2.8). */
  readonly guarded?: true;
  /**
   * A GET that the browser opens as a page of its own (section 2.8): it comes from a page of ours, and is answered
   * by a redirection to the answer's `location`, or to `failed` whatever is wrong. With `isFromElsewhere` another site
   * sends the browser here, which proves by itself who may come.
   */
  readonly navigation?: { readonly failed: string; readonly isFromElsewhere?: true };
  /** Also takes the form of RFC 8058, without cookies and their token: a token of the address is the proof. */
  readonly oneClick?: true;
  /** Answers are the same for everyone and may be cached for that many seconds. */
  readonly cacheSeconds?: number;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Takes one file named `file` as multipart instead of a JSON body, and beside it these fields. */
  readonly form?: { readonly fileBytesMax: number; readonly fields?: z.ZodObject };
  /** Takes bytes as `application/octet-stream` instead of a JSON body; their MD5 stands in Content-MD5 (RFC 1864). */
  readonly bytes?: { readonly bytesMax: number };
  /** Largest JSON body where it is not 64 KiB. */
  readonly bodyBytesMax?: number;
  /**
   * Words of the body that others read: where one of them holds what the operator allows nowhere, the call answers
   * compliance.text_refused. `all` of its texts, or those of the named keys.
   */
  readonly publicText?: 'all' | readonly string[];
  /** The answer has `columns` and `rows`; with `format=csv` in the query it comes as text/csv. */
  readonly csv?: true;
  /** Beside that the answer has `title` and `about`; with `format=pdf` it comes as a document with these columns. */
  readonly pdf?: { readonly columns: readonly string[] };
  readonly response: z.ZodType;
  /** Codes beyond the common ones that the call may answer. */
  readonly errors: readonly string[];
  /** Requirement ids that the call answers. */
  readonly ids: readonly string[];
}

/** Joins the routes of a feature with their specifications; a missing or extra one does not compile. */
export const calls = <const R extends Routes, const S extends { readonly [K in keyof R]: CallSpec }>(
  routes: R,
  specs: S & { readonly [K in Exclude<keyof S, keyof R>]: never },
): { readonly [K in keyof R]: S[K] & { readonly route: R[K] } } =>
  Object.fromEntries(
    Object.entries(specs as Record<string, CallSpec>).map(([key, spec]) => [
      key,
      { ...spec, route: routes[key] },
    ]),
  ) as never;

/** A specification with its route. */
export type Call = CallSpec & { readonly route: Route };

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Given<T> = T extends z.ZodType ? z.input<T> : never;

/** The file of a call that takes one, until the call has answered. */
export interface Upload {
  readonly sizeBytes: number;
  /** Reads it from its beginning, as often as needed. */
  read(): AsyncIterable<Uint8Array>;
}

/** What a handler gets: parsed, complete with defaults. */
export type InputOf<C extends CallSpec> = {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
} & (C extends { readonly form: object } | { readonly bytes: object } ? { readonly file: Upload } : unknown) &
  (C extends { readonly form: { readonly fields: infer F } } ? { readonly fields: Parsed<F> } : unknown);
/** What a handler answers. */
export type AnswerOf<C extends CallSpec> = z.output<C['response']>;
/** What a client receives. */
export type ResultOf<C extends CallSpec> = z.output<C['response']>;

type Wanted<T, K extends string> = [Given<T>] extends [never]
  ? unknown
  : Partial<Given<T>> extends Given<T>
    ? { [P in K]?: Given<T> }
    : { [P in K]: Given<T> };

/** What a client gives. */
export type ArgumentsOf<C extends CallSpec> = Wanted<C['params'], 'params'> &
  Wanted<C['query'], 'query'> &
  Wanted<C['body'], 'body'>;

/* Pieces that the schemas of all features share. */

/** Strict object: an unknown field is refused. */
export const shape = z.strictObject;
/** `Ok` of the wire page with further fields. */
export const ok = <T extends z.ZodRawShape>(fields: T) => z.strictObject({ status: z.literal(1), ...fields });
export const okOnly = z.strictObject({ status: z.literal(1) });
/** A whole number in a path or query: digits only, nothing is coerced from other notations. */
export const intText = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
export const accountIdText = intText(1, Number.MAX_SAFE_INTEGER);
export const flagText = z.enum(['0', '1']).transform((value) => value === '1');
/** Years to and from which can be counted: the database knows none before 1, and a date of 10000 is written otherwise. */
const hasYear = (text: string): boolean => text >= '1000' && text < '9998';
export const instant = z.iso.datetime({ precision: 3 }).refine(hasYear);
/** A day, `2026-11-20`. */
export const day = z.iso.date().refine(hasYear);
/** When a person who lives was born: nobody is older than 125 years. */
export const birthDay = day.refine(
  (given) => Number(given.slice(0, 4)) >= new Date().getUTCFullYear() - 125,
  'pattern',
);
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
export const username = z
  .string()
  .min(3)
  .max(30)
  .regex(/^[A-Za-z0-9_-]+$/)
  .transform((value) => value.toLowerCase());
/** Marks of where a list goes on, by what its rows are known by. What a list cannot have given out is refused. */
const cursors = {
  id: uuid,
  number: z.string().regex(/^\d{1,15}$/),
  /** How many rows stand before it: of lists that move while they are read. */
  place: z.string().regex(/^\d{1,6}$/),
  username: z.string().regex(/^[A-Za-z0-9_-]{3,30}$/),
  instant,
  /** A time in milliseconds, and which of the rows of that time. */
  time_number: z.string().regex(/^\d{1,15}\.\d{1,15}$/),
  time_id: z.string().regex(/^\d{1,15}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
} as const satisfies Readonly<Record<string, z.ZodType<string, string>>>;
/** Cursor of a list. @param form what its rows are known by */
export const cursorOf = (form: keyof typeof cursors): z.ZodOptional<z.ZodType<string, string>> =>
  z.optional<z.ZodType<string, string>>(cursors[form]);
/** Cursor and limit of new lists (section 2.7). @param form what its rows are known by */
export const page = (form: keyof typeof cursors) => ({
  cursor: cursorOf(form),
  limit: intText(1, 100).default(30),
});
/** `Cur<X>`. */
export const cursorList = <T extends z.ZodType, E extends z.ZodRawShape = Record<never, never>>(
  item: T,
  extra: E = {} as E,
) => z.strictObject({ items: z.array(item), next_cursor: z.string().nullable(), ...extra });

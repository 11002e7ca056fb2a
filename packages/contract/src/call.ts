import { z } from 'zod';

/** Minimum principal that may call; conditions refine it (http page, section 1). */
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
/** A call of the wire page that nobody serves yet: only method and path, nothing is typed. */
export type PlannedRoute = readonly [method: Method, path: string];
/** What the browser needs to know of a feature; without schemas, to keep the bundle small. */
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
   * A GET that the browser opens as a page (section 2.8): it must come from one of our pages, and answers by a redirect
   * to the answer's `location`, or to `failed` on any error. With `isFromElsewhere` another site sends the browser here
   * and proves by its own means who may come.
   */
  readonly navigation?: { readonly failed: string; readonly isFromElsewhere?: true };
  /** Also takes the form of RFC 8058, without cookies and their token: a token in the address is the proof. */
  readonly oneClick?: true;
  /** Answers are the same for everyone and may be cached for this many seconds. */
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
   * Words of the body that others read: where one contains what the operator forbids, the call answers
   * compliance.text_refused. `all` texts, or those of the named keys.
   */
  readonly publicText?: 'all' | readonly string[];
  /** The answer has `columns` and `rows`; with `format=csv` in the query it comes as text/csv. */
  readonly csv?: true;
  /** The answer also has `title` and `about`; with `format=pdf` it comes as a document with these columns. */
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

/** The uploaded file of a call; exists until the call has answered. */
export interface Upload {
  readonly sizeBytes: number;
  /** Reads it from the start, as often as needed. */
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
/** A whole number in a path or query: digits only, no other notations. */
export const intText = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
export const accountIdText = intText(1, Number.MAX_SAFE_INTEGER);
export const flagText = z.enum(['0', '1']).transform((value) => value === '1');
/** Years that can be counted: the database knows none before 1, and a date from 10000 on is written differently. */
const hasYear = (text: string): boolean => text >= '1000' && text < '9998';
export const instant = z.iso.datetime({ precision: 3 }).refine(hasYear);
/** A day, `2026-11-20`. */
export const day = z.iso.date().refine(hasYear);
/** A plausible birth date: nobody living is older than 125 years. */
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
/** Cursors: where a list continues, by the key of its rows. Values that the list cannot have given out are refused. */
const cursors = {
  id: uuid,
  number: z.string().regex(/^\d{1,15}$/),
  /** The number of rows before it: for lists that change while they are read. */
  place: z.string().regex(/^\d{1,6}$/),
  username: z.string().regex(/^[A-Za-z0-9_-]{3,30}$/),
  instant,
  /** A time in milliseconds, and which row of that time. */
  time_number: z.string().regex(/^\d{1,15}\.\d{1,15}$/),
  time_id: z.string().regex(/^\d{1,15}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
} as const satisfies Readonly<Record<string, z.ZodType<string, string>>>;
/** Cursor of a list. @param form the key of its rows */
export const cursorOf = (form: keyof typeof cursors): z.ZodOptional<z.ZodType<string, string>> =>
  z.optional<z.ZodType<string, string>>(cursors[form]);
/** Cursor and limit of new lists (section 2.7). @param form the key of its rows */
export const page = (form: keyof typeof cursors) => ({
  cursor: cursorOf(form),
  limit: intText(1, 100).default(30),
});
/** `Cur<X>`. */
export const cursorList = <T extends z.ZodType, E extends z.ZodRawShape = Record<never, never>>(
  item: T,
  extra: E = {} as E,
) => z.strictObject({ items: z.array(item), next_cursor: z.string().nullable(), ...extra });

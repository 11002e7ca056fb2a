import type { Api } from './api.ts';
import type { ArgumentsOf, Method, ResultOf, Route, Routes } from './call.ts';
import { routes } from './routes.ts';

/** The answer of a refused call (http page, 2.3). */
export interface ErrorBody {
  readonly status: 0;
  readonly code: string;
  readonly errorType?: string;
  readonly error: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly fields?: readonly { readonly path: string; readonly reason: string; readonly message: string }[];
  readonly suggestions?: readonly unknown[];
}

/** A call that was refused or did not arrive; `body` is absent when no answer could be read. */
export class CallError extends Error {
  readonly httpStatus: number;
  readonly body: ErrorBody | undefined;

  constructor(httpStatus: number, body: ErrorBody | undefined) {
    super(body?.message ?? 'The server could not be reached');
    this.name = 'CallError';
    this.httpStatus = httpStatus;
    this.body = body;
  }

  /** `feature.reason`, or `common.unreachable` when there was no answer. */
  get code(): string {
    return this.body?.code ?? 'common.unreachable';
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** UUIDv7 of the intent; required on calls that spend. A repeat with the same key has no second effect. */
  readonly idempotencyKey?: string;
  /** The file of a call that takes one. */
  readonly form?: FormData;
  /** The bytes of a call that takes some, with their MD5 in base64. */
  readonly bytes?: { readonly content: Blob; readonly md5: string };
}

type Optional<A> = Partial<A> extends A ? [args?: A & CallOptions] : [args: A & CallOptions];

/** One function per call of the contract. @throws CallError */
export type Client = {
  readonly [K in keyof Api]: (...args: Optional<ArgumentsOf<Api[K]>>) => Promise<ResultOf<Api[K]>>;
};

export interface ClientOptions<R extends Routes = typeof routes> {
  /** Its calls; default: all but those of the back office. */
  readonly routes?: R;
  /** Default `/api/v1`. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Headers of every call, such as X-CSRF-Token. */
  readonly headers?: () => Readonly<Record<string, string>>;
}

interface AnyArguments extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Whether the server of this build serves a call, by method and path of the wire page. Knows only the calls loaded with
 * every page (`routes.ts`): false for those in `late-routes.ts`.
 */
export const isServed = (method: Method, path: string): boolean =>
  Object.values<Route>(routes).some(([served, at]) => served === method && at === path);

const urlOf = (base: string, path: string, args: AnyArguments): string => {
  // `{path*}` is the rest of an address: its slashes are kept.
  const filled = path.replace(/\{(\w+)(\*?)\}/g, (_, key: string, isRest: string) => {
    const text = encodeURIComponent(String(args.params?.[key]));
    return isRest ? text.replaceAll('%2F', '/') : text;
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(args.query ?? {}))
    if (value !== undefined) query.set(key, value === true ? '1' : value === false ? '0' : String(value));
  return query.size > 0 ? `${base}${filled}?${query}` : base + filled;
};

/** A typed client without schemas: answers of our own server are trusted. */
export function createClient<R extends Routes = typeof routes>(
  options: ClientOptions<R> = {},
): Pick<Client, keyof R & keyof Client> {
  const base = options.baseUrl ?? '/api/v1';
  const send = async (method: string, path: string, args: AnyArguments = {}): Promise<unknown> => {
    const doFetch = options.fetch ?? fetch;
    const hasBody = args.body !== undefined;
    let response: Response;
    try {
      response = await doFetch(urlOf(base, path, args), {
        method,
        credentials: 'same-origin',
        signal: args.signal ?? null,
        headers: {
          ...(hasBody && { 'content-type': 'application/json' }),
          ...(args.bytes && {
            'content-type': 'application/octet-stream',
            'content-md5': args.bytes.md5,
          }),
          ...(args.idempotencyKey && { 'idempotency-key': args.idempotencyKey }),
          ...options.headers?.(),
        },
        ...(hasBody && { body: JSON.stringify(args.body) }),
        ...(args.form && { body: args.form }),
        ...(args.bytes && { body: args.bytes.content }),
      });
    } catch (cause) {
      if (args.signal?.aborted) throw cause;
      throw new CallError(0, undefined);
    }
    const answer: unknown = await response.json().catch((cause: unknown) => {
      if (args.signal?.aborted) throw cause;
      // Every success has a body, so without one the answer was cut off. A refusal may come from a proxy without a
      // body.
      if (response.ok) throw new CallError(0, undefined);
    });
    if (!response.ok) throw new CallError(response.status, answer as ErrorBody | undefined);
    return answer;
  };
  return Object.fromEntries(
    Object.entries<Route>(options.routes ?? routes).map(([key, [method, path]]) => [
      key,
      (args?: AnyArguments) => send(method, path, args),
    ]),
  ) as never;
}

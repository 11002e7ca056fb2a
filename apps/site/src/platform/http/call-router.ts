import {
  type AnswerOf,
  type Call,
  type CallSpec,
  type Condition,
  type InputOf,
  type Who,
} from '@klieg/contract';
import { AppError, type Clock, unstorablePaths, type Log, type Uuid } from '@klieg/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { BlobStore } from '../blobs/index.ts';
import {
  addressOf,
  answerError,
  bodyOf,
  invalidInput,
  keepCookies,
  leadTo,
  paramsOf,
  replay,
  send,
  sendError,
  unstorableInput,
} from './answers/index.ts';
import type { Caller, CookieChange } from './caller.ts';
import { type Brake, type FairQueue, inTurn, limitRate, type RateLimiter, readRest } from './limits/index.ts';
import { guardNavigation, guardRequest } from './cross-site.ts';
import {
  digestOf,
  findAnswer,
  type IdempotencyStore,
  readIdempotencyKey,
  runOnce,
  type StoredAnswer,
} from './idempotency/index.ts';
import { isOneClick, takeOneClicks } from './one-click.ts';
import { refusePublicText } from './public-text.ts';
import { receiveBytes, takeBytes } from './receive-bytes.ts';
import { receiveUpload, takeForms } from './receive-upload.ts';

/** What a handler gets besides its parsed input. */
export interface CallContext<C extends Caller = Caller> {
  readonly caller: C;
  readonly requestId: string;
  /** Present exactly on calls that spend. */
  readonly idempotencyKey: Uuid | undefined;
  readonly setCookie: (change: CookieChange) => void;
  /** Runs something once the browser has the answer, including its cookies, or is gone. */
  readonly afterAnswer: (act: () => void) => void;
}

export type Handler<S extends CallSpec, C extends Caller> = (
  input: InputOf<S>,
  context: CallContext<C>,
) => Promise<AnswerOf<S>> | AnswerOf<S>;

/** One handler per call of a feature; a missing one does not compile. */
export type Handlers<F extends Readonly<Record<string, Call>>, C extends Caller> = {
  readonly [K in keyof F]: Handler<F[K], C>;
};

/** Whether a condition holds for a caller and what the path names; throws the refusal. */
export type ConditionCheck<C> = (
  caller: C,
  params: Readonly<Record<string, unknown>>,
  /** The call that is made, where one is. */
  call?: Call,
) => void | Promise<void>;
/** Checks by the names of their conditions. */
export type Conditions<K extends string, C> = { readonly [P in K]: ConditionCheck<C> };

/** Decides whether a caller may make a call; throws the refusal. */
export interface Policy<C extends Caller> {
  /** Refuses a suspended caller what the contract does not keep open to them. */
  readonly refuseSuspended: (caller: C) => never;
  readonly who: (who: Who, caller: C, params: Readonly<Record<string, unknown>>) => void | Promise<void>;
  readonly conditions: Conditions<Condition, C>;
}

export interface CallRouterOptions<C extends Caller> {
  readonly resolveCaller: (request: FastifyRequest) => Promise<C>;
  readonly policy: Policy<C>;
  readonly rateLimiter: RateLimiter;
  readonly brake: Brake;
  /** Whether a text that others will read holds what the operator allows nowhere. */
  readonly isRefusedText: (text: string) => boolean;
  /** Calls that cost much are done few at a time. */
  readonly costly: FairQueue;
  readonly idempotency: IdempotencyStore;
  /** Where files of forms stay until their call has answered. */
  readonly incoming: BlobStore;
  readonly secret: Uint8Array;
  readonly ownOrigins: ReadonlySet<string>;
  readonly isSecure: boolean;
  /** Loopback addresses get a larger share: demo and tests come from one machine. */
  readonly isGenerousToLoopback: boolean;
  /** Checks every answer against the contract; for development and tests. */
  readonly checksAnswers: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe?: (call: string, httpStatus: number, seconds: number) => void;
}

const parse = <T>(schema: z.ZodType<T> | undefined, value: unknown, part: string): T | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw invalidInput(part, result.error);
  const unstorable = unstorablePaths(result.data);
  if (unstorable.length > 0) throw unstorableInput(part, unstorable);
  return result.data;
};

const parseQuery = (call: Call, query: unknown): unknown => {
  if (call.query) return parse(call.query, query, 'query');
  const unknown = Object.keys((query ?? {}) as object);
  if (unknown.length > 0)
    throw new AppError('common.invalid_input', {
      params: {
        fields: unknown.map((path) => ({ path, reason: 'unknown', message: 'This field is not known' })),
      },
    });
  return undefined;
};

/** What lets a call take another body than JSON. */
const takerOf = (call: Call) =>
  call.oneClick ? takeOneClicks : call.form ? takeForms : call.bytes ? takeBytes : undefined;

/** Serves the calls of a feature under /api/v1: policy, limits, strict input, idempotency, error shape. */
export function serveCalls<F extends Readonly<Record<string, Call>>, C extends Caller>(
  app: FastifyInstance,
  calls: F,
  handlers: Handlers<F, C>,
  options: CallRouterOptions<C>,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const [method, path] = call.route;
    const handler = handlers[name as keyof F] as Handler<CallSpec, C>;
    const route: RouteOptions = {
      method,
      url: addressOf(path),
      ...((call.form ?? call.bytes) && { config: { takesFile: true } }),
      ...(call.bodyBytesMax && { bodyLimit: call.bodyBytesMax }),
      ...(call.bytes && { bodyLimit: call.bytes.bytesMax }),
      handler: (request, reply) => answerCall(name, call, handler, options, request, reply),
    };
    const takeBodies = takerOf(call);
    if (takeBodies)
      void app.register(async (scope) => {
        await takeBodies(scope);
        scope.route(route);
      });
    else app.route(route);
  }
}

async function answerCall<C extends Caller>(
  name: string,
  call: Call,
  handler: Handler<CallSpec, C>,
  options: CallRouterOptions<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const startedAt = performance.now();
  const cookies: CookieChange[] = [];
  let received: Awaited<ReturnType<typeof receiveUpload>> | undefined;
  try {
    const caller = await options.resolveCaller(request);
    const isGuarded = call.route[0] !== 'GET' || call.guarded;
    if (isGuarded && call.who !== 'hook' && !isOneClick(request)) guardRequest(request, caller, options);
    if (call.navigation) guardNavigation(request, call.navigation);
    await limitRate(call, caller, options, reply);
    if (caller.isSuspended && !call.openToSuspended) options.policy.refuseSuspended(caller);
    const params = paramsOf(call.route[1], request.params);
    await options.policy.who(call.who, caller, params);
    const input = {
      params: parse(call.params, params, 'params'),
      query: parseQuery(call, request.query),
      body: parse(call.body, (call.bytes ? undefined : request.body) ?? {}, 'body'),
    };
    const earlier = await passConditions(call, caller, input, request, options);
    if (earlier) return replay(reply, earlier, call, cookies, options);
    refusePublicText(call, input.body, options.isRefusedText);
    // No byte of a file is read for somebody who may not send one.
    if (call.form) received = await receiveUpload(request, options.incoming, call.form);
    if (call.bytes) received = await receiveBytes(request, options.incoming, call.bytes);
    const fields = parse(call.form?.fields, received?.fields, 'body');

    const run = async (idempotencyKey: Uuid | undefined) => {
      const setCookie = (change: CookieChange) => void cookies.push(change);
      const afterAnswer = (act: () => void) => void reply.raw.once('close', act);
      const file = received?.upload;
      const given = (file ? { ...input, file, fields } : input) as InputOf<CallSpec>;
      const context = { caller, requestId: request.id, idempotencyKey, setCookie, afterAnswer };
      const handle = async () => handler(given, context);
      const answer = await inTurn(call, caller, options, handle);
      return checked(name, call, answer, options);
    };
    if (call.spends) {
      const key = readIdempotencyKey(request.headers['idempotency-key'], options.clock);
      const digest = digestOfCall(call, request, input.body);
      const { isReplayed, ...answer } = await runOnce(
        options.idempotency,
        { scope: caller.key, key, digest },
        async () => ({ httpStatus: 200, body: JSON.stringify(await run(key)) }),
        (error) => {
          const { httpStatus, body } = answerError(error, request.id);
          return { httpStatus, body: JSON.stringify(body) };
        },
      );
      if (isReplayed) replay(reply, answer, call, cookies, options);
      else send(reply, answer.httpStatus, answer.body, call, cookies, options);
    } else {
      const answer = await run(undefined);
      if (call.navigation) {
        keepCookies(reply, cookies, options);
        leadTo(reply, (answer as { readonly location: string }).location);
      } else send(reply, 200, await bodyOf(call, input.query, answer, reply), call, cookies, options);
    }
  } catch (error) {
    if (call.navigation) {
      if (!(error instanceof AppError)) options.log.error({ err: error, call: name }, 'call failed');
      leadTo(reply, call.navigation.failed);
    } else {
      await readRest(request.raw);
      sendError(error, request, reply, options);
    }
  } finally {
    await received?.drop().catch((err: unknown) => options.log.error({ err }, 'an upload stays on the disk'));
    options.observe?.(name, reply.statusCode, (performance.now() - startedAt) / 1000);
  }
}

const digestOfCall = (call: Call, request: FastifyRequest, body: unknown): Buffer =>
  digestOf(call.route[0], request.url.split('?')[0]!, body);

/**
 * Conditions are of what is to be done now. What was decided under the key of a spending call is answered again,
 * whatever has changed since: whoever lost the first answer has to learn that it was paid.
 * @returns that answer; undefined where all conditions hold
 */
async function passConditions<C extends Caller>(
  call: Call,
  caller: C,
  { params, body }: { readonly params: unknown; readonly body: unknown },
  request: FastifyRequest,
  { policy, idempotency, clock }: Pick<CallRouterOptions<C>, 'policy' | 'idempotency' | 'clock'>,
): Promise<StoredAnswer | undefined> {
  try {
    for (const condition of call.conditions ?? [])
      await policy.conditions[condition](caller, (params ?? {}) as Readonly<Record<string, unknown>>, call);
    return undefined;
  } catch (error) {
    const asked = { scope: caller.key, header: request.headers['idempotency-key'] };
    const answer =
      call.spends &&
      (await findAnswer(idempotency, { ...asked, digest: digestOfCall(call, request, body) }, clock));
    if (!answer) throw error;
    return answer;
  }
}

function checked<C extends Caller>(
  name: string,
  call: Call,
  answer: unknown,
  options: CallRouterOptions<C>,
): unknown {
  if (!options.checksAnswers) return answer;
  const result = call.response.safeParse(answer);
  if (result.success) return answer;
  throw new Error(`answer of ${name} does not fit the contract: ${result.error.message}`);
}

import type pg from 'pg';

const driverErrors = new WeakSet<object>();

/** Marks an error as one of the database's driver; it stays the same error. */
export function markDriverError(error: unknown): void {
  if (error instanceof Error) driverErrors.add(error);
}

/** Whether an error came out of a pool that is watched, and not from another socket or from a bug. */
export const isDriverError = (error: unknown): error is Error =>
  error instanceof Error && driverErrors.has(error);

/** The same function, whose errors are marked, whether they come by a promise or by a callback. */
const marking = <Call extends (...args: never[]) => unknown>(call: Call): Call =>
  new Proxy(call, {
    apply(target, self: unknown, args: unknown[]) {
      const given = args.map((arg) => (typeof arg === 'function' ? markingCallback(arg) : arg));
      const answer: unknown = Reflect.apply(target, self, given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        markDriverError(error);
        throw error;
      });
    },
  });

const markingCallback =
  (callback: object) =>
  (error: unknown, ...rest: unknown[]): unknown => {
    markDriverError(error);
    return Reflect.apply(callback as () => unknown, undefined, [error, ...rest]);
  };

/** Marks every error with which a pool or one of its connections answers from now on. */
export function watchDriverErrors(pool: pg.Pool): void {
  pool.connect = marking(pool.connect);
  pool.on('connect', (client) => {
    client.query = marking(client.query);
    // A broken connection emits this event to its pool before it answers the statement.
    client.on('error', markDriverError);
  });
}

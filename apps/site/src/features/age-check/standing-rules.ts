import type { AgeCheckState, AgeDemand, AgeMethod } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';

/** How long a check counts that was passed. */
export const VALID_MS = 365 * DAY_MS;
/**
 * This many failures within a day close a method; this many in total close every method except the live check for a
 * day.
 */
const FAILURES_OF_METHOD = 3;
const FAILURES_IN_ALL = 6;
/** Older checks no longer matter: a lock may come from failures of the day before. */
export const LOOK_BACK_MS = 2 * DAY_MS;

/** One check of somebody, as far as it counts. */
export interface PastCheck {
  readonly method: AgeMethod;
  readonly jurisdiction: string;
  readonly state: 'open' | 'pending' | 'passed' | 'failed' | 'expired';
  /** Unix milliseconds; null while it is not decided. */
  readonly decidedAt: number | null;
  readonly endsAt: number;
  readonly threadId: string | null;
}

/** Somebody's state under the rule of their place. */
export interface Standing {
  readonly state: AgeCheckState;
  /** Failures within a day. */
  readonly attempts: number;
  readonly allowed: readonly AgeMethod[];
  /** Unix milliseconds; null: nothing was passed that counts here. */
  readonly validUntil: number | null;
  /** Until when only the live check is offered, in Unix milliseconds. */
  readonly lockedUntil: number | null;
  /** The conversation of a live check that waits. */
  readonly threadId: string | null;
}

/**
 * Until when somebody is locked out: a day after the newest failure that was the sixth of its day; null: they are not.
 */
function lockOf(failedAt: readonly number[], now: number): number | null {
  const locks = failedAt
    .filter(
      (at, index) => index >= FAILURES_IN_ALL - 1 && failedAt[index - FAILURES_IN_ALL + 1]! > at - DAY_MS,
    )
    .map((at) => at + DAY_MS)
    .filter((until) => until > now);
  return locks.at(-1) ?? null;
}

/**
 * What past checks mean at a place now (machine 26). A check counts only where it was made: another place has another
 * rule.
 * @param served methods whose vendors are configured
 */
export function standingOf(
  checks: readonly PastCheck[],
  demand: AgeDemand,
  { served, now }: { readonly served: ReadonlySet<AgeMethod>; readonly now: number },
): Standing {
  const jurisdiction = demand.rule?.place ?? null;
  const failed = checks
    .filter(({ state, decidedAt }) => state === 'failed' && decidedAt !== null)
    .map(({ method, decidedAt }) => ({ method, at: decidedAt! }))
    .toSorted((a, b) => a.at - b.at);
  const failures = failed.filter(({ at }) => at > now - DAY_MS);
  const passed = checks.filter(
    (check) => check.state === 'passed' && check.jurisdiction === jurisdiction && check.endsAt > now,
  );
  const pending = checks.find(({ state, endsAt }) => state === 'pending' && endsAt > now);
  const byMachines = failed.filter(({ method }) => method !== 'live_id_check');
  const lockedUntil = lockOf(
    byMachines.map(({ at }) => at),
    now,
  );
  const failuresOf = (method: AgeMethod) => failures.filter((check) => check.method === method).length;
  const isOpen = (method: AgeMethod): boolean =>
    method === 'live_id_check' || (lockedUntil === null && failuresOf(method) < FAILURES_OF_METHOD);
  const validUntil = passed.length > 0 ? Math.max(...passed.map(({ endsAt }) => endsAt)) : null;
  return {
    state: validUntil !== null ? 'passed' : pending ? 'pending' : failures.length > 0 ? 'failed' : 'none',
    attempts: failures.length,
    allowed: demand.methods.filter((method) => served.has(method) && isOpen(method)),
    validUntil,
    lockedUntil,
    threadId: pending?.threadId ?? null,
  };
}

/** Why somebody may not begin a check by a method now, or undefined. */
export function refuseMethod(
  method: AgeMethod,
  demand: AgeDemand,
  standing: Standing,
  served: ReadonlySet<AgeMethod>,
): 'compliance.method_not_allowed' | 'compliance.too_many_attempts' | undefined {
  if (!demand.isRequired || !demand.methods.includes(method) || !served.has(method))
    return 'compliance.method_not_allowed';
  return standing.allowed.includes(method) ? undefined : 'compliance.too_many_attempts';
}

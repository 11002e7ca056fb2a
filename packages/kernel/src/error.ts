/** The families of failure; each has one HTTP status. */
export type ErrorKind =
  | 'invalid_input'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'closed'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range_unsatisfiable'
  | 'wrong_state'
  | 'region_blocked'
  | 'rate_limited'
  | 'unavailable'
  | 'not_implemented'
  | 'internal';

/** HTTP status of each kind; the socket boundary uses the kind itself. */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid_input: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  closed: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_unsatisfiable: 416,
  wrong_state: 422,
  rate_limited: 429,
  region_blocked: 451,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
};

export interface AppErrorDetail {
  /** Parameters that the page may show or translate with. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** For operators only; never leaves the process. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/**
 * An expected no (refusal) or a failed dependency (fault), with a code of the contract.
 * A bug is a plain Error: it is logged loudly and answered as `common.internal`.
 */
export class AppError extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly internal: string | undefined;

  constructor(code: string, detail: AppErrorDetail = {}) {
    super(detail.internal ? `${code}: ${detail.internal}` : code, { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = detail.params ?? {};
    this.internal = detail.internal;
  }
}

/** Answers that a new attempt does not change: no right, wrong state, no codec in common. */
const FINAL_STATUSES: readonly number[] = [400, 401, 403, 413, 415, 422];

/** The site gives no right to send. */
export const NO_RIGHT_STATUS = 401;

/**
 * A refusal by the server; `isFinal` when another attempt would be refused in the same way. `cause` is what the site
 * said where it gave no token.
 */
export class PublishRefused extends Error {
  readonly isFinal: boolean;
  readonly status: number;
  constructor(status: number, cause?: unknown) {
    super(`publishing refused with ${status}`, { cause });
    this.status = status;
    this.isFinal = FINAL_STATUSES.includes(status);
  }
}

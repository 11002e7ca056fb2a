import type { ErrorKind } from '@klieg/kernel';

/** One refusal: its HTTP status by kind, the wire's errorType where one exists, the English sentence. */
export interface ErrorSpec {
  readonly kind: ErrorKind;
  readonly errorType?: string;
  readonly message: string;
  /** The wire's fixed text in `error` in place of the sentence (http page, 2.3). */
  readonly error?: string;
}
export type ErrorTable = Readonly<Record<`${string}.${string}`, ErrorSpec>>;

import type { ErrorKind } from '@klieg/kernel';

/** One refusal: its HTTP status by kind, the wire's errorType where one exists, the English sentence. */
export interface ErrorSpec {
  readonly kind: ErrorKind;
  readonly errorType?: string;
  readonly message: string;
}
export type ErrorTable = Readonly<Record<`${string}.${string}`, ErrorSpec>>;

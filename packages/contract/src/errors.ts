import type { ErrorKind } from '@klieg/kernel';
import { billingErrors } from './billing/errors.ts';
import { broadcastErrors } from './broadcast/errors.ts';
import { commonErrors } from './common/errors.ts';
import { complianceErrors } from './compliance/errors.ts';
import { discoveryErrors } from './discovery/errors.ts';
import { identityErrors } from './identity/errors.ts';
import { ledgerErrors } from './ledger/errors.ts';
import { roomsErrors } from './rooms/errors.ts';
import { settingsErrors } from './settings/errors.ts';
import { tippingErrors } from './tipping/errors.ts';

/** One refusal: its HTTP status by kind, the wire's errorType where one exists, the English sentence. */
export interface ErrorSpec {
  readonly kind: ErrorKind;
  readonly errorType?: string;
  readonly message: string;
}
export type ErrorTable = Readonly<Record<`${string}.${string}`, ErrorSpec>>;

/** Every code that the product answers. */
export const errorSpecs = {
  ...billingErrors,
  ...broadcastErrors,
  ...commonErrors,
  ...complianceErrors,
  ...discoveryErrors,
  ...identityErrors,
  ...ledgerErrors,
  ...roomsErrors,
  ...settingsErrors,
  ...tippingErrors,
} as const satisfies ErrorTable;

export type ErrorCode = keyof typeof errorSpecs;

import { AppError, statusOfKind } from '@klieg/kernel';
import { type ErrorCode, type ErrorSpec, errorSpecs } from '@klieg/contract';
import { z } from 'zod';
import { isConflict, isOutage } from '../../postgres/index.ts';

/** One marked field of `common.invalid_input`. */
export interface FieldFault {
  readonly path: string;
  readonly reason: string;
  readonly message: string;
}

/** The body of every 4xx and 5xx (http page, 2.3). */
export interface ErrorAnswer {
  readonly httpStatus: number;
  readonly body: {
    readonly status: 0;
    readonly code: string;
    readonly errorType?: string;
    readonly error: string;
    readonly message: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly request_id: string;
    readonly fields?: readonly FieldFault[];
    readonly suggestions?: unknown;
  };
}

const specOf = (code: string): ErrorSpec => errorSpecs[code as ErrorCode] ?? errorSpecs['common.internal'];

/** A database that does not answer, or preferred another transaction, is no bug: the same request may soon succeed. */
const isOfMoment = (error: unknown): boolean =>
  isOutage(error) ||
  isConflict(error) ||
  (error instanceof AppError && error.code === 'common.internal' && isOfMoment(error.cause));

/**
 * Maps a thrown error to the wire. Anything but an AppError is a bug and answers `common.internal`, except a database
 * that is away or had a conflict (`common.unavailable`); no internals are revealed.
 */
export function answerError(error: unknown, requestId: string): ErrorAnswer {
  const known =
    error instanceof AppError && error.code in errorSpecs && !isOfMoment(error)
      ? error
      : new AppError(isOfMoment(error) ? 'common.unavailable' : 'common.internal');
  const spec = specOf(known.code);
  const { fields, suggestions, ...params } = known.params as Record<string, unknown>;
  return {
    httpStatus: statusOfKind[spec.kind],
    body: {
      status: 0,
      code: known.code,
      ...(spec.errorType && { errorType: spec.errorType }),
      error: spec.error ?? spec.message,
      message: spec.message,
      params,
      request_id: requestId,
      ...(fields ? { fields: fields as readonly FieldFault[] } : {}),
      ...(suggestions ? { suggestions } : {}),
    },
  };
}

const reasonOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown';
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type';
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'too_small';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big';
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'enum';
    case 'invalid_format':
      return 'pattern';
    case 'custom':
      return issue.message in sentences ? issue.message : 'pattern';
    default:
      return 'type';
  }
};

const sentences: Readonly<Record<string, string>> = {
  required: 'Please fill in this field',
  unknown: 'This field is not known',
  type: 'This value has the wrong type',
  too_short: 'This is too short',
  too_long: 'This is too long',
  too_small: 'This is too small',
  too_big: 'This is too big',
  pattern: 'This is not in the right form',
  enum: 'This choice is not offered',
  duplicate: 'A value stands twice',
};

/** What is wrong with an input, field by field, in our own words; each field appears once. */
export function faultsOf(part: string, error: z.ZodError): readonly FieldFault[] {
  const faults = error.issues.flatMap((issue): FieldFault[] => {
    const reason = reasonOf(issue);
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key].join('.'))
        : [issue.path.join('.')];
    return paths.map((path) => ({ path: path || part, reason, message: sentences[reason]! }));
  });
  // A fault of a named field explains one of the whole, so only the former are reported.
  const named = faults.some(({ path }) => path !== part)
    ? faults.filter(({ path }) => path !== part)
    : faults;
  return [...new Map(named.map((fault) => [fault.path, fault] as const).toReversed()).values()].toReversed();
}

/** The refusal of an input that does not fit the contract. */
export const invalidInput = (part: string, error: z.ZodError): AppError =>
  new AppError('common.invalid_input', { params: { fields: faultsOf(part, error) } });

/** The refusal of texts that no database takes. */
export const unstorableInput = (part: string, paths: readonly string[]): AppError =>
  new AppError('common.invalid_input', {
    params: {
      fields: paths.map((path) => ({
        path: path || part,
        reason: 'pattern',
        message: sentences['pattern']!,
      })),
    },
  });

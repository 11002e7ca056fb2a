import { CallError } from '@klieg/contract/client';

/** A refusal spread over a form: sentences by field, and one for the whole form when no field is to blame. */
export interface FormRefusal<F extends string> {
  readonly fields: Partial<Record<F, string>>;
  readonly whole: boolean;
}

/**
 * Puts a refusal where it belongs.
 * @param known fields of the form, by their names on the wire
 * @param byCode the field that a code speaks about
 */
export function spreadRefusal<F extends string>(
  error: unknown,
  known: readonly F[],
  byCode: Readonly<Record<string, F>>,
  sentence: string,
): FormRefusal<F> {
  if (!(error instanceof CallError)) return { fields: {}, whole: true };
  const field = byCode[error.code];
  if (field) return { fields: { [field]: sentence } as Partial<Record<F, string>>, whole: false };
  const fields: Partial<Record<F, string>> = {};
  for (const { path, message } of error.body?.fields ?? []) {
    const name = known.find((candidate) => candidate === path);
    if (name) fields[name] ??= message;
  }
  return { fields, whole: Object.keys(fields).length === 0 };
}

import type { Call } from '@klieg/contract';
import { AppError } from '@klieg/kernel';

/** All texts in a JSON value, however deep; names of fields excluded. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * Checks texts that a call accepts for others to read. @param isRefused whether a text contains what the operator
 * forbids
 * @throws compliance.text_refused
 */
export function refusePublicText(
  { publicText }: Pick<Call, 'publicText'>,
  body: unknown,
  isRefused: (text: string) => boolean,
): void {
  if (!publicText) return;
  const given = body as Readonly<Record<string, unknown>>;
  const texts = textsIn(publicText === 'all' ? given : publicText.map((key) => given[key]));
  if (texts.some(isRefused)) throw new AppError('compliance.text_refused');
}

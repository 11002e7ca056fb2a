const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/**
 * Whether a value of JSON has a text or key that no database takes: with NUL, or with half a surrogate
 * pair. Deep values must have been bounded before.
 */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  return Object.entries(value).some(([key, item]) => !isStorable(key) || hasUnstorableText(item));
}

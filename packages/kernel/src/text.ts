const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/**
 * Whether a value of JSON has a text or key that no database takes: with NUL, or with half a surrogate
 * pair. Deep values must have been bounded before.
 */
export const hasUnstorableText = (value: unknown): boolean => unstorablePaths(value).length > 0;

/** Paths of such texts in a value, like `field.0.name`; the path of the value itself is empty. */
export function unstorablePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  // A key that cannot be stored cannot be named either: what holds it is at fault.
  return Object.entries(value).flatMap(([key, item]) =>
    isStorable(key) ? unstorablePaths(item, below(key)) : [path],
  );
}

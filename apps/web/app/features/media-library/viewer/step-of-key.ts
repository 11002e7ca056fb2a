/** Where a key leads in a set of pictures; undefined for keys that mean something else. */
export function stepOfKey({
  key,
  ctrlKey,
  altKey,
  metaKey,
  shiftKey,
}: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}): 1 | -1 | undefined {
  // With Alt the browser goes back and on, with Ctrl a reader by words.
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined;
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : undefined;
}

/** A value kept in this browser; undefined when absent, unreadable or storage is refused. */
export function readLocal<T>(key: string, parse: (value: unknown) => T | undefined): T | undefined {
  try {
    const text = localStorage.getItem(`klieg.${key}`);
    return text === null ? undefined : parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a value in this browser; silently nothing where storage is full or refused. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(`klieg.${key}`, JSON.stringify(value));
  } catch {
    // Private windows refuse storage; everything kept here is a convenience.
  }
}

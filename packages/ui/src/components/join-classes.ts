/** One class attribute from parts; false, null and empty parts are left out. */
export const joinClasses = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ');

/**
 * Whether this is asked for the first time in this session of the browser, which it remembers. False where storage is
 * refused: there nobody could tell whether it was asked before.
 */
export function isFirstInSession(key: string): boolean {
  try {
    if (sessionStorage.getItem(`klieg.${key}`) !== null) return false;
    sessionStorage.setItem(`klieg.${key}`, '1');
    return true;
  } catch {
    return false;
  }
}

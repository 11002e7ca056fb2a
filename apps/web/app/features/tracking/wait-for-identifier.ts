/** How often to check for the linked person, and the interval (CONSTANTS-032). */
export const LOOKS = 10;
export const LOOK_MS = 100;

/** Waits for a value that comes a little after the page; undefined if not within a second. */
export async function waitForIdentifier<T>(read: () => T | undefined): Promise<T | undefined> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const found = read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return read();
}

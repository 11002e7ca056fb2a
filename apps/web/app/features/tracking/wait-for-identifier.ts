/** How often it is looked for whom a value is linked to, and how long between two looks (CONSTANTS-032). */
export const LOOKS = 10;
export const LOOK_MS = 100;

/** Waits for what is known a little after the page; undefined where it does not come within a second. */
export async function waitForIdentifier<T>(read: () => T | undefined): Promise<T | undefined> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const found = read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return read();
}

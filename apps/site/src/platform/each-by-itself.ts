/** Waits for all of them; a failure stops none of the others, and is logged. Never rejects. */
export async function eachByItself(
  onError: (error: unknown) => void,
  all: readonly Promise<unknown>[],
): Promise<void> {
  for (const result of await Promise.allSettled(all))
    if (result.status === 'rejected') onError(result.reason);
}

/**
 * Runs tasks one after the other. Each search opens the whole vault, a batch at a time: with one search running, other
 * requests to this process wait for one batch, however many searches are requested.
 */
export function makeOneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    // A failure is its own asker's.
    last = own.catch(() => undefined);
    return own;
  };
}

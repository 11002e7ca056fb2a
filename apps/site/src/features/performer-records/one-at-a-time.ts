/**
 * Does what it is given one after the other. Each search opens the whole vault, a batch at a time: with one search at
 * work, whoever else asks this process waits for one batch, however many are asked for.
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

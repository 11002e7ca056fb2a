import { SLICE_MS } from '../../congestion/pacer.ts';

/** Work of many viewers that waits for the next slice of time, by one timer for all. */
export function makeSendSlices(): (work: () => void) => void {
  let waiting: (() => void)[] = [];
  const run = (): void => {
    const now = waiting;
    waiting = [];
    for (const work of now) work();
  };
  return (work) => {
    if (waiting.length === 0) setTimeout(run, SLICE_MS);
    waiting.push(work);
  };
}

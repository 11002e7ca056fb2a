/* Time that only counts: a minute takes a moment, and each run is the same. */

/** A clock with what is to happen when. */
export function makeSimulatedClock() {
  let events: { readonly atMs: number; readonly work: () => void }[] = [];
  let nowMs = 0;
  const at = (atMs: number, work: () => void): void => {
    const place = events.findLastIndex((event) => event.atMs <= atMs) + 1;
    events.splice(place, 0, { atMs, work });
  };
  return {
    now: () => nowMs,
    after: (ms: number, work: () => void) => at(nowMs + ms, work),
    every(ms: number, work: () => void) {
      const again = (): void => {
        work();
        at(nowMs + ms, again);
      };
      at(nowMs + ms, again);
    },
    run(ms: number) {
      const untilMs = nowMs + ms;
      while (events[0] && events[0].atMs <= untilMs) {
        const [next] = events.splice(0, 1);
        nowMs = next!.atMs;
        next!.work();
      }
      events = [...events];
      nowMs = untilMs;
    },
  };
}

export type SimulatedClock = ReturnType<typeof makeSimulatedClock>;

/** Unix milliseconds of an answer's instant or an event's time. */
export const timeOf = (at: string | number | null | undefined): number | null =>
  at === null || at === undefined ? null : new Date(at).getTime();

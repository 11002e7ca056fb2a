/** A time in the next days in words; the day is absent if it is today. */
export function soonOf(
  at: string,
  locale: string,
  now: Date = new Date(),
): { readonly day: string | undefined; readonly time: string } {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  return {
    day: isToday ? undefined : new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(date),
    time: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      date,
    ),
  };
}

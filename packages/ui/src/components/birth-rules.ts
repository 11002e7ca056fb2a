/** The three parts of a date of birth; a part that is not chosen yet is undefined. */
export interface BirthParts {
  readonly day?: number;
  /** 1 to 12. */
  readonly month?: number;
  readonly year?: number;
}

/** Ages that the site takes, in years (CONSTANTS-013). */
export const AGE_MIN = 18;
export const AGE_MAX = 99;

/** Years to offer, the youngest first: 18 to 99 years back. */
export const birthYears = (now: Date): number[] =>
  Array.from({ length: AGE_MAX - AGE_MIN + 1 }, (_, back) => now.getFullYear() - AGE_MIN - back);

/** Days of a month; February has 29 while no year is chosen and in years divisible by 4. */
export function daysInMonth(month: number | undefined, year: number | undefined): number {
  if (month === 2) return year === undefined || year % 4 === 0 ? 29 : 28;
  return month !== undefined && [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Sets one part; a day that the month does not have moves to its last one. */
export function withPart(parts: BirthParts, part: keyof BirthParts, value: number): BirthParts {
  const next = { ...parts, [part]: value };
  const last = daysInMonth(next.month, next.year);
  return next.day !== undefined && next.day > last ? { ...next, day: last } : next;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The date as YYYY-MM-DD once all three parts are chosen, else undefined. */
export const birthDate = ({ day, month, year }: BirthParts): string | undefined =>
  day === undefined || month === undefined || year === undefined
    ? undefined
    : `${year}-${two(month)}-${two(day)}`;

/** Nobody under this age may have an account (CONSTANTS-013). */
export const MINIMUM_AGE_YEARS = 18;

/**
 * Full years between a birth date and a day, both in UTC. A birthday on 29 February counts on 1 March in
 * other years.
 * @param birthDate YYYY-MM-DD
 */
export function ageOn(birthDate: string, nowMs: number): number {
  const [year, month, day] = birthDate.split('-').map(Number) as [number, number, number];
  const now = new Date(nowMs);
  const years = now.getUTCFullYear() - year;
  const hadBirthday =
    now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day);
  return hadBirthday ? years : years - 1;
}

export const isOfAge = (birthDate: string, nowMs: number): boolean =>
  ageOn(birthDate, nowMs) >= MINIMUM_AGE_YEARS;

/** The age shown to others; null: none. */
export const shownAge = (
  who: { readonly birthDate: string; readonly showAge: boolean; readonly displayAge: number | null },
  nowMs: number,
): number | null => (who.showAge ? (who.displayAge ?? ageOn(who.birthDate, nowMs)) : null);

/** Drawings for the time without a picture. */
export const OFFLINE_VARIANTS = ['a', 'b', 'c', 'd'] as const;
export type OfflineVariant = (typeof OFFLINE_VARIANTS)[number];

const KEY = 'klieg.offline-variant';
let chosen: OfflineVariant | undefined;

const known = (value: string | null): OfflineVariant | undefined =>
  OFFLINE_VARIANTS.find((variant) => variant === value);

function readVisit(): OfflineVariant | undefined {
  try {
    return known(sessionStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}

function keepForVisit(variant: OfflineVariant): void {
  try {
    sessionStorage.setItem(KEY, variant);
  } catch {
    // Where storage is refused the page itself remembers.
  }
}

/** The drawing of this visit, chosen randomly when it is first needed (LIVE-VIDEO-037). */
export function offlineVariant(chance: () => number = Math.random): OfflineVariant {
  chosen ??= readVisit() ?? OFFLINE_VARIANTS[Math.floor(chance() * OFFLINE_VARIANTS.length)] ?? 'a';
  keepForVisit(chosen);
  return chosen;
}

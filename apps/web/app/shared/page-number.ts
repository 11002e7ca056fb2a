/** Pages of a list that an address may name. */
const PAGE_MAX = 1_000;

/** The page that an address asks for; the first where it names none that there can be. */
export function pageNumber(asked: string | null): number {
  const page = Number(asked ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
}

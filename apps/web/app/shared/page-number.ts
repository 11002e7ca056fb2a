/** Pages of a list that an address may name. */
const PAGE_MAX = 1_000;

/** The page number in an address; the first if there is no valid one. */
export function pageNumber(asked: string | null): number {
  const page = Number(asked ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
}

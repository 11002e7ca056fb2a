/** The first card is two by two, so nine cards fill two rows of six; fewer share rows that they fill. */
export const LEAD_COUNT = 9;

/** How many of the twelve columns a card has, as the styles of the grid share them out. */
function columnsOf(position: number, count: number): number {
  if (count >= LEAD_COUNT) return 4;
  if (count === 1) return 12;
  if (count === 2 || (count === 5 && position < 2)) return 6;
  if (count === 4 || count === 8 || (count === 7 && position > 2)) return 3;
  return 4;
}

/**
 * The width of a card's picture among the first live ones, as `sizes` of an image.
 * @param position of the card, from 0
 * @param count of these cards
 * @returns undefined if it is as wide as in any list
 */
export function leadSizes(position: number, count: number): string | undefined {
  const isMany = count >= LEAD_COUNT;
  if (isMany && position > 0) return undefined;
  const columns = columnsOf(position, count);
  const phone = position === 0 && (isMany || count % 2 === 1) ? 100 : 50;
  const tablet = isMany ? 50 : Math.ceil((columns * 100) / 12);
  return `(max-width: 720px) ${phone}vw, (max-width: 1180px) ${tablet}vw, calc(${columns} * (100vw - 240px) / 12)`;
}

/** What a font of the format itself can show: Latin letters; others become a question mark. */
export const plainLetters = (cell: string | number): string =>
  String(cell).replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '?');

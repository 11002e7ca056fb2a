/** The words of a text as they are compared, each between blanks. Characters that are not shown do not separate words. */
export const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Makes the test for words that the operator does not allow: whole words, whatever their case. */
export function makeRefuseText(terms: readonly string[]): (text: string) => boolean {
  const refused = terms.map(wordsOf).filter((term) => term.trim() !== '');
  return (text) => {
    const words = wordsOf(text);
    return refused.some((term) => words.includes(term));
  };
}

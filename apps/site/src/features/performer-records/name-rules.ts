/** The words of a name for comparison: without case, accents and separators. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Makes the test for a searched name: each typed word must begin a word of the name. */
export function makeFitsName(wanted: string): (name: string) => boolean {
  const words = wordsOf(wanted);
  const asTyped = wanted.trim().toLowerCase();
  // A name may consist of symbols only.
  if (words.length === 0) return (name) => name.toLowerCase().includes(asTyped);
  return (name) => {
    const found = wordsOf(name);
    return words.every((word) => found.some((one) => one.startsWith(word)));
  };
}

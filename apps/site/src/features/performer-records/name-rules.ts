/** The words of a name as they are compared: without case, accents and whatever stands between them. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Makes the test for names that are looked for: each word that was typed begins a word of the name. */
export function makeFitsName(wanted: string): (name: string) => boolean {
  const words = wordsOf(wanted);
  const asTyped = wanted.trim().toLowerCase();
  // A name may be of signs alone.
  if (words.length === 0) return (name) => name.toLowerCase().includes(asTyped);
  return (name) => {
    const found = wordsOf(name);
    return words.every((word) => found.some((one) => one.startsWith(word)));
  };
}

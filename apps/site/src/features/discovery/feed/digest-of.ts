/** A number from 0 to 2^32 - 1 for a text (FNV-1a with a final mix): the same on every node, spread as if by chance. */
export function digestOf(text: string): number {
  let digest = 0x811c9dc5;
  for (const character of text) digest = Math.imul(digest ^ character.codePointAt(0)!, 0x01000193);
  digest = Math.imul(digest ^ (digest >>> 16), 0x85ebca6b);
  digest = Math.imul(digest ^ (digest >>> 13), 0xc2b2ae35);
  return (digest ^ (digest >>> 16)) >>> 0;
}

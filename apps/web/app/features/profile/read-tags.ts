/** Tags as they are kept, of words as they are typed: small letters, digits and dashes, each once. */
export function readTags(text: string): string[] {
  const tags = text
    .split(',')
    .map((word) =>
      word
        .trim()
        .toLowerCase()
        .replace(/^#/u, '')
        .replaceAll(/[\s_]+/gu, '-'),
    )
    .filter((tag) => tag !== '');
  return [...new Set(tags)];
}

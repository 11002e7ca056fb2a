/** A tag as words: `late-night` is "late night". */
export const tagWords = (slug: string): string => slug.replaceAll('-', ' ');

/** A short code that stands for a picture in lines. */
export interface Emoticon {
  readonly code: string;
  readonly url: string;
}

const CODES = [
  'smile',
  'laugh',
  'wink',
  'heart',
  'star',
  'fire',
  'clap',
  'wave',
  'thumbs',
  'music',
  'party',
  'coffee',
];

/** The emoticons that every room has (CHAT-025); drawn for this product. */
export const EMOTICONS: readonly Emoticon[] = CODES.map((name) => ({
  code: `:${name}:`,
  url: `/emoticons/${name}.svg`,
}));

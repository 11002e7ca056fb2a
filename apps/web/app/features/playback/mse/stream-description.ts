/** The first frame of a stream, and again when its format or the rendition changes. */
export interface StreamDescription {
  readonly codecs: string;
  readonly width: number;
  readonly height: number;
  readonly rendition: string;
}

/** The description in a text frame; undefined if malformed. */
export function parseDescription(text: string): StreamDescription | undefined {
  try {
    const value = JSON.parse(text) as Partial<StreamDescription> | null;
    const { codecs, width, height, rendition } = value ?? {};
    if (typeof codecs !== 'string' || !/^[\w.,-]{1,80}$/.test(codecs)) return undefined;
    if (typeof width !== 'number' || typeof height !== 'number') return undefined;
    if (typeof rendition !== 'string' || !/^[\w-]{1,32}$/.test(rendition)) return undefined;
    return { codecs, width, height, rendition };
  } catch {
    return undefined;
  }
}

/** The type that Media Source Extensions know the codecs by. */
export const mimeOf = (codecs: string): string =>
  `${/^avc[13]/.test(codecs) ? 'video' : 'audio'}/mp4; codecs="${codecs}"`;

/** A buffer keeps its tracks for life; more or fewer need another one. */
export const trackCount = (codecs: string): number => codecs.split(',').length;

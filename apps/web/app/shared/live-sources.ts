import type { PictureSources } from '@klieg/ui';

/** As the media process makes them; a room whose picture is narrower answers with its widest. */
const WIDTHS = [160, 320, 640, 960] as const;
const LIVE = /^(\/api\/v1\/thumb\/[a-z0-9_]+)\.jpg(?:\?(.*))?$/;

/** The widths and kinds of a room's live picture by its address; undefined for any other picture. */
export function liveSources(url: string | null | undefined): PictureSources | undefined {
  const [, path, query] = LIVE.exec(url ?? '') ?? [];
  if (path === undefined) return undefined;
  const key = query ? `${query}&` : '';
  const set = (kind: string): string =>
    WIDTHS.map((width) => `${path}.${kind}?${key}w=${width} ${width}w`).join(', ');
  return { webp: set('webp'), jpeg: set('jpg') };
}

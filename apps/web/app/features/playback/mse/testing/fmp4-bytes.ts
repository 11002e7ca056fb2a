/*
 * Boxes of fragmented MP4 (ISO/IEC 14496-12), as many of each as tests need.
 */

export const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

export const box = (type: string, ...parts: number[][]): number[] => {
  const content = parts.flat();
  return [...u32(content.length + 8), ...[...type].map((letter) => letter.charCodeAt(0)), ...content];
};

export const buffer = (content: number[]): ArrayBuffer => new Uint8Array(content).buffer;

/** @param hz ticks of its clock in a second */
export const track = (id: number, hz: number): number[] =>
  box(
    'trak',
    box('tkhd', u32(3), u32(0), u32(0), u32(id), u32(0)),
    box('mdia', box('mdhd', u32(0), u32(0), u32(0), u32(hz), u32(0))),
  );

/** A header of one track that counts milliseconds. */
export const HEADER = buffer(box('moov', track(1, 1_000)));

const HEADER_BYTES = 8;

interface BoxRange {
  readonly from: number;
  readonly to: number;
}

/** The content of the first box of the type within a range; undefined when absent or malformed. */
function findBox(data: Buffer, type: string, { from, to }: BoxRange): BoxRange | undefined {
  let at = from;
  while (at + HEADER_BYTES <= to) {
    const bytes = data.readUInt32BE(at);
    if (bytes < HEADER_BYTES || at + bytes > to) return undefined;
    if (data.toString('latin1', at + 4, at + 8) === type) return { from: at + HEADER_BYTES, to: at + bytes };
    at += bytes;
  }
  return undefined;
}

/** Number of pictures in a CMAF chunk, whose first track is the picture; 0 when it is malformed. */
export function countPictures(data: Buffer): number {
  let range: BoxRange | undefined = { from: 0, to: data.length };
  for (const type of ['moof', 'traf', 'trun']) range = range && findBox(data, type, range);
  return range && range.from + 8 <= range.to ? data.readUInt32BE(range.from + 4) : 0;
}

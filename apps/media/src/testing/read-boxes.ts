/** One box of an ISO media file, with the boxes in it when it is a container. */
export interface Box {
  readonly type: string;
  readonly body: Buffer;
  readonly children: readonly Box[];
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf']);

/** The boxes of a buffer. @throws Error when they do not fill it exactly */
export function readBoxes(buffer: Buffer): Box[] {
  const boxes: Box[] = [];
  let offset = 0;
  while (offset < buffer.length) {
    const bytes = buffer.readUInt32BE(offset);
    if (bytes < 8 || offset + bytes > buffer.length) throw new Error(`box of ${bytes} bytes at ${offset}`);
    const type = buffer.toString('latin1', offset + 4, offset + 8);
    const body = buffer.subarray(offset + 8, offset + bytes);
    boxes.push({ type, body, children: CONTAINERS.has(type) ? readBoxes(body) : [] });
    offset += bytes;
  }
  return boxes;
}

export interface TrackPart {
  readonly trackId: number;
  readonly startTicks: number;
  readonly durations: readonly number[];
  readonly isSync: readonly boolean[];
  readonly samples: readonly Buffer[];
}

/** The tracks of one fragment. */
export function readFragment(fragment: Buffer): TrackPart[] {
  const moof = readBoxes(fragment).find((box) => box.type === 'moof');
  const parts = (moof?.children ?? []).filter((box) => box.type === 'traf');
  return parts.map(({ children }) => {
    const find = (type: string) => children.find((box) => box.type === type)!.body;
    const run = find('trun');
    const count = run.readUInt32BE(4);
    let at = run.readUInt32BE(8);
    const rows = Array.from({ length: count }, (_, i) => {
      const row = 12 + i * 12;
      const bytes = run.readUInt32BE(row + 4);
      at += bytes;
      return {
        duration: run.readUInt32BE(row),
        isSync: (run.readUInt32BE(row + 8) & 0x10000) === 0,
        sample: fragment.subarray(at - bytes, at),
      };
    });
    return {
      trackId: find('tfhd').readUInt32BE(4),
      startTicks: Number(find('tfdt').readBigUInt64BE(4)),
      durations: rows.map((row) => row.duration),
      isSync: rows.map((row) => row.isSync),
      samples: rows.map((row) => row.sample),
    };
  });
}

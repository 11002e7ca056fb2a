import type { Broadcast } from './broadcast.ts';

/** Totals since the start, including ended streams. */
export interface Totals {
  readonly bytesSent: number;
  readonly fragmentsDropped: number;
  /** By WebRTC: packets that viewers had lost, and whole pictures that their lines did not carry. */
  readonly packetsRepeated: number;
  readonly picturesDropped: number;
}

const line = (name: string, type: 'gauge' | 'counter', text: string, value: number): string =>
  `# HELP ${name} ${text}\n# TYPE ${name} ${type}\n${name} ${value}\n`;

/** Figures of the process in the Prometheus text format; names no stream and no person. */
export function metricsText(
  broadcasts: readonly Broadcast[],
  viewers: number,
  totals: Totals,
  transcoding: { readonly coresMax: number; readonly coresReserved: number; readonly refused: number },
): string {
  const passthrough = broadcasts.filter(({ pipeline }) => pipeline.ladder.isPassthrough).length;
  const pastBytes = broadcasts.reduce((sum, { pipeline }) => sum + pipeline.past.bytes, 0);
  const live = broadcasts.filter((broadcast) => broadcast.state.kind === 'live').length;
  const rooms = broadcasts.flatMap(({ whep }) => whep.figures.roomsKbps);
  const meanRoom = rooms.length > 0 ? rooms.reduce((sum, kbps) => sum + kbps, 0) / rooms.length : 0;
  return [
    line('klieg_media_streams', 'gauge', 'Broadcasts that deliver a picture.', live),
    line('klieg_media_publishers', 'gauge', 'Publishers connected.', broadcasts.length),
    line('klieg_media_viewers', 'gauge', 'Viewers connected.', viewers),
    line('klieg_media_sent_bytes_total', 'counter', 'Bytes queued to viewers.', totals.bytesSent),
    line(
      'klieg_media_dropped_fragments_total',
      'counter',
      'Fragments that slow viewers missed.',
      totals.fragmentsDropped,
    ),
    line(
      'klieg_media_repeated_packets_total',
      'counter',
      'Packets sent again to viewers by WebRTC.',
      totals.packetsRepeated,
    ),
    line(
      'klieg_media_dropped_pictures_total',
      'counter',
      'Pictures that the lines of viewers by WebRTC did not carry.',
      totals.picturesDropped,
    ),
    line(
      'klieg_media_webrtc_estimate_kbps',
      'gauge',
      'What lines of viewers by WebRTC carry of pictures, on average.',
      Math.round(meanRoom),
    ),
    line('klieg_media_transcode_cores_max', 'gauge', 'Cores that transcoding may use.', transcoding.coresMax),
    line(
      'klieg_media_transcode_cores_reserved',
      'gauge',
      'Cores that transcoding has reserved.',
      transcoding.coresReserved,
    ),
    line(
      'klieg_media_passthrough_streams',
      'gauge',
      'Streams without renditions, since no cores are left.',
      passthrough,
    ),
    line('klieg_media_past_bytes', 'gauge', 'Bytes on disk of what streams keep of their past.', pastBytes),
    line('klieg_media_resident_bytes', 'gauge', 'Memory of the process.', process.memoryUsage.rss()),
  ].join('');
}

/** What WebRTC reports about received media. */
export interface IncomingStats {
  readonly bytesReceived: number;
  /** From the edge to the screen, as far as the page can know: half a round trip and the jitter buffer. */
  readonly latencySeconds: number;
  /** Short names, such as `H264,opus`. */
  readonly codecs: string;
}

type StatsEntry = Readonly<Record<string, unknown>>;

const numberOf = (entry: StatsEntry | undefined, name: string): number => {
  const value = entry?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};

const codecName = (entries: readonly StatsEntry[], track: StatsEntry): string => {
  const codec = entries.find((entry) => entry['type'] === 'codec' && entry['id'] === track['codecId']);
  const mimeType = codec?.['mimeType'];
  return typeof mimeType === 'string' ? mimeType.replace(/^\w+\//u, '') : '';
};

/** Reads the entries of `RTCPeerConnection.getStats`. */
export function readIncoming(report: Iterable<StatsEntry>): IncomingStats {
  const entries = [...report];
  const tracks = entries
    .filter((entry) => entry['type'] === 'inbound-rtp')
    .toSorted((one, other) => (one['kind'] === 'video' ? -1 : 0) - (other['kind'] === 'video' ? -1 : 0));
  const video = tracks.find((entry) => entry['kind'] === 'video');
  const pair = entries.find((entry) => entry['type'] === 'candidate-pair' && entry['nominated'] === true);
  const shown = numberOf(video, 'jitterBufferEmittedCount');
  const buffered = shown > 0 ? numberOf(video, 'jitterBufferDelay') / shown : 0;
  return {
    bytesReceived: tracks.reduce((sum, track) => sum + numberOf(track, 'bytesReceived'), 0),
    latencySeconds: buffered + numberOf(pair, 'currentRoundTripTime') / 2,
    codecs: tracks
      .map((track) => codecName(entries, track))
      .filter(Boolean)
      .join(','),
  };
}

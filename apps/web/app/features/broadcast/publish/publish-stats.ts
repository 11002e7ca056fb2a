/** What leaves the browser, reported each second. */
export interface PublishStats {
  readonly kbps: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
  /** Of the last report, as the receiver counts it. */
  readonly lossPercent: number;
  readonly roundTripMs: number;
}

/** Counters at a moment, from which rates per second are computed. */
export interface StatsSample {
  readonly atMs: number;
  readonly bytesSent: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
  readonly lossPercent: number;
  readonly roundTripMs: number;
  /** When the server last reported what it gets, on its own clock; 0 before the first report. */
  readonly reportedMs: number;
  /** A relay of the site carries it, since the network blocks direct connections. */
  readonly isRelayed: boolean;
}

export type StatsEntry = Readonly<Record<string, unknown>>;

const numberOf = (entry: StatsEntry | undefined, name: string): number => {
  const value = entry?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};

/** Whether the chosen way leads over a relay. */
function isRelayed(all: readonly StatsEntry[]): boolean {
  const transport = all.find((entry) => entry['type'] === 'transport');
  const pair = all.find(
    (entry) => entry['type'] === 'candidate-pair' && entry['id'] === transport?.['selectedCandidatePairId'],
  );
  const local = all.find(
    (entry) => entry['type'] === 'local-candidate' && entry['id'] === pair?.['localCandidateId'],
  );
  return local?.['candidateType'] === 'relay';
}

/** Of the sizes that are sent, the largest. */
function largest(entries: readonly StatsEntry[]): StatsEntry | undefined {
  const sent = entries.filter((entry) => entry['active'] !== false && numberOf(entry, 'framesPerSecond') > 0);
  const areaOf = (entry: StatsEntry): number =>
    numberOf(entry, 'frameWidth') * numberOf(entry, 'frameHeight');
  return (sent.length > 0 ? sent : entries).toSorted((one, other) => areaOf(other) - areaOf(one))[0];
}

/** Reads the entries of `RTCPeerConnection.getStats`. */
export function readStats(entries: Iterable<StatsEntry>, atMs: number): StatsSample {
  const all = [...entries];
  const isPicture = (type: string) => (entry: StatsEntry) =>
    entry['type'] === type && entry['kind'] === 'video';
  const video = largest(all.filter(isPicture('outbound-rtp')));
  const remote = all.filter(isPicture('remote-inbound-rtp'));
  const most = (name: string): number => Math.max(0, ...remote.map((entry) => numberOf(entry, name)));
  const outbound = all.filter((entry) => entry['type'] === 'outbound-rtp');
  return {
    atMs,
    bytesSent: outbound.reduce((sum, entry) => sum + numberOf(entry, 'bytesSent'), 0),
    fps: Math.round(numberOf(video, 'framesPerSecond')),
    width: numberOf(video, 'frameWidth'),
    height: numberOf(video, 'frameHeight'),
    lossPercent: Math.round(most('fractionLost') * 1000) / 10,
    roundTripMs: Math.round(most('roundTripTime') * 1000),
    reportedMs: most('timestamp'),
    isRelayed: isRelayed(all),
  };
}

/** Figures of the time between two samples. */
export function statsBetween(before: StatsSample | undefined, now: StatsSample): PublishStats {
  const seconds = before ? (now.atMs - before.atMs) / 1000 : 0;
  const bytes = before ? Math.max(0, now.bytesSent - before.bytesSent) : 0;
  const { fps, width, height, lossPercent, roundTripMs } = now;
  const kbps = seconds > 0 ? Math.round((bytes * 8) / 1000 / seconds) : 0;
  return { kbps, fps, width, height, lossPercent, roundTripMs };
}

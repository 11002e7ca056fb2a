import { type Log, silentLog } from '@klieg/kernel';
import { RTMP_LIMITS, type RtmpLimits } from '../limits.ts';
import type { RtmpAuthorization, RtmpAuthorize, RtmpConnection } from '../publication.ts';
import { makeRtmpSession } from '../rtmp-session.ts';
import { makeRecordingPublication } from './recording-publication.ts';

/** A session without sockets, with a clock that is moved by hand and an owner that accepts `key`. */
export interface SessionBench {
  readonly session: ReturnType<typeof makeRtmpSession>;
  readonly publication: ReturnType<typeof makeRecordingPublication>;
  /** All bytes that the server wrote, as text. */
  readonly written: () => string;
  readonly transport: { isEnded: boolean; isDestroyed: boolean; isReading: boolean; queuedBytes: number };
  readonly keys: string[];
  /** What was logged as an error. */
  readonly errors: unknown[];
  readonly connections: RtmpConnection[];
  moveClock(ms: number): void;
}

export interface SessionBenchOptions {
  readonly authorize?: RtmpAuthorize;
  readonly limits?: Partial<RtmpLimits>;
}

export function makeSessionBench(options: SessionBenchOptions = {}): SessionBench {
  const publication = makeRecordingPublication();
  const keys: string[] = [];
  const errors: unknown[] = [];
  const log: Log = { ...silentLog, error: ({ err }) => void errors.push(err) };
  const connections: RtmpConnection[] = [];
  const parts: Buffer[] = [];
  const transport = { isEnded: false, isDestroyed: false, isReading: true, queuedBytes: 0 };
  let nowMs = 1_000;
  const accept = async (key: string): Promise<RtmpAuthorization> =>
    key === 'key' ? { ok: true, publication } : { ok: false, reason: 'bad_key' };
  const session = makeRtmpSession({
    transport: {
      get queuedBytes() {
        return transport.queuedBytes;
      },
      write: (bytes) => void parts.push(bytes),
      end() {
        transport.isEnded = true;
      },
      destroy() {
        transport.isDestroyed = true;
      },
      setReading(isReading) {
        transport.isReading = isReading;
      },
    },
    authorize(key, connection, about) {
      keys.push(key);
      connections.push(connection);
      return (options.authorize ?? accept)(key, connection, about);
    },
    address: '127.0.0.1',
    limits: { ...RTMP_LIMITS, ...options.limits },
    now: () => nowMs,
    log,
  });
  return {
    session,
    publication,
    written: () => Buffer.concat(parts).toString('latin1'),
    transport,
    keys,
    errors,
    connections,
    moveClock(ms) {
      nowMs += ms;
      session.tick();
    },
  };
}

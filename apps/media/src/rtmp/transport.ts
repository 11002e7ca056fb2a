import type { Socket } from 'node:net';

/** The connection below a session, plain or encrypted. */
export interface RtmpTransport {
  /** Bytes that are written but have not left yet. */
  readonly queuedBytes: number;
  write(bytes: Buffer): void;
  /** Sends what is written and closes our side. */
  end(): void;
  /** Cuts the connection. */
  destroy(): void;
  setReading(isReading: boolean): void;
}

/** @param carrier its stream is the socket, or TLS on it as soon as that has been recognised */
export const transportOver = (carrier: { stream: Socket }): RtmpTransport => ({
  get queuedBytes() {
    return carrier.stream.writableLength;
  },
  write(bytes) {
    if (carrier.stream.writable) carrier.stream.write(bytes);
  },
  end() {
    carrier.stream.end();
  },
  destroy() {
    carrier.stream.destroy();
  },
  setReading(isReading) {
    if (isReading) carrier.stream.resume();
    else carrier.stream.pause();
  },
});

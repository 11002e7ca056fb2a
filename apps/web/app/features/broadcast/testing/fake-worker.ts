import type { FromEncoder, ToEncoder } from '../by-socket/worker-messages.ts';

/** A thread that encodes: what it is told, and how it answers. Takes the place of the browser's `Worker`. */
export class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: FromEncoder }) => void) | undefined;
  readonly told: ToEncoder[] = [];
  isEnded = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage = (message: ToEncoder) => void this.told.push(message);
  terminate = () => (this.isEnded = true);
  say = (data: FromEncoder) => this.onmessage?.({ data });
}

export const STATS = { kbps: 900, fps: 30, width: 640, height: 480, lossPercent: 0, roundTripMs: 0 };

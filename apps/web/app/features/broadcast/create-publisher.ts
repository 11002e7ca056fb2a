import {
  createWhipPublisher,
  type PublishState,
  type WhipPublisher,
  type WhipPublisherOptions,
} from './publish/whip-publisher.ts';

/* Publishes by WebRTC and, where UDP is blocked, automatically over TCP. Each start tries WebRTC first. */

export type PublisherOptions = Omit<WhipPublisherOptions, 'onUnreachable'>;

/** Starts to publish at once, by whichever way gets through, until `stop` or a final refusal. */
export function createPublisher(options: PublisherOptions): WhipPublisher {
  const tracks = new Map(options.stream.getTracks().map((track) => [track.kind, track]));
  let state: PublishState = { kind: 'connecting' };
  let running: WhipPublisher | undefined;
  let isOver = false;
  let turn = 0;

  /** Messages of a replaced publisher are ignored. */
  const optionsFor = (own: number): PublisherOptions => ({
    ...options,
    stream: new MediaStream([...tracks.values()]),
    onState(next) {
      if (own !== turn) return;
      if (next.kind === 'stopped' || next.kind === 'failed') isOver = true;
      state = next;
      options.onState(next);
    },
  });

  const beginTurn = (): number => (turn += 1);

  const byWhip = (): void => {
    const own = beginTurn();
    running = createWhipPublisher({
      ...optionsFor(own),
      // Code that cannot be loaded counts as unreachable.
      onUnreachable: () => goBySocket(own).catch(() => false),
    });
  };

  /** @returns false where this browser cannot, or where the caller has stopped meanwhile */
  async function goBySocket(asked: number): Promise<boolean> {
    const [{ createSocketPublisher }, { canEncode }] = await Promise.all([
      import('./by-socket/socket-publisher.ts'),
      import('./by-socket/can-encode.ts'),
    ]);
    if (!(await canEncode()) || asked !== turn || isOver) return false;
    const own = beginTurn();
    running = createSocketPublisher({
      ...optionsFor(own),
      onUnreachable() {
        if (own === turn) byWhip();
        return true;
      },
    });
    return true;
  }

  byWhip();

  return {
    get state() {
      return state;
    },
    async replaceTrack(track) {
      tracks.set(track.kind, track);
      await running?.replaceTrack(track);
    },
    async stop() {
      await running?.stop();
    },
  };
}

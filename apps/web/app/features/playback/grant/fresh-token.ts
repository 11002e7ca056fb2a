import type { PlayAnswer, PlayGrant } from './play-grant.ts';

/** A token that is never old when it is asked for, for players that make many requests. */
export interface FreshToken {
  get(): Promise<string>;
  /** The server refused the last one: a new one is requested next. */
  spoil(): void;
}

export interface FreshTokenOptions {
  readonly grant: PlayGrant;
  readonly askGrant: () => Promise<PlayAnswer>;
  /** The right to play has ended, or now belongs to another stream. */
  readonly onRefused: (reason: string) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** A token lives for a minute; a request may wait a few seconds for its part. */
const TOKEN_MS = 40_000;
/** If none could be had the old one is used again, and a new one requested after this. */
const RETRY_MS = 2_000;

export function makeFreshToken(options: FreshTokenOptions): FreshToken {
  const { streamName, token } = { streamName: options.grant.stream_name, token: options.grant.token };
  let held = token;
  let dueAtMs = options.now() + TOKEN_MS;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    dueAtMs = options.now() + RETRY_MS;
    const answer = await options.askGrant().catch(() => undefined);
    if (!answer) return held;
    if ('refused' in answer) options.onRefused(answer.refused);
    else if (answer.grant.stream_name !== streamName) options.onRefused('mode_changed');
    else {
      held = answer.grant.token;
      dueAtMs = options.now() + TOKEN_MS;
    }
    return held;
  };

  return {
    get() {
      if (options.now() < dueAtMs) return asking ?? Promise.resolve(held);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    spoil() {
      dueAtMs = Math.min(dueAtMs, options.now());
    },
  };
}

import type { ListSort } from './people-list.ts';

/**
 * How long the server continues to send the list after its tab was left, so that a short look at the chat costs no new
 * request.
 */
export const LINGER_MS = 15_000;
/** The server's limits per socket (the rates of `v3.chat.userlist.start` and `.stop`), less one each. */
const ASKS_AT_ONCE = 5;
const ASK_AGAIN_MS = 10_500;

export interface ListAskingPorts {
  readonly start: (sort: ListSort) => void;
  readonly stop: () => void;
  readonly now: () => number;
}

/** Asks one socket for its list of people, never more often than the server takes. */
export interface ListAsking {
  /** The order that somebody looks at; undefined when nobody does. */
  want(sort: ListSort | undefined): void;
  /** The socket or the page is gone: nothing more is sent. */
  end(): void;
}

/** One per joined socket. */
export function makeListAsking({ start, stop, now }: ListAskingPorts): ListAsking {
  let wanted: ListSort | undefined;
  let asked: ListSort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let level = ASKS_AT_ONCE;
  let levelAt = now();

  /** Milliseconds until the server takes another. */
  const waitMs = (): number => {
    const at = now();
    level = Math.min(ASKS_AT_ONCE, level + (at - levelAt) / ASK_AGAIN_MS);
    levelAt = at;
    return level >= 1 ? 0 : Math.ceil((1 - level) * ASK_AGAIN_MS);
  };

  const settle = () => {
    if (wanted === asked) return;
    const wait = waitMs();
    if (wait > 0) return after(wait);
    level -= 1;
    asked = wanted;
    if (wanted === undefined) stop();
    else start(wanted);
  };
  const after = (ms: number) => {
    timer = setTimeout(settle, ms);
  };

  return {
    want(sort) {
      clearTimeout(timer);
      wanted = sort;
      if (sort === undefined) after(LINGER_MS);
      else settle();
    },
    end: () => clearTimeout(timer),
  };
}

/** What the site and the process of the demo publishers say to each other. */

export interface StartPublisher {
  readonly username: string;
  /** Name of a scene whose loop is ready. */
  readonly scene: string;
  readonly whipUrl: string;
  /** A publish token; used for one connection. */
  readonly token: string;
}

/** From the parent. A `start` for a name that runs brings it the token that it asked for. */
export interface ParentMessage {
  readonly start?: readonly StartPublisher[];
  /** Names that leave. */
  readonly stop?: readonly string[];
}

export type PublisherMessage =
  | { readonly ready: true }
  /** This publisher has to connect again; the parent answers with `start`, or not at all. */
  | { readonly needToken: string };

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;

const isStart = (value: unknown): value is StartPublisher => {
  const start = value as Partial<StartPublisher> | null;
  return [start?.username, start?.scene, start?.whipUrl, start?.token].every(isText);
};

/** What of a message is well formed. */
export function readParentMessage(message: unknown): Required<ParentMessage> {
  const { start, stop } = (message ?? {}) as { start?: unknown; stop?: unknown };
  return {
    start: Array.isArray(start) ? start.filter(isStart) : [],
    stop: Array.isArray(stop) ? stop.filter(isText) : [],
  };
}

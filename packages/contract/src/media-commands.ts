/** Orders to the media processes, on the bus subject `media.orders`. */
export type MediaCommand =
  /**
   * Every play token of this session, of this stream, or of the session in this stream, ends now. A session alone means
   * it ended: its publish tokens end too, and what it publishes is reported as `gone`, `stopped`. Tokens that the
   * process of `clock` made after `atMs`, in Unix milliseconds of that clock, stay valid.
   */
  | {
      readonly kind: 'revoke';
      readonly session?: string;
      readonly streamName?: string;
      readonly clock?: string;
      readonly atMs?: number;
    }
  /** The broadcast ends: publisher and viewers are closed. */
  | { readonly kind: 'stop'; readonly broadcastId: string }
  /**
   * The broadcast continues under a new name: viewers of the old name are closed and its tokens end (rule S10: the
   * origin closes the old name itself). A token of the new name may arrive first: its holder waits up to two seconds.
   */
  | { readonly kind: 'rename'; readonly broadcastId: string; readonly streamName: string }
  /**
   * Recording begins, or ends where `recordingId` is null. With `node` it begins in that process, and one running in
   * another ends.
   */
  | {
      readonly kind: 'record';
      readonly broadcastId: string;
      readonly recordingId: string | null;
      readonly node?: string;
    }
  /**
   * Keeps the past of the stream under this name: this many minutes for viewers, or with 0 enough for a clip. It is
   * dropped with the name. A command for a name that the stream no longer has does nothing.
   */
  | {
      readonly kind: 'keep_past';
      readonly broadcastId: string;
      readonly streamName: string;
      readonly minutes: number;
    }
  /** The last seconds kept under this name become the file of a recording; a repeat does nothing. */
  | {
      readonly kind: 'clip';
      readonly broadcastId: string;
      readonly streamName: string;
      readonly recordingId: string;
      readonly seconds: number;
    }
  /** Somebody has opened a page of this stream: prepares the smallest rendition before the page asks for it. */
  | { readonly kind: 'await_viewer'; readonly streamName: string }
  /** Every media process answers with `alive`. */
  | { readonly kind: 'report' };

export const MEDIA_COMMANDS = 'media.commands';

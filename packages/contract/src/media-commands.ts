/** Orders to the media processes, on the bus subject `media.orders`. */
export type MediaCommand =
  /**
   * Every play token of this session, or of this stream, or of both together, ends now. A session alone has ended:
   * its publish tokens end too, and what it publishes is told as `gone`, `stopped`. Those that the process of
   * `clock` made after `atMs`, in Unix milliseconds of that clock, are not meant.
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
   * The broadcast goes on under a new name: viewers of the old name are closed and its tokens end
   * (rule S10: the origin closes the old name itself). A token of the new name may overtake it: who shows one is
   * held for two seconds.
   */
  | { readonly kind: 'rename'; readonly broadcastId: string; readonly streamName: string }
  /**
   * Recording begins, or ends where `recordingId` is null. Where `node` is given it begins in that process,
   * and one that runs in another ends.
   */
  | {
      readonly kind: 'record';
      readonly broadcastId: string;
      readonly recordingId: string | null;
      readonly node?: string;
    }
  /**
   * The past of the stream is kept under this name: so many minutes for viewers, or with 0 what a clip needs. It is
   * thrown away with the name. A command for another name than the stream has does nothing.
   */
  | {
      readonly kind: 'keep_past';
      readonly broadcastId: string;
      readonly streamName: string;
      readonly minutes: number;
    }
  /** The last seconds of what is kept under this name become the file of a recording; a repeat does nothing. */
  | {
      readonly kind: 'clip';
      readonly broadcastId: string;
      readonly streamName: string;
      readonly recordingId: string;
      readonly seconds: number;
    }
  /** Somebody has opened a page of this stream: its smallest rendition should be there when the page asks for it. */
  | { readonly kind: 'await_viewer'; readonly streamName: string }
  /** Every media process answers with `alive`. */
  | { readonly kind: 'report' };

export const MEDIA_COMMANDS = 'media.commands';

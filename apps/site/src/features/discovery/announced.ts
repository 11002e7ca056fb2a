/** Shows that performers have announced for a time. */
export interface AnnouncedShows {
  /** Those that begin until then (Unix milliseconds), the next first. */
  listComing(until: number): Promise<
    readonly {
      readonly username: string;
      readonly title: string;
      /** Unix milliseconds. */
      readonly startsAt: number;
      readonly price: number;
    }[]
  >;
}

/** Streams that performers have announced for a time. */
export interface AnnouncedStreams {
  /** Those that begin until then (Unix milliseconds), the next first. */
  listAnnounced(
    until: number,
  ): Promise<readonly { readonly username: string; readonly title: string; readonly startsAt: number }[]>;
}

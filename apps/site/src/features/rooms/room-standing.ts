/** Where a node stands in a room; the parts of a replica share and change it. */
export interface RoomStanding {
  /** Term of the owner that is followed, or the own one. */
  term: number;
  isOwner: boolean;
  /** It is known what the room holds. */
  isReady: boolean;
  /** The owner told of more than is here. */
  isBehind: boolean;
  /** When the owner was last heard, in monotonic milliseconds. */
  heardMs: number;
  /** When the own lease was last renewed, in monotonic milliseconds. */
  renewedMs: number;
}

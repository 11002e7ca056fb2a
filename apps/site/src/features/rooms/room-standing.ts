/** A node's position in a room; the parts of a replica share and change it. */
export interface RoomStanding {
  /** Term of the followed owner, or of this node as owner. */
  term: number;
  isOwner: boolean;
  /** It is known what the room holds. */
  isReady: boolean;
  /** The owner has announced more than is here. */
  isBehind: boolean;
  /** When the owner was last heard, in monotonic milliseconds. */
  heardMs: number;
  /** When this node's lease was last renewed, in monotonic milliseconds. */
  renewedMs: number;
}

import type { AccountId, Uuid } from '@klieg/kernel';

/** A message as it is kept. */
export interface Message {
  readonly id: Uuid;
  readonly senderId: AccountId;
  /** Given by the sender's page; a repeat under it is the same message. */
  readonly clientId: Uuid;
  readonly text: string;
  readonly tipTokens: number | null;
  readonly image: { readonly id: Uuid; readonly width: number; readonly height: number } | null;
  readonly at: Date;
  readonly readAt: Date | null;
  readonly isTakenBack: boolean;
  readonly isUnseen: boolean;
}

/** A message that is to be kept. */
export interface NewMessage {
  readonly id: Uuid;
  readonly senderId: AccountId;
  readonly receiverId: AccountId;
  readonly clientId: string;
  readonly text: string;
  readonly imageId: string | undefined;
  readonly tipTokens: number | null;
  /** The receiver ignores the sender: only the sender sees it. */
  readonly isUnseen: boolean;
  /** Does not count as writing to a new person. */
  readonly isFree: boolean;
  /** A performer's text to the members of her fan club. */
  readonly isForFans: boolean;
}

/** What a side has not read, with the number of that state. */
export interface Side {
  readonly unread: number;
  readonly seq: number;
}

/** What somebody has not read of performers to the members of their fan clubs. */
export interface ClubUnread {
  readonly unread: number;
  /** Who has sent the newest of them, and when; null: there is none. */
  readonly from: string | null;
  readonly at: Date | null;
}

/** The result of storing a message; `known` is a repeat of a stored one. */
export type Kept =
  | { readonly is: 'kept'; readonly message: Message; readonly side: Side | null }
  | { readonly is: 'known'; readonly message: Message }
  | { readonly is: 'conflict' | 'too_many_new' | 'no_image' };

/** What a deletion removed, and from whom. */
export interface Removed {
  /** Taken back for both; `bothSeen` leaves out those that the partner never saw. */
  readonly both: readonly Uuid[];
  readonly bothSeen: readonly Uuid[];
  /** Gone only for the person. */
  readonly mine: readonly Uuid[];
  /** Whose messages of fan clubs have become fewer. */
  readonly clubReaders: readonly AccountId[];
}

/** A message and who has it. */
export interface SentMessage {
  readonly message: Message;
  readonly receiverId: AccountId;
}

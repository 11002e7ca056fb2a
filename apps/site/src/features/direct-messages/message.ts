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
  /** The receiver ignores the sender: the sender alone sees it. */
  readonly isUnseen: boolean;
  /** Does not count as writing to somebody new. */
  readonly isFree: boolean;
}

/** What a side has not read, with the number of that state. */
export interface Side {
  readonly unread: number;
  readonly seq: number;
}

/** What became of a message to keep; `known` is the repeat of one that was kept before. */
export type Kept =
  | { readonly is: 'kept'; readonly message: Message; readonly side: Side | null }
  | { readonly is: 'known'; readonly message: Message }
  | { readonly is: 'conflict' | 'too_many_new' | 'no_image' };

/** What a deletion took from whom. */
export interface Removed {
  /** Taken back for both; those of them that the partner never saw are left out of `bothSeen`. */
  readonly both: readonly Uuid[];
  readonly bothSeen: readonly Uuid[];
  /** Gone for the person alone. */
  readonly mine: readonly Uuid[];
}

/** A message with who has it. */
export interface SentMessage {
  readonly message: Message;
  readonly receiverId: AccountId;
}

import type { Payload } from '@klieg/contract';
import type { MediaCommand, StreamHealth } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import type { RoomChange } from '../../rooms/index.ts';

/* What to do because something happened to a broadcast (see broadcast-life.ts). */

/** What a model is told about a rejected encoder. */
export interface EncoderRefusal {
  readonly code: string;
  readonly text: string;
}

/** Something to be done because of a decision. */
export type Effect =
  /** A fact for other features, saved by the same transaction as the change. */
  | {
      readonly kind: 'note';
      readonly fact: 'went_live' | 'show_began' | 'show_ended' | 'went_offline';
      readonly broadcastId: Uuid;
    }
  | { readonly kind: 'command'; readonly command: MediaCommand }
  /** Tells the room and all lists the room's current state. */
  | { readonly kind: 'announce' }
  /** Tells the model's own pages the state of the ingest. */
  | { readonly kind: 'tell_model'; readonly payload: Payload<'v3.stream.ingest_info'> }
  /** Asks the model's pages whether they are there; `page_silent` comes in when none answers. */
  | { readonly kind: 'ask_page' }
  /**
   * A media process delivers this broadcast; absent `recordingId`: it does not record it, absent `pastMinutes`: it
   * keeps nothing of its past.
   */
  | {
      readonly kind: 'delivered';
      readonly broadcastId: Uuid;
      readonly node: string;
      readonly streamName: string;
      readonly recordingId?: string;
      readonly pastMinutes?: number;
    }
  | { readonly kind: 'keep_health'; readonly broadcastId: Uuid; readonly health: StreamHealth }
  | { readonly kind: 'keep_refusal'; readonly refusal: EncoderRefusal }
  | { readonly kind: 'forget_refusal' }
  | { readonly kind: 'forget_broadcast'; readonly broadcastId: Uuid };

export interface Decided {
  /** Absent: the room stays as it is. */
  readonly change?: RoomChange;
  /** In order of execution. */
  readonly effects: readonly Effect[];
}

/** An expected no, by its error code. */
export interface Refused {
  readonly refusal: 'broadcast.already_live' | 'broadcast.not_live';
}

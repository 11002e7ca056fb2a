import type { Notice } from '@klieg/contract';

/** What the site tells people, by code; names and quoted words are parameters, independent of language. */
export interface NoticeParams {
  readonly follower_new: { readonly username: string };
  /** Staff who follow stay nameless. */
  readonly follower_nameless: NoParams;
  readonly friend_asked: { readonly name: string };
  readonly pm_new: { readonly name: string; readonly text: string };
  readonly rating_note: { readonly text: string };
  readonly model_live: { readonly name: string };
  /** Somebody who fits a saved search is live; the search has the name that its owner gave it. */
  readonly search_live: { readonly name: string; readonly search: string };
  /** An announced stream is about to begin; the title is the performer's. */
  readonly stream_soon: { readonly name: string; readonly title: string };
  /** Somebody has joined the performer's fan club. */
  readonly fan_joined: { readonly username: string };
  /** The token price of a fan club's next period has changed. */
  readonly fan_club_price: { readonly name: string; readonly tokens: string; readonly date: string };
  readonly fan_club_renewal: { readonly name: string; readonly tokens: string; readonly date: string };
  /** The next period of a fan club was not paid. */
  readonly fan_club_unpaid: { readonly name: string };
  /** It was not renewed, since the member may not join any more. */
  readonly fan_club_shut_out: { readonly name: string };
  /** The performer has left or has closed the fan club; the rest of the period is refunded. */
  readonly fan_club_closed: { readonly name: string };
  /** An act from a performer's menu was not given; its tokens are refunded. */
  readonly act_returned: { readonly name: string; readonly label: string; readonly tokens: string };
  readonly support_answered: { readonly number: string };
  readonly recording_disk_full: NoParams;
  readonly recording_disk_slow: NoParams;
  readonly recording_disk_failed: NoParams;
  readonly recording_unreadable: NoParams;
  /** The broadcast had ended, or gone on in another mode, before the clip was cut. */
  readonly clip_gone: NoParams;
  readonly clip_too_short: NoParams;
  readonly clip_failed: NoParams;
  readonly unban_asked: { readonly username: string };
  readonly unban_granted: { readonly username: string };
  readonly unban_declined: { readonly username: string };
  readonly avatar_approved: NoParams;
  /** `note` is the reviewer's text. */
  readonly avatar_rejected: { readonly note: string };
  readonly profile_approved: NoParams;
  readonly profile_rejected: { readonly note: string };
  readonly fan_logo_approved: NoParams;
  readonly fan_logo_rejected: { readonly note: string };
  readonly media_approved: { readonly name: string };
  readonly media_rejected: { readonly name: string; readonly note: string };
  /** Somebody has bought media of the performer. */
  readonly media_sold: { readonly username: string; readonly name: string; readonly tokens: string };
  /** The same by a buyer who is not named. */
  readonly media_sold_nameless: { readonly name: string; readonly tokens: string };
  readonly model_approved: NoParams;
  readonly model_rejected: { readonly note: string };
  readonly model_expired: NoParams;
  readonly identity_approved: NoParams;
  readonly identity_rejected: { readonly note: string };
  /** About a named co-performer, by that name. */
  readonly consent_given: { readonly name: string };
  readonly consent_refused: { readonly name: string };
  readonly consent_withdrawn: { readonly name: string };
  /** `text` are the words of a moderator of the house. */
  readonly house_warning: { readonly text: string };
  /** May not write in any room. */
  readonly house_silenced: { readonly text: string };
  /** Removed from all rooms, from broadcasting or from every log-in. */
  readonly house_put_out: { readonly text: string };
  /** May broadcast nothing. */
  readonly house_broadcast_ban: { readonly text: string };
  /** Something of theirs is out of reach until a complaint is decided. */
  readonly content_withheld: { readonly number: string };
  /** `text` is the explanation by the person who decided the complaint with that number. */
  readonly content_removed: { readonly number: string; readonly text: string };
  readonly content_restored: { readonly number: string; readonly text: string };
  readonly counter_accepted: { readonly number: string; readonly text: string };
  readonly counter_rejected: { readonly number: string; readonly text: string };
  readonly appeal_upheld: { readonly text: string };
  readonly appeal_overturned: { readonly text: string };
}
type NoParams = Readonly<Record<string, never>>;

export type NoticeCode = keyof NoticeParams;

interface Told {
  readonly kind: Notice['kind'];
  /** Where the notice leads; null: nowhere. */
  readonly url: string | null;
}

/** A notice to keep: its sentence is made when it is read. */
export type NewNotice = {
  readonly [C in NoticeCode]: Told & { readonly code: C; readonly params: NoticeParams[C] };
}[NoticeCode];

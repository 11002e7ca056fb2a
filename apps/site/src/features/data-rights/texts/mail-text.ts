import type { DeletionHold } from '@klieg/contract/features/data-rights/http';

/** Mails about somebody's own data. */
export type DataMail =
  | { readonly code: 'export_ready' }
  | { readonly code: 'deletion_asked'; readonly day: string }
  | { readonly code: 'deletion_held'; readonly hold: DeletionHold }
  | { readonly code: 'deletion_done' };

/** Words of a mail, with the placeholders `{username}`, `{url}`, `{day}` and `{why}`. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}
export interface DataTexts {
  readonly mails: Readonly<Record<DataMail['code'], MailText>>;
  /** What holds a deletion, as a sentence. */
  readonly holds: Readonly<Record<DeletionHold, string>>;
}

import { readLocal, writeLocal } from '../../shared/local-store.ts';

/* Texts that are not sent yet outlive a reload: what somebody has typed, and what did not get through. */

/** A message that could not be sent. */
export interface Unsent {
  readonly username: string;
  readonly clientId: string;
  readonly text: string;
}

const KEPT_MAX = 20;
const DRAFTS = 'pm-drafts';
const UNSENT = 'pm-unsent';

type Drafts = Readonly<Record<string, string>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readDrafts = (): Drafts =>
  readLocal(DRAFTS, (value) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : undefined,
  ) ?? {};

/** Key of a draft: several people may share a browser. */
const keyOf = (own: string, partner: string): string => `${own} ${partner}`;

export const readDraft = (own: string, partner: string): string => readDrafts()[keyOf(own, partner)] ?? '';

/** Stores the draft; the oldest drafts are dropped, an empty one is forgotten. */
export function keepDraft(own: string, partner: string, text: string): void {
  const { [keyOf(own, partner)]: _, ...others } = readDrafts();
  const entries = [...Object.entries(others), ...(text ? [[keyOf(own, partner), text] as const] : [])];
  writeLocal(DRAFTS, Object.fromEntries(entries.slice(-KEPT_MAX)));
}

const isUnsent = (value: unknown): value is Unsent & { own: string } =>
  isRecord(value) &&
  ['own', 'username', 'clientId', 'text'].every((field) => typeof value[field] === 'string');

const readAll = () =>
  readLocal(UNSENT, (value) => (Array.isArray(value) ? value.filter(isUnsent) : undefined)) ?? [];

/** What this person could not send, oldest first. */
export const readUnsent = (own: string): readonly Unsent[] => readAll().filter((line) => line.own === own);

export function keepUnsent(own: string, { username, clientId, text }: Unsent): void {
  const others = readAll().filter((line) => line.clientId !== clientId);
  writeLocal(UNSENT, [...others, { own, username, clientId, text }].slice(-KEPT_MAX));
}

/** Forgets messages that were sent after all, or are no longer wanted. */
export function forgetUnsent(...clientIds: readonly string[]): void {
  const lines = readAll();
  const left = lines.filter((line) => !clientIds.includes(line.clientId));
  if (left.length < lines.length) writeLocal(UNSENT, left);
}

import type { ChatLine as ChatLineOnWire, ModerationAction } from '@klieg/contract';
import { type LineStyle, readLineStyle } from '#app/shared/line-style/line-style.ts';
import { type Person, readPerson } from '../people/person.ts';
import { HIGHLIGHT } from './highlight-price.ts';

/** One line of the chat. Every kind has an id, so that nothing shows twice. */
export type ChatEntry =
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly at: number;
      readonly person: Person;
      readonly text: string;
      readonly style?: LineStyle;
      readonly isHighlighted: boolean;
      /** When that ends, by the server's clock. */
      readonly highlightedUntil?: number;
    }
  | {
      readonly kind: 'tip';
      readonly id: string;
      readonly at: number;
      readonly amountTokens: number;
      /** Absent when the sender is hidden (F9). */
      readonly sender?: string;
      readonly comment: string;
      /** The bought item of the performer's menu. */
      readonly item?: string;
    }
  | {
      readonly kind: 'sound';
      readonly id: string;
      readonly at: number;
      readonly username: string;
      /** Name of the sound, of the server's list. */
      readonly sound: string;
    }
  | {
      readonly kind: 'system';
      readonly id: string;
      readonly at: number;
      readonly text: string;
      readonly code?: string;
    }
  | {
      readonly kind: 'moderation';
      readonly id: string;
      readonly at: number;
      readonly action: ModerationAction;
      /** The person concerned, for readers who may know (F1). */
      readonly username?: string | undefined;
      readonly value?: number | undefined;
    }
  | {
      /** Somebody whom no list shows came or went (F2). */
      readonly kind: 'presence';
      readonly id: string;
      readonly at: number;
      readonly username: string;
      readonly isHere: boolean;
    };

/** A line that somebody has written. */
export type TextEntry = Extract<ChatEntry, { kind: 'text' }>;

/** A line as the chat's events tell it. */
export function textEntry(fields: Readonly<Record<string, unknown>>): ChatEntry {
  const id = String(fields['id']);
  const at = typeof fields['at'] === 'number' ? fields['at'] : Date.parse(String(fields['at']));
  const text = String(fields['message'] ?? '');
  const code = fields['system_code'];
  if (fields['type'] === 'system')
    return { kind: 'system', id, at, text, ...(typeof code === 'string' && { code }) };
  if (fields['type'] === 'sound')
    return { kind: 'sound', id, at, username: String(fields['username'] ?? ''), sound: text };
  const style = readLineStyle(fields['style']);
  return {
    kind: 'text',
    id,
    at,
    person: readPerson(fields),
    text,
    isHighlighted: false,
    ...(style && { style }),
  };
}

/** A line as the room's answer holds it. */
export const storedEntry = (line: ChatLineOnWire): ChatEntry =>
  line.tip === null
    ? textEntry({ ...line.user, ...line, type: line.type })
    : {
        kind: 'tip',
        id: line.id,
        at: Date.parse(line.at),
        amountTokens: line.tip,
        ...(line.username !== '' && { sender: line.username }),
        comment: line.message,
        ...(line.tip_item !== null && { item: line.tip_item }),
      };

/** When a highlight ends, by the server's clock; an unsaid end is that of the rule (S3206). */
export const highlightEnd = ({
  at,
  until,
}: {
  readonly at: number;
  readonly until?: number | null | undefined;
}) => until ?? at + HIGHLIGHT.seconds * 1_000;

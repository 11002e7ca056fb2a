import { type KeyboardEvent, useState } from 'react';
import { completeMention, draftAt, type MentionDraft, offerNames } from './mention-rules.ts';

export interface Mentions {
  readonly offered: readonly string[];
  /** Position of the name that Enter takes. */
  readonly active: number;
  /** To be called with every change of text or caret. */
  readonly look: (text: string, caret: number) => void;
  readonly pick: (name: string) => void;
  /** Whether the key was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** Offers names while an @ is typed: arrows move, Enter or Tab takes, Esc closes. */
export function useMentions(options: {
  readonly names: readonly string[];
  readonly own: string | undefined;
  readonly text: string;
  readonly onComplete: (text: string, caret: number) => void;
}): Mentions {
  const [draft, setDraft] = useState<MentionDraft>();
  const [active, setActive] = useState(0);
  const offered = draft ? offerNames(options.names, draft, options.own) : [];
  const pick = (name: string) => {
    if (!draft) return;
    const done = completeMention(options.text, draft, name);
    setDraft(undefined);
    options.onComplete(done.text, done.caret);
  };
  const move = (by: number) => setActive((at) => (at + by + offered.length) % offered.length);
  return {
    offered,
    active: Math.min(active, Math.max(0, offered.length - 1)),
    look(text, caret) {
      setDraft(draftAt(text, caret));
      setActive(0);
    },
    pick,
    onKey(event) {
      const name = offered[Math.min(active, offered.length - 1)];
      if (name === undefined) return false;
      switch (event.key) {
        case 'ArrowDown':
          move(1);
          break;
        case 'ArrowUp':
          move(-1);
          break;
        case 'Enter':
        case 'Tab':
          pick(name);
          break;
        case 'Escape':
          setDraft(undefined);
          break;
        default:
          return false;
      }
      event.preventDefault();
      return true;
    },
  };
}

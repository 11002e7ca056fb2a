import { type KeyboardEvent, useState } from 'react';

/** The text being typed before the caret, and its position. */
export interface Draft {
  readonly from: number;
  readonly to: number;
  readonly query: string;
}

export interface CompletedText {
  readonly text: string;
  readonly caret: number;
}

/** A kind of completion. */
export interface CompletionRules {
  /** Undefined where nothing of the kind is begun before the caret. */
  readonly draftAt: (text: string, caret: number) => Draft | undefined;
  readonly offer: (draft: Draft) => readonly string[];
  readonly complete: (text: string, draft: Draft, item: string) => CompletedText;
}

export interface Completion {
  readonly offered: readonly string[];
  /** Position of the item that Enter takes. */
  readonly active: number;
  /** To be called with every change of text or caret. */
  readonly look: (text: string, caret: number) => void;
  readonly pick: (item: string) => void;
  /** Whether the key was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** Offers what fits while it is typed: arrows move, Enter or Tab takes, Esc closes. */
export function useCompletion(
  rules: CompletionRules,
  text: string,
  onComplete: (completed: CompletedText) => void,
): Completion {
  const [draft, setDraft] = useState<Draft>();
  const [active, setActive] = useState(0);
  const offered = draft ? rules.offer(draft) : [];
  const pick = (item: string) => {
    if (!draft) return;
    setDraft(undefined);
    onComplete(rules.complete(text, draft, item));
  };
  const move = (by: number) => setActive((at) => (at + by + offered.length) % offered.length);
  return {
    offered,
    active: Math.min(active, Math.max(0, offered.length - 1)),
    look(looked, caret) {
      setDraft(rules.draftAt(looked, caret));
      setActive(0);
    },
    pick,
    onKey(event) {
      const item = offered[Math.min(active, offered.length - 1)];
      if (item === undefined) return false;
      switch (event.key) {
        case 'ArrowDown':
          move(1);
          break;
        case 'ArrowUp':
          move(-1);
          break;
        case 'Enter':
        case 'Tab':
          pick(item);
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

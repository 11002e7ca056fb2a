import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { findTags, type ListedTag } from './tag-list.ts';

export interface TagFilter {
  readonly words: string;
  readonly found: readonly ListedTag[];
  readonly setWords: (words: string) => void;
  /**
   * For the element around field and tiles: arrows go from one to the next, Enter in the field opens the first, Escape
   * clears it.
   */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Filters a page's tags by the typed text, fully usable without the mouse. */
export function useTagFilter(tags: readonly ListedTag[]): TagFilter {
  const [words, setWords] = useState('');
  const navigate = useNavigate();
  const found = findTags(tags, words);

  const onKeyDown = (event: KeyboardEvent) => {
    const area = event.currentTarget;
    const inField = event.target === area.querySelector('input');
    if (inField && event.key === 'Escape' && words !== '') {
      event.preventDefault();
      setWords('');
    } else if (inField && event.key === 'Enter') {
      event.preventDefault();
      if (words !== '' && found[0]) void navigate(found[0].url);
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    const stops = [...area.querySelectorAll<HTMLElement>('input, [data-tag]')];
    const at = stops.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    stops[at + step]?.focus();
  };
  return { words, found, setWords, onKeyDown };
}

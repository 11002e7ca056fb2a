/** The note of the reader about a person, as the page has it. */
export interface NoteState {
  /** What the server keeps; undefined until it has answered. */
  readonly kept: string | undefined;
  /** The content of the field. */
  readonly text: string;
  readonly saving: 'idle' | 'saving' | 'failed';
}

export type NoteEvent =
  | { readonly type: 'loaded'; readonly notes: string }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'saving' }
  | { readonly type: 'saved'; readonly notes: string }
  | { readonly type: 'failed' };

export const emptyNote: NoteState = { kept: undefined, text: '', saving: 'idle' };

/** How news change the note; text typed meanwhile is never lost. */
export function reduceNote(state: NoteState, event: NoteEvent): NoteState {
  switch (event.type) {
    case 'loaded':
      return { kept: event.notes, text: event.notes, saving: 'idle' };
    case 'typed':
      return { ...state, text: event.text, saving: 'idle' };
    case 'saving':
      return { ...state, saving: 'saving' };
    case 'saved':
      return { ...state, kept: event.notes, saving: 'idle' };
    case 'failed':
      return { ...state, saving: 'failed' };
  }
}

export type NoteWord = 'none' | 'unread' | 'unsaved' | 'saving' | 'saved' | 'failed';

/** The word under the field. */
export function noteWord({ kept, text, saving }: NoteState): NoteWord {
  if (kept === undefined) return saving === 'failed' ? 'unread' : 'none';
  if (saving === 'saving' || saving === 'failed') return saving;
  if (text.trim() !== kept) return 'unsaved';
  return kept === '' ? 'none' : 'saved';
}

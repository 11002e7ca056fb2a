import { useCallback, useEffect, useReducer, useRef } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { emptyNote, type NoteState, reduceNote } from './note-state.ts';

/** A pause in typing after which the note is saved. */
const SAVE_AFTER_MS = 800;

export interface Note {
  readonly state: NoteState;
  readonly type: (text: string) => void;
  /** Saves at once: the field was left, or a save failed. */
  readonly save: () => void;
}

/** The reader's private note about a person: read when shown, saved after a pause and when left. */
export function useNote(username: string): Note {
  const [state, dispatch] = useReducer(reduceNote, emptyNote);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = useRef(state);
  useEffect(() => {
    now.current = state;
  }, [state]);

  useEffect(() => {
    const stop = new AbortController();
    lateApi.getNotes({ params: { username }, signal: stop.signal }).then(
      ({ notes }) => dispatch({ type: 'loaded', notes }),
      () => stop.signal.aborted || dispatch({ type: 'failed' }),
    );
    return () => stop.abort();
  }, [username]);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const notes = now.current.text.trim();
    if (notes === (now.current.kept ?? '')) return;
    dispatch({ type: 'saving' });
    lateApi.saveNotes({ params: { username }, body: { notes } }).then(
      (answer) => dispatch({ type: 'saved', notes: answer.notes }),
      () => dispatch({ type: 'failed' }),
    );
  }, [username]);

  // Closing the card in the middle of a word keeps the word.
  useEffect(() => save, [save]);

  const type = useCallback(
    (text: string) => {
      dispatch({ type: 'typed', text });
      clearTimeout(timer.current);
      timer.current = setTimeout(save, SAVE_AFTER_MS);
    },
    [save],
  );
  return { state, type, save };
}

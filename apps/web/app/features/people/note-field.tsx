import { Field, TextArea } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { noteWord } from './note-state.ts';
import { type Note, useNote } from './use-note.ts';

/** Longest note of the wire. */
const NOTES_MAX = 2000;

function Word({ word }: { readonly word: ReturnType<typeof noteWord> }) {
  switch (word) {
    case 'saving':
      return <Trans>Saving</Trans>;
    case 'saved':
      return <Trans>Saved</Trans>;
    case 'unsaved':
      return <Trans>Not saved yet</Trans>;
    case 'unread':
      return <Trans>Your note did not load. Close the card and open it again.</Trans>;
    case 'failed':
      return <Trans>Not saved. Your text stays here; we try again when you leave the field.</Trans>;
    case 'none':
      return <Trans>Only you see it.</Trans>;
  }
}

/** The field of a note, which saves itself. */
export function NoteArea({ note }: { readonly note: Note }) {
  const word = noteWord(note.state);
  const words = (
    <span aria-live="polite">
      <Word word={word} />
    </span>
  );
  return (
    <Field
      label={<Trans>Your note</Trans>}
      {...(word === 'failed' || word === 'unread' ? { error: words } : { hint: words })}
    >
      <TextArea
        rows={2}
        maxLength={NOTES_MAX}
        value={note.state.text}
        // A note not yet loaded must not be overwritten.
        disabled={note.state.kept === undefined}
        onChange={(event) => note.type(event.target.value)}
        onBlur={note.save}
      />
    </Field>
  );
}

/** The reader's private note about a person. */
export const NoteField = ({ username }: { readonly username: string }) => (
  <NoteArea note={useNote(username)} />
);

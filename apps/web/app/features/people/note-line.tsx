import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { NoteArea } from './note-field.tsx';
import { useNote } from './use-note.ts';

/** The reader's own note about a person in a line of something else; its field comes with a press. */
export function NoteLine({ username }: { readonly username: string }) {
  const note = useNote(username);
  const [isWriting, setWriting] = useState(false);
  const { text } = note.state;
  const close = () => {
    note.save();
    setWriting(false);
  };
  return isWriting ? (
    <div className="grid grow gap-2">
      <NoteArea note={note} />
      <div>
        <Button kind="text" size="small" onClick={close}>
          <Trans>Close the note</Trans>
        </Button>
      </div>
    </div>
  ) : (
    <div className="flex flex-wrap items-center gap-2">
      {text && <span className="min-w-0 wrap-anywhere whitespace-pre-line">{text}</span>}
      <Button kind="text" size="small" onClick={() => setWriting(true)}>
        {text ? <Trans>Change your note</Trans> : <Trans>Write a note</Trans>}
      </Button>
    </div>
  );
}

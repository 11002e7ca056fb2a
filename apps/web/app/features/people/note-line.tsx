import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { NoteField } from './note-field.tsx';
import { useNote } from './use-note.ts';

/** What the note says, where there is one, and the way to write it. */
function NoteText({ username, onWrite }: { readonly username: string; readonly onWrite: () => void }) {
  const { kept } = useNote(username).state;
  return (
    <>
      {kept && <span className="min-w-0 wrap-anywhere whitespace-pre-line">{kept}</span>}
      <Button kind="text" size="small" onClick={onWrite}>
        {kept ? <Trans>Change your note</Trans> : <Trans>Write a note</Trans>}
      </Button>
    </>
  );
}

/** The reader's own note about a person in a line of something else; its field comes with a press. */
export function NoteLine({ username }: { readonly username: string }) {
  const [isWriting, setWriting] = useState(false);
  return isWriting ? (
    <div className="grid grow gap-2">
      <NoteField username={username} />
      <div>
        <Button kind="text" size="small" onClick={() => setWriting(false)}>
          <Trans>Close the note</Trans>
        </Button>
      </div>
    </div>
  ) : (
    <div className="flex flex-wrap items-center gap-2">
      <NoteText username={username} onWrite={() => setWriting(true)} />
    </div>
  );
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '@klieg/contract/client';
import { refusePicture, type Upload, uploadPicture } from './upload-picture.ts';

/** A picture that was chosen, while it goes up and until it is sent. */
export interface PictureDraft {
  /** Local address of the chosen file. */
  readonly preview: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly imageId?: string;
  /** Code of the refusal. */
  readonly error?: string;
}

export interface PictureDraftTools {
  readonly draft: PictureDraft | undefined;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
  /** Takes the picture out of the draft, for a message that has it now. */
  readonly take: () => void;
}

/** One picture for a message to this partner; it goes up at once, so that sending is quick. */
export function usePictureDraft(username: string): PictureDraftTools {
  const [draft, setDraft] = useState<PictureDraft>();
  const upload = useRef<Upload>(undefined);

  const remove = useCallback(() => {
    upload.current?.cancel();
    upload.current = undefined;
    setDraft((old) => {
      if (old) URL.revokeObjectURL(old.preview);
      return undefined;
    });
  }, []);
  useEffect(() => remove, [username, remove]);

  const choose = (file: File) => {
    remove();
    const preview = URL.createObjectURL(file);
    const refused = refusePicture(file);
    if (refused) return setDraft({ preview, progress: 0, error: refused });
    setDraft({ preview, progress: 0 });
    const change = (part: Partial<PictureDraft>) =>
      setDraft((old) => (old?.preview === preview ? { ...old, ...part } : old));
    const started = uploadPicture(username, file, (progress) => change({ progress }));
    upload.current = started;
    started.done.then(
      (imageId) => change({ imageId, progress: 1 }),
      (error: unknown) => change({ error: error instanceof CallError ? error.code : 'common.internal' }),
    );
  };

  return { draft, choose, remove, take: () => setDraft(undefined) };
}

import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type RefObject, Suspense, useContext, useState } from 'react';
import { withTexts } from '../language/with-texts.ts';
import { lazyPart } from '../lazy-part.ts';
import { EmoticonsContext } from './emoticon-text.ts';

const EmoticonPicker = lazyPart(withTexts(() => import('./emoticon-picker.tsx')));

export interface EmoticonButtonProps {
  readonly field: RefObject<HTMLElement | null>;
  readonly onPick: (code: string) => void;
}

/** Opens the room's emoticons; nothing for somebody who prefers the codes. */
export function EmoticonButton({ field, onPick }: EmoticonButtonProps) {
  const { t } = useLingui();
  const emoticons = useContext(EmoticonsContext);
  const [anchor, setAnchor] = useState<Element>();
  if (emoticons.size === 0) return null;
  return (
    <>
      <IconButton
        icon="smiley"
        label={t`Emoticons`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <Suspense fallback={null}>
          <EmoticonPicker
            emoticons={emoticons}
            anchor={anchor}
            field={field}
            onPick={onPick}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useContext } from 'react';
import { CompletionList } from '../completion/completion-list.tsx';
import type { Completion } from '../completion/use-completion.ts';
import { EmoticonsContext } from './emoticon-text.ts';

/** Codes that match the text after a colon, each with its picture. */
export function EmoticonOffers({ id, completion }: { readonly id: string; readonly completion: Completion }) {
  const { t } = useLingui();
  const emoticons = useContext(EmoticonsContext);
  return (
    <CompletionList
      id={id}
      label={t`Emoticons`}
      completion={completion}
      show={(code) => (
        <>
          <img src={emoticons.get(code)} alt="" width={20} height={20} />
          {code}
        </>
      )}
    />
  );
}

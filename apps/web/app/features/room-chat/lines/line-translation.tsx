import { Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { LineActs } from './line-acts.tsx';

type Translation = { readonly kind: 'asked' } | { readonly kind: 'shown'; readonly text: string };

/** The translation of one line: asked for by a press, shown until it is put away again. */
export function useTranslation(id: string, translate: LineActs['translate']) {
  const [translation, setTranslation] = useState<Translation>();
  const ask = async (by: NonNullable<typeof translate>) => {
    setTranslation({ kind: 'asked' });
    const text = await by(id);
    setTranslation(text === undefined ? undefined : { kind: 'shown', text });
  };
  return {
    translation,
    ask: translate && !translation ? () => void ask(translate) : undefined,
    hide: () => setTranslation(undefined),
  };
}

export interface LineTranslationProps {
  readonly translation: Translation;
  readonly onHide: () => void;
}

/** The text in the reader's language, under the original, and the way back. */
export function LineTranslation({ translation, onHide }: LineTranslationProps) {
  const { i18n } = useLingui();
  return (
    <span className="message-translation" lang={i18n.locale}>
      <Icon name="translate" size={14} />
      {translation.kind === 'asked' ? (
        <span className="text-ink-3">
          <Trans>Translating…</Trans>
        </span>
      ) : (
        <>
          <span>{translation.text}</span>{' '}
          <button type="button" className="message-translation-hide" onClick={onHide}>
            <Trans>Hide translation</Trans>
          </button>
        </>
      )}
    </span>
  );
}

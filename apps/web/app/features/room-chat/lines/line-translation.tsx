import { Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Translation } from './use-translation.ts';

export interface LineTranslationProps {
  readonly translation: Translation;
  readonly onHide: () => void;
}

/** The text in the reader's language, under the original, and the way back. */
export default function LineTranslation({ translation, onHide }: LineTranslationProps) {
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

import { Button, Dialog, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { meStore, useMember } from '#app/shared/me/me-store.ts';
import {
  DEFAULT_STYLE,
  readLineStyle,
  type StyleSettings,
  styleToSend,
} from '#app/shared/line-style/line-style.ts';
import { LineStyleFields } from '#app/shared/line-style/line-style-fields.tsx';
import { LineText } from '../lines/line-text.tsx';

/** Font, size and colour of the own lines, with a preview. */
export default function ChatStyleModal({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const current = useMember();
  const [style, setStyle] = useState<StyleSettings>(() => ({
    text_color: current?.settings.text_color ?? DEFAULT_STYLE.text_color,
    font_family: current?.settings.font_family ?? DEFAULT_STYLE.font_family,
    font_size: current?.settings.font_size ?? DEFAULT_STYLE.font_size,
  }));
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<StyleSettings>) => setStyle((old) => ({ ...old, ...part }));
  const save = () => {
    setBusy(true);
    api.saveSettings({ body: style }).then(
      ({ settings }) => {
        if (current) meStore.dispatch({ type: 'loaded', current: { ...current, settings } });
        onClose();
      },
      (error: unknown) => {
        setBusy(false);
        showToast({ content: explainError(error, i18n), appearance: 'error' });
      },
    );
  };
  return (
    <Dialog
      title={<Trans>Your chat style</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="text" onClick={() => setStyle(DEFAULT_STYLE)}>
            <Trans>Reset to default</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" busy={isBusy} onClick={save}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <LineStyleFields style={style} onChange={change} />
      <p className="message" aria-label={t`Sample of your chat style`}>
        <b>{current?.user.display_name}</b>{' '}
        <LineText text={t`Good evening`} style={readLineStyle(styleToSend(style))} own={undefined} />
      </p>
    </Dialog>
  );
}

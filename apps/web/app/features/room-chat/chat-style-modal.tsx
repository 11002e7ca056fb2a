import { Button, Dialog, Field, Input, Select, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { meStore, useMember } from '../../shared/me/me-store.ts';
import {
  DEFAULT_STYLE,
  FONT_FAMILIES,
  FONT_SIZES,
  type FontFamily,
  type FontSize,
  readLineStyle,
  type StyleSettings,
  styleToSend,
} from './line-style.ts';
import { LineText } from './line-text.tsx';

const FAMILY_NAMES: Readonly<Record<FontFamily, string>> = {
  arial: 'Arial',
  verdana: 'Verdana',
  georgia: 'Georgia',
  tahoma: 'Tahoma',
  trebuchet: 'Trebuchet',
  courier: 'Courier',
};

function SizeName({ size }: { readonly size: FontSize }) {
  const { t } = useLingui();
  const names: Readonly<Record<FontSize, string>> = {
    '9px': t`Tiny`,
    '10px': t`Small`,
    '11px': t`Regular`,
    '14px': t`Large`,
    '18px': t`Huge`,
  };
  return names[size];
}

/** Font, size and colour of the own lines, with a look at one. */
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
      title={<Trans>How your lines look</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="text" onClick={() => setStyle(DEFAULT_STYLE)}>
            <Trans>Back to the standard</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" busy={isBusy} onClick={save}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Field label={<Trans>Font</Trans>}>
        <Select
          value={style.font_family}
          onChange={(event) => change({ font_family: event.target.value as FontFamily })}
        >
          {FONT_FAMILIES.map((family) => (
            <option key={family} value={family}>
              {FAMILY_NAMES[family]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>Size</Trans>}>
        <Select
          value={style.font_size}
          onChange={(event) => change({ font_size: event.target.value as FontSize })}
        >
          {FONT_SIZES.map((size) => (
            <option key={size} value={size}>
              <SizeName size={size} />
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>Colour</Trans>}
        hint={<Trans>A colour that is hard to read is made lighter or darker for each reader.</Trans>}
      >
        <Input
          type="color"
          className="w-24"
          value={style.text_color}
          onChange={(event) => change({ text_color: event.target.value.toLowerCase() })}
        />
      </Field>
      <p className="message" aria-label={t`A line of yours`}>
        <b>{current?.user.display_name}</b>{' '}
        <LineText text={t`Good evening`} style={readLineStyle(styleToSend(style))} own={undefined} />
      </p>
    </Dialog>
  );
}

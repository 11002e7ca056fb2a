import { Field, Input, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  FONT_FAMILIES,
  FONT_SIZES,
  type FontFamily,
  type FontSize,
  type StyleSettings,
} from './line-style.ts';

const FAMILY_NAMES: Readonly<Record<FontFamily, string>> = {
  arial: 'Arial',
  verdana: 'Verdana',
  georgia: 'Georgia',
  tahoma: 'Tahoma',
  trebuchet: 'Trebuchet',
  courier: 'Courier',
};

export interface LineStyleFieldsProps {
  readonly style: StyleSettings;
  readonly onChange: (part: Partial<StyleSettings>) => void;
  /** The picker reports every step; this is called when it is left. */
  readonly onColorLeft?: () => void;
}

/** Font, size and colour of the own lines. */
export function LineStyleFields({ style, onChange, onColorLeft }: LineStyleFieldsProps) {
  const { t } = useLingui();
  const sizeNames: Readonly<Record<FontSize, string>> = {
    '9px': t`Tiny`,
    '10px': t`Small`,
    '11px': t`Regular`,
    '14px': t`Large`,
    '18px': t`Huge`,
  };
  return (
    <>
      <div className="grid gap-3 tablet:grid-cols-2">
        <Field label={<Trans>Font</Trans>}>
          <Select
            value={style.font_family}
            onChange={(event) => onChange({ font_family: event.target.value as FontFamily })}
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
            onChange={(event) => onChange({ font_size: event.target.value as FontSize })}
          >
            {FONT_SIZES.map((size) => (
              <option key={size} value={size}>
                {sizeNames[size]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label={<Trans>Color</Trans>}
        hint={<Trans>A color that is hard to read is made lighter or darker for each reader.</Trans>}
      >
        <Input
          type="color"
          className="w-24"
          value={style.text_color}
          onChange={(event) => onChange({ text_color: event.target.value.toLowerCase() })}
          onBlur={onColorLeft}
        />
      </Field>
    </>
  );
}

import type { CSSProperties } from 'react';

/** Fonts and sizes of the wire; everything else is ignored (W17). */
export const FONT_FAMILIES = ['arial', 'verdana', 'georgia', 'tahoma', 'trebuchet', 'courier'] as const;
export const FONT_SIZES = ['9px', '10px', '11px', '14px', '18px'] as const;

export type FontFamily = (typeof FONT_FAMILIES)[number];
export type FontSize = (typeof FONT_SIZES)[number];

/** The writer's style for a line; absent values are the page's own. */
export interface LineStyle {
  readonly color?: string;
  readonly family?: FontFamily;
  readonly size?: FontSize;
}

/** The style settings of an account. */
export interface StyleSettings {
  readonly text_color: string;
  readonly font_family: FontFamily;
  readonly font_size: FontSize;
}

/** What everybody has who changed nothing: lines then bring no style along. */
export const DEFAULT_STYLE: StyleSettings = {
  text_color: '#333333',
  font_family: 'arial',
  font_size: '11px',
};

const STACKS: Readonly<Record<FontFamily, string>> = {
  arial: 'Arial, Helvetica, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  georgia: 'Georgia, serif',
  tahoma: 'Tahoma, Geneva, sans-serif',
  trebuchet: '"Trebuchet MS", sans-serif',
  courier: '"Courier New", Courier, monospace',
};

/** The received style of a line; undefined if none of it is known. */
export function readLineStyle(value: unknown): LineStyle | undefined {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const color = fields['text_color'];
  const family = FONT_FAMILIES.find((known) => known === fields['font_family']);
  const size = FONT_SIZES.find((known) => known === fields['font_size']);
  const isColor = typeof color === 'string' && /^#[0-9a-f]{6}$/.test(color);
  if (!isColor && !family && !size) return undefined;
  return { ...(isColor && { color }), ...(family && { family }), ...(size && { size }) };
}

/** What v3.chat.send carries of the own settings: only differences from the default. */
export function styleToSend(settings: StyleSettings): Record<string, string> | undefined {
  const keys = Object.keys(DEFAULT_STYLE) as (keyof StyleSettings)[];
  const changed = keys.filter((key) => settings[key] !== DEFAULT_STYLE[key]);
  return changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, settings[key]])) : undefined;
}

/** CSS of a style; the colour is a property, since the page corrects its contrast by the theme. */
export const cssOfStyle = ({ color, family, size }: LineStyle): CSSProperties =>
  ({
    ...(color && { '--line-color': color }),
    ...(family && { fontFamily: STACKS[family] }),
    ...(size && { fontSize: size }),
  }) as CSSProperties;

import { z } from 'zod';

/*
 * The settings that features own: each feature declares its choices in its own `settings.ts`, with the default value.
 * `settings/list.ts` has a line for each.
 */

/** What one feature lets people choose. */
export interface SettingsFields {
  /** For everybody. */
  readonly viewer?: z.ZodRawShape;
  /** Only for models. */
  readonly model?: z.ZodRawShape;
}

/** Toggles that the wire spells YES and NO; true and false are accepted and normalised (SETTINGS-036). */
export const yesNo = z
  .union([z.enum(['YES', 'NO']), z.boolean()])
  .transform((value) => (value === true || value === 'YES' ? ('YES' as const) : ('NO' as const)));

/** Joins the fields of several features. @throws Error when two of them own the same key */
export function joinFields<const Shapes extends readonly z.ZodRawShape[]>(shapes: Shapes): AllOf<Shapes> {
  const keys = shapes.flatMap((shape) => Object.keys(shape));
  const twice = keys.find((key, i) => keys.indexOf(key) !== i);
  if (twice) throw new Error(`the setting ${twice} belongs to two features`);
  return Object.assign({}, ...shapes) as AllOf<Shapes>;
}

type AllOf<Shapes extends readonly unknown[]> = Shapes extends readonly [infer First, ...infer Rest]
  ? First & AllOf<Rest>
  : unknown;

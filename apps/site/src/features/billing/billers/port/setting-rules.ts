import { z } from 'zod';

/** Settings of one biller, by their environment names: each with its format, and a description of it. */
export interface SettingRules<R extends string, O extends string> {
  /** Without these the biller is off; only some of them are a mistake. */
  readonly required: Readonly<Record<R, readonly [pattern: RegExp, says: string]>>;
  readonly optional: Readonly<Record<O, readonly [pattern: RegExp, says: string]>>;
}

type Given = Readonly<Record<string, unknown>>;
type Values<R extends string, O extends string> = Readonly<Record<R, string>> &
  Readonly<Partial<Record<O, string>>>;

/** Any secret, on one line. */
export const ANY_WORD: readonly [RegExp, string] = [/^[\x21-\x7e]{1,300}$/, 'up to 300 signs without spaces'];
/** Addresses and networks of the biller. */
export const NETWORKS: readonly [RegExp, string] = [
  /^[0-9a-fA-F:.]+(?:\/\d{1,3})?(?:,[0-9a-fA-F:.]+(?:\/\d{1,3})?)*$/,
  'a comma list of addresses and networks such as 192.0.2.0/24',
];

const settingOf = (name: string, [pattern, says]: readonly [RegExp, string]) =>
  z
    .string()
    .refine((text) => text === '' || pattern.test(text), `${name} must be ${says}`)
    .transform((text) => text || undefined)
    .optional();

/** The settings as the environment's schema takes them; empty ones count as absent. */
export const environmentOf = <R extends string, O extends string>({
  required,
  optional,
}: SettingRules<R, O>) =>
  Object.fromEntries(
    Object.entries<readonly [RegExp, string]>({ ...required, ...optional }).map(([name, rule]) => [
      name,
      settingOf(name, rule),
    ]),
  ) as Record<R | O, ReturnType<typeof settingOf>>;

/** Names that are missing of a biller that is set up in part. */
export function missingOf<R extends string, O extends string>(
  { required, optional }: SettingRules<R, O>,
  given: Given,
): readonly string[] {
  const names = Object.keys(required);
  const missing = names.filter((name) => !given[name]);
  const isOff = [...names, ...Object.keys(optional)].every((name) => !given[name]);
  return isOff ? [] : missing;
}

/** The values of a biller that is set up; undefined where it is off. */
export function valuesOf<R extends string, O extends string>(
  rules: SettingRules<R, O>,
  given: Given,
): Values<R, O> | undefined {
  const names = Object.keys(rules.required);
  if (!names.every((name) => given[name])) return undefined;
  const all = [...names, ...Object.keys(rules.optional)];
  return Object.fromEntries(all.filter((name) => given[name]).map((name) => [name, given[name]])) as Values<
    R,
    O
  >;
}

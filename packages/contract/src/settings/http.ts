import { z } from 'zod';
import { calls, ok, shape } from '../call.ts';
import { postpay } from '../post-pay/settings.ts';
import { modelFields, viewerFields } from './list.ts';
import { settingsRoutes } from './routes.ts';

/** Settings of every account, with their defaults (http page, 7.1). */
export const viewerSettings = shape(viewerFields);

/** Settings that only models write. */
export const modelSettings = shape(modelFields);

export const settings = shape({
  ...viewerSettings.shape,
  ...modelSettings.shape,
  /** Never writable by the person. */
  can_change_username: z.boolean().default(false),
  max_linked_accounts: z.int().default(3),
  /** A speed date is under way. */
  speeddate_started: z.boolean().default(false),
  /** Null for people who never had it. */
  postpay: postpay.nullable().default(null),
});
export type Settings = z.output<typeof settings>;

/** The settings of somebody who has changed nothing. */
export const defaultSettings: Settings = settings.parse({});

/** Where models differ: anybody with tokens may write to them. */
export const modelDefaults: Partial<Settings> = { pm_allow: 'tokens' };

type Changes<S extends z.ZodRawShape> = {
  [K in keyof S]: S[K] extends z.ZodDefault<infer I extends z.ZodType> ? z.ZodOptional<I> : never;
};

/** The same fields without their defaults, each optional: what a change may name. */
const changesOf = <S extends z.ZodRawShape>(fields: S): Changes<S> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, type]) => [
      key,
      z.optional((type as z.ZodDefault<z.ZodType>).unwrap()),
    ]),
  ) as unknown as Changes<S>;

const change = shape({
  ...changesOf(viewerSettings.shape),
  ...changesOf(modelSettings.shape),
}).refine((fields) => Object.keys(fields).length > 0, 'required');

export const settingsCalls = calls(settingsRoutes, {
  saveSettings: {
    who: 'user',
    rate: 'write',
    body: change,
    publicText: ['chat_notice'],
    response: ok({ settings, blocked_countries: z.array(z.string()), blocked_states: z.array(z.string()) }),
    errors: [
      'settings.not_allowed',
      'settings.price_not_allowed',
      'billing.product_unknown',
      'billing.card_unknown',
      'billing.verify_first',
      'compliance.text_refused',
    ],
    ids: ['SETTINGS-003', 'SETTINGS-008', 'SETTINGS-036'],
  },
});

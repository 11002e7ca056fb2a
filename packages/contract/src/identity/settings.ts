import { z } from 'zod';
import { locale } from '../enums.ts';
import { type SettingsFields, yesNo } from '../settings/fields.ts';

export const languageSlug = z.enum([
  'arabic',
  'chinese',
  'dutch',
  'english',
  'french',
  'german',
  'italian',
  'japanese',
  'korean',
  'polish',
  'portuguese',
  'romanian',
  'russian',
  'spanish',
  'ukrainian',
]);

export const identitySettings = {
  viewer: {
    dark_mode_enabled: z.boolean().nullable().default(null),
    /** 1 needs a VIP membership, 2 a super VIP membership; 3 belongs to staff on duty and cannot be set (F2). */
    invisible_mode_level: z.int().min(0).max(3).default(0),
    hide_linked_accounts: yesNo.default('NO'),
    languageList: z
      .array(languageSlug)
      .max(15)
      .refine((slugs) => new Set(slugs).size === slugs.length, 'duplicate')
      .default([]),
    locale: locale.default('en'),
    /** As entered (E.164); when read, only its last three digits, and sending those back changes nothing. */
    user_phone_number: z
      .string()
      .regex(/^(?:\+[1-9]\d{6,14}|…\d{3})$/)
      .nullable()
      .default(null),
  },
} satisfies SettingsFields;

import { z } from 'zod';

/*
 * Field types of socket events, as the wire page names them. Every text is Unicode NFC without control characters or
 * bidirectional overrides (W41); every number is a safe integer (W18).
 */

// The pattern exists to find control characters and bidirectional overrides.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

/** Blanks and invisible characters: joiners, fillers, variation selectors, tags, the empty braille pattern. */
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu;

/** False for a text that shows nothing to its reader. */
export const hasSomethingToSee = (text: string): boolean => text.replace(UNSEEN, '') !== '';

/** Text as the wire carries it: NFC, one line, nothing that hides or reorders; empty if nothing is visible. */
export function cleanText(text: string): string {
  const clean = text.normalize('NFC').replace(FORBIDDEN, '');
  return hasSomethingToSee(clean) ? clean : '';
}

const codePoints = (max: number) => (text: string) => [...text].length <= max;

/** One line of at most `max` code points. */
export const text = (max = 300) => z.string().transform(cleanText).refine(codePoints(max), 'too_long');
/** Several lines of at most `max` code points, counted after cleaning: NFC, each line separately. */
export const lines = (max: number) =>
  z
    .string()
    .transform((given) => given.split(/\r?\n/).map(cleanText).join('\n'))
    .refine(codePoints(max), 'too_long');
/** Line ends and tabs are allowed in form text. */
const LAYOUT = /[\n\r\t]/u;

/**
 * Form text without surrounding blanks and without characters that hide or reorder it, so that those who judge it see
 * what it says; invisible text counts as empty.
 */
export const written = () =>
  z
    .string()
    .overwrite((given) => given.replace(FORBIDDEN, (sign) => (LAYOUT.test(sign) ? sign : '')))
    .trim()
    .refine((given) => given === '' || hasSomethingToSee(given), 'required');
/** Machine text of at most `max` characters. */
export const str = (max = 500) => z.string().max(max);
/** Username, also a guest's. */
export const name = () => z.string().min(3).max(30);
/** UUIDv7 or integer as string. */
export const id = () => z.string().min(1).max(40);
/** Closed list that may grow: page and server ignore values they do not know (W17). */
export const code = () => z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
export const int = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  z.int().min(min).max(max);
/** Whole tokens, never negative. */
export const tok = () => z.int().min(0);
/** Whole seconds. */
export const seconds = () => z.int().min(0);
/** Unix milliseconds, within the range of dates. */
export const ms = () => z.int().min(0).max(8.64e15);
export const bool = () => z.boolean();
export const url = () => z.string().max(500);
export const hex = (digits: number) => z.string().regex(new RegExp(`^#?[0-9a-f]{${digits}}$`));
/** An object whose keys are listed in the event's note. */
export const obj = () => z.record(z.string(), z.unknown());
export const list = <T extends z.ZodType>(item: T, max = 300) => z.array(item).max(max);
export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values);
export const empty = () => z.null();
export const char = () => z.string().refine(codePoints(1), 'too_long');
export const optional = <T extends z.ZodType>(type: T) => z.optional(z.nullable(type));

/** Person as seen by others; what a reader may not see is absent (filter F4). */
export const user = () =>
  z.object({
    username: z.string(),
    display_name: z.string().optional(),
    gender: z.enum(['c', 'f', 'm', 't']).nullable().optional(),
    is_model: z.boolean().optional(),
    is_vip: z.boolean().optional(),
    is_super_vip: z.boolean().optional(),
    has_tokens: z.boolean().optional(),
    email_confirmed: z.boolean().optional(),
    has_cc: z.boolean().optional(),
    has_purchase: z.boolean().optional(),
    is_guest: z.boolean().optional(),
    recentTips: z.int().optional(),
    tokens: z.int().optional(),
    recent_purchases: z.int().optional(),
    socket_id: z.string().nullable().optional(),
    fan_level: z.enum(['supporter', 'insider', 'legend']).nullable().optional(),
    is_moderator: z.boolean().optional(),
    invisible_mode_level: z.int().optional(),
  });

/** What an entitled player needs; hosts of the ingest side are always null (LIVE-VIDEO-013). */
export const stream = () =>
  z.object({
    stream_name: z.string().nullable(),
    token: z.string().nullable(),
    expires_at: z.int().nullable(),
    edge_servers: z.array(z.string()),
    quality_renditions: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    ingest_server: z.null().optional(),
    ffmpeg_server: z.null().optional(),
    origin_server: z.null().optional(),
  });

/*
 * What is checked of playlists, each by a name. What RFC 8216bis only recommends is asked for as well where it can be
 * kept: what this product serves has no reason to be worse than advised.
 */

/** Of every playlist. */
export const FORM_RULES = [
  'encoding',
  'byte-order-mark',
  'control-character',
  'not-composed',
  'first-line',
  'unterminated-line',
  'white-space',
  'unknown-tag',
  'tag-value',
  'repeated-tag',
  'mixed-kinds',
  'attribute-syntax',
  'repeated-attribute',
  'unknown-attribute',
  'missing-attribute',
  'attribute-type',
  'version',
] as const;

/** Of a playlist of segments. */
export const MEDIA_RULES = [
  'target-duration-missing',
  'no-segments',
  'segment-too-long',
  'extinf-missing',
  'uri-missing',
  'tag-too-late',
  'tags-at-end',
  'map-missing',
  'map-without-discontinuity',
  'date-backwards',
  'date-off',
  'byterange-undefined',
  'key-attributes',
  'name-repeated',
  'hint-after-end',
  'hint-listed',
  'hint-repeated',
  'parts-after-end',
  'part-inf-missing',
  'part-hold-back-missing',
  'part-hold-back-short',
  'part-hold-back-advised',
  'hold-back-short',
  'skip-until-short',
  'skip-unoffered',
  'skip-dateranges',
  'skip-count',
  'part-too-long',
  'part-too-short',
  'tag-after-part',
  'parts-sum',
  'parts-too-old',
  'not-independent',
  'report-absolute',
  'report-repeated',
  'vod-without-end',
  'daterange',
] as const;

/** Of a list of renditions. */
export const MASTER_RULES = [
  'variant-without-uri',
  'uri-without-variant',
  'no-variants',
  'average-above-peak',
  'codecs-missing',
  'codecs-form',
  'resolution-missing',
  'variant-repeated',
  'captions-mixed',
  'group-missing',
  'group-name-repeated',
  'group-defaults',
  'media-attributes',
  'i-frame-attributes',
] as const;

/** Of a playlist and the one that was there before it. */
export const CHANGE_RULES = [
  'sequence-back',
  'sequence-past-end',
  'discontinuity-count',
  'segment-changed',
  'segment-gone',
  'part-changed',
  'part-gone',
  'target-changed',
  'type-changed',
  'end-undone',
  'changed-after-end',
  'event-shrunk',
  'vod-changed',
  'too-short-after-removal',
  'hint-broken',
  'report-back',
  'skip-unknown',
] as const;

export type Rule =
  | (typeof FORM_RULES)[number]
  | (typeof MEDIA_RULES)[number]
  | (typeof MASTER_RULES)[number]
  | (typeof CHANGE_RULES)[number];

/** Something that is wrong with a playlist. */
export interface Finding {
  readonly rule: Rule;
  /** From 1; 0 where it is of no line. */
  readonly line: number;
  readonly text: string;
}

export type Tell = (rule: Rule, line: number, text: string) => void;

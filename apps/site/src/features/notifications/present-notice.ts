import type { Locale, Notice } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { KeptNotice } from './notice-store.ts';
import { writeNotice } from './texts/write-notice.ts';

/** A notice in the language of its reader; one without a code has the words that it was written with. */
export function presentNotice(kept: KeptNotice, locale: Locale): Notice {
  const text = kept.code === null ? undefined : writeNotice(kept.code, kept.params ?? {}, locale);
  return {
    id: kept.id,
    kind: kept.kind,
    title: text?.title ?? kept.title,
    body: text?.body ?? kept.body,
    url: kept.url,
    created_at: toInstant(kept.createdAt),
    read_at: kept.readAt ? toInstant(kept.readAt) : null,
  };
}

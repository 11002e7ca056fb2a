import { type Codec, frozenTemplates, makeCodec, type Template } from '@klieg/codec';

/**
 * The server's list of templates as this page last received it, shared by all sockets of the page.
 * Before the first list only the sixteen frozen events can be spoken (W20, W22).
 */
export interface TemplateBook {
  codec(): Codec;
  /** Hash of the held list, to be sent when authorizing; undefined before the first list. */
  hash(): string | undefined;
  /** Takes what v3.templates carried; without a list the held one is current. */
  take(hash: string, list: readonly Template[] | null | undefined): void;
}

/** A book with the frozen events only. */
export function makeTemplateBook(): TemplateBook {
  let codec = makeCodec(frozenTemplates);
  let held: string | undefined;
  return {
    codec: () => codec,
    hash: () => held,
    take: (hash, list) => {
      if (!list) return;
      codec = makeCodec(list);
      held = hash;
    },
  };
}

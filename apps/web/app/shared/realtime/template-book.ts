import { type Codec, frozenTemplates, makeCodec, type Template } from '@klieg/codec';

/**
 * The server's list of templates as this page last received it, shared by all sockets of the page.
 * Before the first list only the sixteen frozen events can be spoken (W20, W22).
 */
export interface TemplateBook {
  codec(): Codec;
  /** True when an event is on the list and the server serves it, so that it is worth saying (W21, W26). */
  serves(name: string): boolean;
  /** Hash of the held list, to be sent when authorizing; undefined before the first list. */
  hash(): string | undefined;
  /** Takes what v3.templates carried; without a list the held one is current. */
  take(hash: string, list: readonly Template[] | null | undefined): void;
  /** Takes what v3.templates.planned carried: names of the list that the server does not serve yet. */
  plan(names: readonly string[]): void;
}

/** A book with the frozen events only. */
export function makeTemplateBook(): TemplateBook {
  let codec = makeCodec(frozenTemplates);
  let held: string | undefined;
  let planned: ReadonlySet<string> = new Set();
  return {
    codec: () => codec,
    serves: (name) => codec.knows(name) && !planned.has(name),
    hash: () => held,
    take: (hash, list) => {
      if (!list) return;
      codec = makeCodec(list);
      held = hash;
      // Another list comes from another build of the server, which announces again what it does not serve.
      planned = new Set();
    },
    plan: (names) => {
      planned = new Set(names);
    },
  };
}

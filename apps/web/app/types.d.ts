declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

/** A part of a catalogue (catalogue-parts.ts). */
declare module '@klieg/i18n/catalogues/*' {
  export const messages: import('@lingui/core').Messages;
}

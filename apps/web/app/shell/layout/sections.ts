import type { GenderSlug } from '@klieg/contract';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

/** The sections of the site in their order, with their names. */
export const SECTIONS: readonly { readonly slug: GenderSlug; readonly name: MessageDescriptor }[] = [
  { slug: 'girls', name: msg`Girls` },
  { slug: 'men', name: msg`Men` },
  { slug: 'trans', name: msg`Trans` },
  { slug: 'couples', name: msg`Couples` },
];

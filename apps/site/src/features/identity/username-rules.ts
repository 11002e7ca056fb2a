import { accountName } from '@klieg/contract';

/*
 * Names that nobody may take: first segments of pages, words of the API's paths, and words that would impersonate the
 * site (pages.md, section 1). Names cannot contain a hyphen, so hyphenated segments are not listed.
 */
const RESERVED = new Set(
  (
    'api live ws assets brand dev admin mod static healthz readyz metrics www current like profile settings ' +
    'model_shows react get list index user chat media tip guest apps bio broadcast delete emoticons fans invite ' +
    'moderators rating rooms sales sanctions shield similar tip_split request requests discount start end cancel schedule ' +
    'en de es fr it nl register login logout models affiliates inbox support faq games contests announcements porn men trans couples ' +
    'girls search account verify dickometrics esports feel press legal wifeaway reallifecam julmodels followed for_you tikichat ' +
    'top fanclub versus sodastars leaders studio complaints consent redir tags thumb avatars scenes root system klieg ' +
    'email feed files overlay reset confirm setup moderator administrator staff security billing payments null undefined ' +
    'tokens friends messages following history signup help terms privacy'
  ).split(' '),
);

/** Why a name cannot be taken before anybody looks whether it is free, or null. */
export function refuseUsername(username: string): 'pattern' | 'reserved' | 'refused' | null {
  if (!accountName.safeParse(username).success) return 'pattern';
  // Guests, and the names of deleted accounts in others' conversations.
  if (username.startsWith('guest_') || username.startsWith('deleted_')) return 'refused';
  return RESERVED.has(username) ? 'reserved' : null;
}

/** A display name may not impersonate the site, a guest or a deleted account. */
export function refuseDisplayName(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return HOUSE.test(plain) || plain.startsWith('guest_') || plain.startsWith('deleted_');
}

const HOUSE =
  /^(?:admin|administrator|moderator|staff|support|security|billing|payments|system|klieg)(?:_|$)/;

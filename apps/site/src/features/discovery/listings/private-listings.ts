import { ownOf } from '@klieg/kernel';
import { RATE_FROM, RATE_TO } from '@klieg/contract/features/discovery/ranges';
import type { Facet } from '../index/facet-index.ts';
import type { FindSectionListing, SectionListing } from './listing.ts';

const READY: readonly Facet[] = ['is:private'];

/** The costs that somebody asks, within a range; both ends included. */
export type CostsWithin = (from: number, to: number) => readonly Facet[];

const CAM2CAM: SectionListing = {
  title: 'Cam2cam shows',
  about: 'Performers who take privates and like to see you, too.',
  groups: [READY, ['is:cam2cam']],
  tabs: 'private-shows',
};

const PRIVATE: SectionListing = {
  title: 'Private shows',
  about: 'Performers who would take a private show now.',
  groups: [READY],
  tabs: 'private-shows',
};

const byPath: Readonly<Record<string, SectionListing>> = {
  '': PRIVATE,
  cam2cam: CAM2CAM,
  'cam2cam/top-rated': {
    ...CAM2CAM,
    title: 'Top rated cam2cam',
    groups: [...CAM2CAM.groups, ['is:rated']],
    order: 'rating',
  },
  'spy-cam-shows': {
    title: 'Spy cam shows',
    about: 'Private shows that you may watch along for a small price a minute.',
    groups: [['is:spy']],
    tabs: 'private-shows',
  },
  'ticket-cam-shows': {
    title: 'Ticket shows',
    about: 'Shows for everybody with a ticket, announced or running.',
    groups: [['is:ticket']],
    tabs: 'private-shows',
  },
  'exclusive-available-now': {
    title: 'Exclusive available now',
    about: 'Performers who would take a private that nobody else can spy on.',
    groups: [READY, ['is:on_air']],
    tabs: 'private-shows',
  },
  'top-rated': {
    ...PRIVATE,
    title: 'Top rated privates',
    groups: [READY, ['is:rated']],
    order: 'rating',
  },
};

const isOneOf = (list: readonly number[], text: string): boolean =>
  /^[1-9]\d{0,2}$/.test(text) && list.includes(Number(text));

/** Lists of a section below `private-shows`. */
export const makeFindPrivateListing =
  (costsWithin: CostsWithin): FindSectionListing =>
  (parts) => {
    const known = ownOf(byPath, parts.join('/'));
    if (known) return known;
    const [word, from = '', to, ...more] = parts;
    if (word !== 'rate' || more.length > 0 || !isOneOf(RATE_FROM, from)) return undefined;
    if (to !== undefined && !(isOneOf(RATE_TO, to) && Number(to) > Number(from))) return undefined;
    return {
      title: to === undefined ? `Privates from ${from} tokens` : `Privates from ${from} to ${to} tokens`,
      about: 'Performers who would take a private now, by what a minute costs.',
      groups: [READY, costsWithin(Number(from), Number(to ?? Infinity))],
      tabs: 'private-shows',
      index: 'canon',
    };
  };

/** Addresses of private shows, below a section, that may be in the sitemap. */
export const PRIVATE_PATHS: readonly string[] = Object.keys(byPath).map((path) =>
  ['private-shows', path].filter(Boolean).join('/'),
);

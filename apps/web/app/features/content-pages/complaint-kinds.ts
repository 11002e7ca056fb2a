import type { Api, ArgumentsOf } from '@klieg/contract';

type Complaint = ArgumentsOf<Api['fileComplaint']>['body'];
export type ComplaintKind = Complaint['kind'];
export type ComplainantRelation = Complaint['relation'];

/** Kinds of complaints in display order, the most urgent first. */
export const COMPLAINT_KINDS: readonly ComplaintKind[] = [
  'illegal',
  'non_consensual',
  'take_it_down',
  'depicted_person',
  'copyright',
  'privacy',
  'other',
];

/** In whose name one may complain. */
export const RELATIONS: readonly ComplainantRelation[] = [
  'self',
  'representative',
  'rights_owner',
  'third_party',
];

/** The kind that an address names, or `other`. */
export const kindOf = (name: string | null): ComplaintKind =>
  COMPLAINT_KINDS.find((kind) => kind === name) ?? 'other';

/** Addresses out of a field, one in each line. */
export const addressesOf = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map((line) => line.trim())
    .filter(Boolean);

import { type Call, errorSpecs } from '@klieg/contract';

/** Codes that a served call may answer: its own and the common ones; used by documents and tests. */
export const codesOf = (call: Call): readonly string[] => [
  ...call.errors,
  ...Object.keys(errorSpecs).filter((code) => code.startsWith('common.') && code !== 'common.not_yet'),
];

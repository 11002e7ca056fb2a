import type { Biller } from '@klieg/contract';

/** What products are shown with where no biller is set up; nothing can be bought then. */
const NAME_WITHOUT_BILLERS: Biller = 'sandbox';

/**
 * The biller for somebody who asks for this one, or for none: theirs if configured, else the first configured one.
 * @param configured in order of preference
 */
export function chooseBiller(configured: Iterable<Biller>, wanted?: Biller): Biller {
  const all = [...configured];
  return all.find((name) => name === wanted) ?? all[0] ?? NAME_WITHOUT_BILLERS;
}

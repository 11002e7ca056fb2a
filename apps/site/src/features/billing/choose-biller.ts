import type { Biller } from '@klieg/contract';

/** What products are shown with where no biller is set up; nothing can be bought then. */
const NAME_WITHOUT_BILLERS: Biller = 'sandbox';

/**
 * The biller for somebody who asks for this one, or for none: theirs where it is set up, else the first that is.
 * @param configured in the order in which they are preferred
 */
export function chooseBiller(configured: Iterable<Biller>, wanted?: Biller): Biller {
  const all = [...configured];
  return all.find((name) => name === wanted) ?? all[0] ?? NAME_WITHOUT_BILLERS;
}

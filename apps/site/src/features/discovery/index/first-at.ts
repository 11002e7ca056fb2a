/** Index in an ordered list of the first element that matches; the length of the list if none does. */
export function firstAt<T>(list: ArrayLike<T>, isSo: (one: T) => boolean): number {
  let [from, until] = [0, list.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (isSo(list[middle]!)) until = middle;
    else from = middle + 1;
  }
  return from;
}

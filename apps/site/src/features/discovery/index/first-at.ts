/** Where in an ordered list those begin of which something holds; the length of the list where there are none. */
export function firstAt<T>(list: ArrayLike<T>, isSo: (one: T) => boolean): number {
  let [from, until] = [0, list.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (isSo(list[middle]!)) until = middle;
    else from = middle + 1;
  }
  return from;
}

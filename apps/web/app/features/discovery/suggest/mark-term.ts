/** A piece of a name, and whether it is what was looked for. */
export interface Piece {
  readonly part: string;
  readonly isMatch: boolean;
}

/** Cuts a text so that each place where it holds the term stands alone, whatever its capitals. */
export function markTerm(text: string, term: string): readonly Piece[] {
  const [where, what] = [text.toLowerCase(), term.toLowerCase()];
  // A letter whose small form is longer would move all that follows.
  if (what === '' || where.length !== text.length) return [{ part: text, isMatch: false }];
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, from)) {
    if (at > from) pieces.push({ part: text.slice(from, at), isMatch: false });
    from = at + what.length;
    pieces.push({ part: text.slice(at, from), isMatch: true });
  }
  if (from < text.length) pieces.push({ part: text.slice(from), isMatch: false });
  return pieces;
}

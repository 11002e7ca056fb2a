/** A piece of a name, and whether it matches the search. */
export interface Piece {
  readonly part: string;
  readonly isMatch: boolean;
}

/** Splits a text so that each match of the term is a piece of its own, ignoring case. */
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

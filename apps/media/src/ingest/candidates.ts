import { isIP } from 'node:net';

/*
 * Candidates come from whoever connects. The library starts a thread for each one that is a name and asks the machine's
 * DNS for it, and keeps and searches all that it was ever given.
 */

/** Candidates of one connection: the library tries twenty, and an offer names each of them once for each section. */
export const CANDIDATES_MAX = 64;

const CANDIDATE =
  /^(?:a=)?candidate:\S{1,64} \d{1,5} udp \d{1,10} (\S{1,64}) \d{1,5} typ [\x20-\x7e]{1,400}$/i;

/** Whether a candidate leads anywhere from here: by UDP to an address. Browsers also tell names that hold at home alone. */
export const isUsable = (candidate: string): boolean =>
  isIP(CANDIDATE.exec(candidate.trimEnd())?.[1] ?? '') !== 0;

/** Says of each candidate of one connection whether it is taken. */
export function makeCandidateLimit(): (candidate: string) => boolean {
  let taken = 0;
  return (candidate) => {
    if (taken >= CANDIDATES_MAX || !isUsable(candidate)) return false;
    taken += 1;
    return true;
  };
}

/** The lines of a description without the candidates that are not taken. */
export function withUsableCandidates(lines: readonly string[]): string[] {
  const isTaken = makeCandidateLimit();
  return lines.filter((line) => !line.startsWith('a=candidate:') || isTaken(line));
}

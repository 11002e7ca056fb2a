import { isIP } from 'node:net';

/*
 * Candidates come from untrusted clients. For each host name the library starts a thread and asks the machine's DNS,
 * and it keeps and searches everything it was ever given.
 */

/** Candidates of one connection: the library tries twenty, and an offer repeats each in every section. */
export const CANDIDATES_MAX = 64;

const CANDIDATE =
  /^(?:a=)?candidate:\S{1,64} \d{1,5} udp \d{1,10} (\S{1,64}) \d{1,5} typ [\x20-\x7e]{1,400}$/i;

/**
 * Whether a candidate is reachable from here: UDP to an address. Browsers also give names that only work in their own
 * network.
 */
export const isUsable = (candidate: string): boolean =>
  isIP(CANDIDATE.exec(candidate.trimEnd())?.[1] ?? '') !== 0;

/** Decides for each candidate of one connection whether it is accepted. */
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

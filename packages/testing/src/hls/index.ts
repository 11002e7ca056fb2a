import { checkChange, wholeOf } from './check-change.ts';
import { checkMaster, readMaster, type ReadMaster } from './check-master.ts';
import { checkMedia } from './check-media.ts';
import { checkVersion, kindOf, readLines } from './read-lines.ts';
import { readMedia, type ReadMedia } from './read-media.ts';
import type { Finding, Rule, Tell } from './rules.ts';

/*
 * A validator of playlists after RFC 8216bis (draft-pantos-hls-rfc8216bis), and of what a playlist becomes. It reads
 * as strictly as the text is written, where players are lenient.
 */

export type { ReadMaster, ReadMedia };
export type { ReadPart, ReadSegment } from './read-media.ts';
export { CHANGE_RULES, type Finding, FORM_RULES, MASTER_RULES, MEDIA_RULES, type Rule } from './rules.ts';

export interface Checked {
  readonly playlist: ReadMedia | ReadMaster;
  readonly findings: readonly Finding[];
}

function collect(): { readonly findings: Finding[]; readonly tell: Tell } {
  const findings: Finding[] = [];
  return { findings, tell: (rule, line, text) => void findings.push({ rule, line, text }) };
}

/** One playlist by itself. */
export function checkPlaylist(text: string): Checked {
  const { findings, tell } = collect();
  const lines = readLines(text, tell);
  checkVersion(lines, tell);
  if (kindOf(lines, tell) === 'master') {
    const playlist = readMaster(lines, tell);
    checkMaster(playlist, tell);
    return { playlist, findings };
  }
  const playlist = readMedia(lines, tell);
  checkMedia(playlist, tell);
  return { playlist, findings };
}

/** A playlist that is read again and again. */
export interface PlaylistWatch {
  /** What is wrong with the next version, or with what it has become; updates are joined with what is known. */
  see(text: string): readonly Finding[];
  /** The newest version, whole. */
  readonly newest: ReadMedia | undefined;
}

export function watchPlaylist(): PlaylistWatch {
  let known: ReadMedia | undefined;
  return {
    get newest() {
      return known;
    },
    see(text) {
      const { playlist, findings } = checkPlaylist(text);
      if (playlist.kind === 'master') return findings;
      const { findings: changes, tell } = collect();
      const segments = wholeOf(playlist, known, tell);
      if (known) checkChange(known, playlist, segments, tell);
      known = { ...playlist, segments, skipped: 0 };
      return [...findings, ...changes];
    },
  };
}

/** A playlist as it stands in the message of a failed check, with the findings beside their lines. */
export function showFindings(text: string, findings: readonly Finding[]): string {
  const lines = text.split('\n').map((line, at) => {
    const told = findings.filter((finding) => finding.line === at + 1);
    return [line, ...told.map(({ rule, text: why }) => `      <<< ${rule}: ${why}`)].join('\n');
  });
  const whole = findings.filter(({ line }) => line === 0).map(({ rule, text: why }) => `${rule}: ${why}`);
  return [...whole, ...lines].join('\n');
}

/**
 * @param spared rules that are not asked for, where a test says why they cannot be kept
 * @throws Error that shows a playlist with all that is wrong with it
 */
export function assertPlaylist(text: string, spared: readonly Rule[] = []): ReadMedia | ReadMaster {
  const { playlist, findings: all } = checkPlaylist(text);
  const findings = all.filter(({ rule }) => !spared.includes(rule));
  if (findings.length > 0) throw new Error(`a playlist breaks rules:\n${showFindings(text, findings)}`);
  return playlist;
}

/** Of playlists that are read again and again, by name. */
export interface PlaylistWatches {
  /** @throws Error that shows a playlist, and the one before it, with all that is wrong */
  see(name: string, text: string): void;
  newest(name: string): ReadMedia | undefined;
  /** How often a playlist was another one than before. */
  readonly changes: number;
}

/** @param spared rules that are not asked for, where a test says why they cannot be kept */
export function watchPlaylists(spared: readonly Rule[] = []): PlaylistWatches {
  const watches = new Map<string, { readonly watch: PlaylistWatch; text: string }>();
  let changes = 0;
  return {
    get changes() {
      return changes;
    },
    newest: (name) => watches.get(name)?.watch.newest,
    see(name, text) {
      const known = watches.get(name) ?? { watch: watchPlaylist(), text: '' };
      watches.set(name, known);
      const findings = known.watch.see(text).filter(({ rule }) => !spared.includes(rule));
      if (findings.length > 0)
        throw new Error(
          `${name} breaks rules:\n${showFindings(text, findings)}\n--- it was:\n${known.text || '(nothing)'}`,
        );
      if (known.text !== '' && known.text !== text) changes += 1;
      known.text = text;
    },
  };
}

/** The text of an answer that has to be a playlist. @throws Error where its type or its bytes are not of one */
export async function playlistText(answer: Response): Promise<string> {
  if (!answer.ok) throw new Error(`a playlist was answered with ${answer.status}`);
  const type = answer.headers.get('content-type') ?? '';
  if (!/^(?:application\/vnd\.apple\.mpegurl|audio\/mpegurl)(?:;|$)/iu.test(type))
    throw new Error(`a playlist has the type ${type}`);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await answer.arrayBuffer());
}

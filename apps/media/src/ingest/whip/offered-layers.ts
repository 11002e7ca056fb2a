const RID_LINE = /^a=rid:([A-Za-z0-9_-]{1,255}) send\b/;
const NAME = /^~?([A-Za-z0-9_-]{1,255})$/;
/** A longer list is nobody's who means it. */
const NAMES_MAX = 32;

/**
 * The sizes that a section offers to send simultaneously (RFC 8853), in the order of the offer, the first of
 * alternatives; empty where it offers one. Repeated or undescribed names are malformed.
 */
export function layersOf(section: readonly string[]): readonly string[] | 'malformed' {
  const lists = section.flatMap((line) => {
    const found = /^a=simulcast:(.*)$/.exec(line)?.[1];
    return found === undefined ? [] : [found.trim()];
  });
  if (lists.length === 0) return [];
  if (lists.length > 1) return 'malformed';
  const sent = /(?:^|\s)send\s+(\S+)/.exec(lists[0]!)?.[1];
  if (sent === undefined) return [];
  const rids = section.flatMap((line) => RID_LINE.exec(line)?.[1] ?? []);
  const names = sent.split(';').map((alternatives) => NAME.exec(alternatives.split(',')[0]!)?.[1]);
  const known = names.filter((name) => name !== undefined);
  const isSound =
    known.length === names.length &&
    known.length <= NAMES_MAX &&
    new Set(known).size === known.length &&
    new Set(rids).size === rids.length &&
    known.every((name) => rids.includes(name));
  if (!isSound) return 'malformed';
  // A single one is treated as a normal picture.
  return known.length > 1 ? known : [];
}

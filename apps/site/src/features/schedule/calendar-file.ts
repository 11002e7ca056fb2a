/*
 * A schedule as a calendar (RFC 5545). Each date is an event of its own in UTC, so that no calendar has to know the
 * zone's rules and a weekly stream keeps its hour when clocks change. Pure.
 */

/** A date as calendars get it. */
export interface CalendarDate {
  /** The same for the same date, whatever changes. */
  readonly uid: string;
  /** Goes up with every change. */
  readonly sequence: number;
  /** Unix milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly changedAt: number;
  readonly isCanceled: boolean;
  readonly title: string;
  /** Where the stream is shown. */
  readonly url: string;
}

export interface Calendar {
  readonly name: string;
  readonly dates: readonly CalendarDate[];
}

/** Bytes of a line without its end. */
const LINE_BYTES = 75;

/** A text value: what means something to calendars is escaped (3.3.11). */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/gu, (sign) => `\\${sign}`).replaceAll(/\r\n|[\r\n]/gu, '\\n');

/** A line in pieces of at most 75 bytes, cut between characters; each further one begins with a space (3.1). */
export function foldLine(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      pieces.push(piece);
      piece = ' ';
      bytes = 1;
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join('\r\n');
}

/** `20261123T203000Z` */
const utc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/gu, '');

const eventOf = (date: CalendarDate): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${date.uid}`,
  `SEQUENCE:${date.sequence}`,
  `DTSTAMP:${utc(date.changedAt)}`,
  `LAST-MODIFIED:${utc(date.changedAt)}`,
  `DTSTART:${utc(date.startsAt)}`,
  `DTEND:${utc(date.endsAt)}`,
  `SUMMARY:${escapeText(date.title)}`,
  `URL:${date.url}`,
  `STATUS:${date.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/** The whole file, with the line ends that the format asks for. */
export const writeCalendar = ({ name, dates }: Calendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Klieg//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...dates.flatMap(eventOf),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');

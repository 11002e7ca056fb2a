import type { Highlight, KeptAct, Line, LinesOf, RoomEntry } from './room-entries.ts';
import type { WholeRoom } from './room-messages.ts';
import { openSeating, type Seating } from '../seats/seats.ts';

/** Lines that a room keeps for later visitors (CONSTANTS-046). */
const HISTORY_MAX = 200;
/** Paid acts that a room keeps for them: as many as the lines in a page's first answer. */
const ACTS_MAX = 50;
/** How many entries are remembered to recognise repeats. */
const IDS_MAX = 1_000;

/** A room's content, as built from its entries so far. */
export interface RoomContent {
  /** Number of the last entry within the term. */
  readonly n: number;
  /** Number of the last state event. */
  readonly seq: number;
  readonly history: readonly Line[];
  /** Lines of the history that are highlighted now. */
  readonly highlights: readonly Highlight[];
  /** Paid acts, the oldest first. */
  readonly acts: readonly KeptAct[];
  readonly seating: Seating;
  /** Whether an entry with this id is among the last 1,000. */
  has(id: string): boolean;
  /** Takes the next entry in. @returns the entry as it is shown: a highlight that runs already is made longer */
  apply(id: string, entry: RoomEntry): RoomEntry;
  /** Entries are numbered from 1 again; what the room holds stays. */
  restart(): void;
  whole(): WholeRoom;
  /** From now on the room holds this. */
  adopt(whole: WholeRoom): void;
}

const isTaken = (line: Line, lines: LinesOf): boolean => {
  if (lines === 'all') return true;
  return 'id' in lines ? line.id === lines.id : line.username === lines.username;
};

const isActTaken = ({ payload, username }: KeptAct, lines: LinesOf): boolean => {
  if (lines === 'all') return true;
  return 'id' in lines ? (payload as { readonly id?: string }).id === lines.id : username === lines.username;
};

/** Belongs to a show that is over. */
const isOver = ({ mode = openSeating.mode }: Pick<Line, 'mode'>, seating: Seating): boolean =>
  mode !== openSeating.mode && mode !== seating.mode;

/** @param wallClock Unix milliseconds, about the same on every node */
export function makeRoomContent(wallClock: () => number): RoomContent {
  const ids = new Set<string>();
  let history: Line[] = [];
  let highlights: Highlight[] = [];
  let acts: KeptAct[] = [];
  let seating = openSeating;
  let n = 0;
  let seq = 0;

  /** Those that run now, of lines that are still there. */
  const running = (): Highlight[] =>
    highlights.filter(({ id, until }) => until > wallClock() && history.some((line) => line.id === id));

  /** A running one is extended: computed in the room's order, so that two who pay at once both get their time. */
  const prolonged = (given: Highlight): Highlight => {
    const left = running().find(({ id }) => id === given.id)?.until ?? 0;
    return { ...given, until: Math.max(left, given.at) + given.until - given.at };
  };

  const remember = (id: string) => {
    ids.add(id);
    if (ids.size > IDS_MAX) ids.delete(ids.values().next().value!);
  };

  const keep = (act: KeptAct) => {
    if (isOver({ mode: act.act.place?.mode }, seating)) return;
    acts.push(act);
    if (acts.length > ACTS_MAX) acts.shift();
  };

  const take = (entry: RoomEntry) => {
    switch (entry.kind) {
      case 'state':
        seq += 1;
        return;
      case 'line':
        if (isOver(entry.line, seating)) return;
        history.push(entry.line);
        if (history.length > HISTORY_MAX) history.shift();
        return;
      case 'highlight':
        highlights = [...running().filter((known) => known.id !== entry.highlight.id), entry.highlight];
        return;
      case 'seating':
        ({ seating } = entry);
        // Lines of a show belong to the people in it: the room forgets them at its end, before anybody else is let in.
        history = history.filter((line) => !isOver(line, seating));
        acts = acts.filter(({ act }) => !isOver({ mode: act.place?.mode }, seating));
        return;
      case 'take_lines':
        history = history.filter((line) => !isTaken(line, entry.lines));
        acts = acts.filter((act) => !isActTaken(act, entry.lines));
        return;
      case 'moment': {
        const { name, act, kept } = entry;
        if (kept && act) keep({ ...kept, name, act });
        return;
      }
    }
  };

  return {
    get n() {
      return n;
    },
    get seq() {
      return seq;
    },
    get history() {
      return history;
    },
    get highlights() {
      return running();
    },
    get acts() {
      return acts;
    },
    get seating() {
      return seating;
    },
    has: (id) => ids.has(id),
    apply(id, given) {
      const entry = given.kind === 'highlight' ? { ...given, highlight: prolonged(given.highlight) } : given;
      n += 1;
      remember(id);
      take(entry);
      return entry;
    },
    restart() {
      n = 0;
    },
    whole: () => ({ n, seq, history, highlights: running(), acts, seating, ids: [...ids] }),
    adopt(whole) {
      ({ n, seq, seating } = whole);
      history = [...whole.history];
      highlights = [...whole.highlights];
      acts = [...(whole.acts ?? [])];
      ids.clear();
      for (const id of whole.ids) ids.add(id);
    },
  };
}

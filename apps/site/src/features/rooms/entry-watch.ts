import type { RoomCommand } from './room-commands.ts';

/** Somebody who is on the way into a room: rights were read, the page is not there yet. */
export interface Entry {
  /** True when something was decided since then that what was read may not know. */
  readonly isOverruled: boolean;
  end(): void;
}

/**
 * What is decided while somebody is let in reaches no page of theirs, so that a ban in that moment would
 * be lost: whoever is overruled comes again and is judged anew.
 */
export interface EntryWatch {
  begin(username: string, personKey: string): Entry;
  heard(username: string, command: RoomCommand): void;
  /** The rooms into which somebody is on the way. */
  roomsOf(personKey: string): readonly string[];
}

/** Whom a command is about: one person, everybody, or nobody who is still coming. */
function isAbout(command: RoomCommand, personKey: string): boolean {
  switch (command.kind) {
    case 'expel':
      return command.personKey === personKey || (command.addressTag !== null && personKey.startsWith('g'));
    case 'silence':
    case 'role':
      return command.personKey === personKey;
    case 'viewer_list':
    case 'rules':
      return true;
    case 'tipped':
    case 'tell':
      return false;
  }
}

export function makeEntryWatch(): EntryWatch {
  const entries = new Set<{ username: string; personKey: string; isOverruled: boolean }>();
  return {
    begin(username, personKey) {
      const entry = { username, personKey, isOverruled: false };
      entries.add(entry);
      return {
        get isOverruled() {
          return entry.isOverruled;
        },
        end: () => void entries.delete(entry),
      };
    },
    heard(username, command) {
      for (const entry of entries)
        if (entry.username === username && isAbout(command, entry.personKey)) entry.isOverruled = true;
    },
    roomsOf: (personKey) =>
      [...entries].filter((entry) => entry.personKey === personKey).map(({ username }) => username),
  };
}

import type { RoomCommand } from './room-commands.ts';

/** Somebody entering a room: their rights were read, but the page is not in it yet. */
export interface Entry {
  /** True when a later decision may have changed what was read. */
  readonly isOverruled: boolean;
  end(): void;
}

/**
 * A decision made while somebody is entering does not reach their page, so a ban at that moment would be lost:
 * overruled people enter again and are checked again.
 */
export interface EntryWatch {
  begin(username: string, personKey: string): Entry;
  heard(username: string, command: RoomCommand): void;
  /** The rooms into which somebody is on the way. */
  roomsOf(personKey: string): readonly string[];
}

/** Who a command is about: one person, everybody, or nobody who is still entering. */
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

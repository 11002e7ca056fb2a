import { type EventName, eventSpecs, type EventSpec, type Payload } from '@klieg/contract';
import { type AccountId, assert, type Clock, randomToken } from '@klieg/kernel';
import { type Channel, makeChannel, type Socket } from '../../platform/sockets/index.ts';
import { isStaffRole, type Person, type Role } from './person.ts';
import { makePresence, type Presence } from './presence.ts';

/** Lines that a room keeps for those who come later (CONSTANTS-046). */
export const HISTORY_MAX = 200;

/** Whose lines are taken away: one line, those of one person, or all. */
export type LinesOf = { readonly id: string } | { readonly username: string } | 'all';

/** State events of a room are numbered by the room itself. */
type Unnumbered<N extends EventName> = Omit<Payload<N>, 'seq'>;

/**
 * Variants of one event by reader; `staff` is the streamer and staff. Who has no variant of their own gets
 * that of the next: moderators that of viewers, staff that of moderators.
 */
export interface Variants<P> {
  readonly viewers: P | undefined;
  readonly moderators?: P | undefined;
  readonly staff?: P | undefined;
  /** The person whom it is about, whatever their role. */
  readonly self?: { readonly personKey: string; readonly payload: P } | undefined;
}

/** A room that this node owns, while somebody is in it or it is open. */
export interface LiveRoom {
  readonly username: string;
  readonly ownerId: AccountId;
  /** Changes when another node or process owns the room. */
  readonly epoch: string;
  /** Number of the last state event. */
  readonly seq: number;
  readonly presence: Presence;
  readonly history: readonly Payload<'v3.chat.message'>[];
  readonly lists: Channel;
  readonly socketCount: number;
  join(socket: Socket, person: Person): void;
  leave(socket: Socket, person: Person): void;
  /** Moves a socket between visible and hidden: hidden pages get no counts and lists. */
  setVisible(socket: Socket, person: Person): void;
  /** Sends a state event to every socket of the room; its `seq` grows by one (W51). */
  publishState<N extends EventName>(name: N, payload: Unnumbered<N>): void;
  /** Sends a moment; staff get their own variant where one is given. */
  publishMoment<N extends EventName>(name: N, variants: Variants<Payload<N>>): void;
  /** Sends to visible pages alone; for counts, which are of scope own. */
  publishToVisible<N extends EventName>(name: N, payload: Payload<N>): void;
  /** Adds a line to the history and sends it. */
  publishLine(line: Payload<'v3.chat.message'>): void;
  /** Takes lines out of the history. @returns their ids */
  takeLines(lines: LinesOf): readonly string[];
  /** Writes what is waiting. */
  flush(): void;
}

const cohortOf = (role: Role, isVisible: boolean): string => {
  const group = isStaffRole(role) ? 'staff' : role === 'moderator' ? 'moderators' : 'viewers';
  return `${group}${isVisible ? '' : '.hidden'}`;
};

/** For the one event that is about its people. */
const SELF = 'self';

const isTaken = (line: Payload<'v3.chat.message'>, lines: LinesOf): boolean => {
  if (lines === 'all') return true;
  return 'id' in lines ? line.id === lines.id : line.username === lines.username;
};

export function makeLiveRoom(options: {
  readonly username: string;
  readonly ownerId: AccountId;
  readonly clock: Clock;
  readonly onDelivered: (messages: number) => void;
  readonly onRecovered: (room: LiveRoom, socket: Socket) => void;
}): LiveRoom {
  const history: Payload<'v3.chat.message'>[] = [];
  const channel = makeChannel({
    onDelivered: options.onDelivered,
    onRecovered: (socket) => options.onRecovered(room, socket),
  });
  const lists = makeChannel({ onDelivered: options.onDelivered });
  let seq = 0;

  const room: LiveRoom = {
    username: options.username,
    ownerId: options.ownerId,
    epoch: randomToken(9),
    get seq() {
      return seq;
    },
    presence: makePresence(options.clock),
    history,
    lists,
    get socketCount() {
      return channel.size;
    },
    join(socket, person) {
      channel.join(socket, cohortOf(person.role, socket.isVisible));
    },
    leave(socket, person) {
      channel.leave(socket);
      lists.leave(socket);
      room.presence.remove(person.key, socket);
    },
    setVisible(socket, person) {
      channel.join(socket, cohortOf(person.role, socket.isVisible));
      if (!socket.isVisible) lists.leave(socket);
    },
    publishState(name, payload) {
      assert((eventSpecs[name] as EventSpec).scope === 'room', `${name} is a state of the room`);
      seq += 1;
      const numbered = { ...payload, seq } as unknown as Payload<typeof name>;
      channel.publish(name, () => numbered);
    },
    publishMoment(name, { viewers, moderators = viewers, staff = moderators, self }) {
      const subject = self ? room.presence.socketsOf(self.personKey) : [];
      const joined = subject.filter((socket) => channel.has(socket));
      for (const socket of joined) channel.join(socket, SELF);
      channel.publish(name, (cohort) => {
        if (cohort === SELF) return self?.payload;
        if (cohort.startsWith('staff')) return staff;
        return cohort.startsWith('moderators') ? moderators : viewers;
      });
      const person = self && room.presence.find(self.personKey);
      if (person) for (const socket of joined) channel.join(socket, cohortOf(person.role, socket.isVisible));
    },
    takeLines(lines) {
      const taken = history.filter((line) => isTaken(line, lines)).map((line) => line.id);
      const kept = history.filter((line) => !isTaken(line, lines));
      history.splice(0, history.length, ...kept);
      return taken;
    },
    publishToVisible(name, payload) {
      channel.publish(name, (cohort) => (cohort.endsWith('.hidden') ? undefined : payload));
    },
    publishLine(line) {
      history.push(line);
      if (history.length > HISTORY_MAX) history.shift();
      channel.publish('v3.chat.message', () => line);
    },
    flush() {
      channel.flush();
      lists.flush();
    },
  };
  return room;
}

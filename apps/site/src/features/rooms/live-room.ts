import { type EventName, eventSpecs, type EventSpec, type Payload } from '@klieg/contract';
import { type AccountId, assert, type Clock, randomToken } from '@klieg/kernel';
import { type Channel, makeChannel, type Socket } from '../../platform/sockets/index.ts';
import type { Person } from './person.ts';
import { makePresence, type Presence } from './presence.ts';
import { type Eyes, eyesOf } from './sight-rules.ts';

/** Lines that a room keeps for those who come later (CONSTANTS-046). */
export const HISTORY_MAX = 200;

/** State events of a room are numbered by the room itself. */
type Unnumbered<N extends EventName> = Omit<Payload<N>, 'seq'>;

/** Variants of one event by reader; `staff` is the streamer and staff. */
export interface Variants<P> {
  readonly viewers: P | undefined;
  readonly staff?: P | undefined;
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
  /** Subscribers of the user list. */
  readonly lists: Channel;
  /** False: only the streamer and staff see who is here. */
  showsViewerList: boolean;
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
  publishToVisible<N extends EventName>(name: N, payloadFor: (eyes: Eyes) => Payload<N>): void;
  /** Sends to the pages of staff alone. */
  publishToStaff<N extends EventName>(name: N, payload: Payload<N>): void;
  /** Adds a line to the history and sends it. */
  publishLine(line: Payload<'v3.chat.message'>): void;
  /** Writes what is waiting. */
  flush(): void;
}

const cohortOf = ({ role }: Person, isVisible: boolean): string =>
  `${eyesOf(role)}${isVisible ? '' : '.hidden'}`;
const eyesOfCohort = (cohort: string): Eyes => cohort.split('.')[0] as Eyes;

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
    showsViewerList: true,
    get socketCount() {
      return channel.size;
    },
    join(socket, person) {
      channel.join(socket, cohortOf(person, socket.isVisible));
    },
    leave(socket, person) {
      channel.leave(socket);
      lists.leave(socket);
      room.presence.remove(person.key, socket);
    },
    setVisible(socket, person) {
      channel.join(socket, cohortOf(person, socket.isVisible));
      if (!socket.isVisible) lists.leave(socket);
    },
    publishState(name, payload) {
      assert((eventSpecs[name] as EventSpec).scope === 'room', `${name} is a state of the room`);
      seq += 1;
      const numbered = { ...payload, seq } as unknown as Payload<typeof name>;
      channel.publish(name, () => numbered);
    },
    publishMoment(name, { viewers, staff }) {
      channel.publish(name, (cohort) => (eyesOfCohort(cohort) === 'viewers' ? viewers : (staff ?? viewers)));
    },
    publishToVisible(name, payloadFor) {
      channel.publish(name, (cohort) =>
        cohort.endsWith('.hidden') ? undefined : payloadFor(eyesOfCohort(cohort)),
      );
    },
    publishToStaff(name, payload) {
      channel.publish(name, (cohort) => (eyesOfCohort(cohort) === 'staff' ? payload : undefined));
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

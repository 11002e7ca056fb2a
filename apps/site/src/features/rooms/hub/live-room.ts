import { type EventName, eventSpecs, type EventSpec, type Payload } from '@klieg/contract';
import { type AccountId, assert, type Clock } from '@klieg/kernel';
import { type Channel, makeChannel, type Socket } from '#site/platform/sockets/index.ts';
import { type Act, actRight, withoutPayer } from '../seats/act-rules.ts';
import type { Person } from '../people/person.ts';
import { makePresence, type Presence } from './presence.ts';
import type { Highlight, RoomEntry, Variants } from './room-entries.ts';
import type { RoomReplica, RoomReplicaOptions } from './room-replica.ts';
import { type Seat, type Seating, seatOf } from '../seats/seats.ts';
import { type Eyes, eyesOf } from '../access/sight-rules.ts';
import { actsFor, highlightFor, lineFor, linesFor } from './visible-lines.ts';

type Line = Payload<'v3.chat.message'>;

/** State events of a room are numbered by the room itself. */
type Unnumbered<N extends EventName> = Omit<Payload<N>, 'seq'>;

/** A room on this node, while somebody is in it here or it is open. */
export interface LiveRoom {
  readonly username: string;
  readonly ownerId: AccountId;
  /** Changes when another node or process owns the room. */
  readonly epoch: string;
  /** Number of the last state event. */
  readonly seq: number;
  readonly presence: Presence;
  readonly history: readonly Payload<'v3.chat.message'>[];
  /** Lines of the history that are highlighted now. */
  readonly highlights: readonly Highlight[];
  /** Subscribers of the user list. */
  readonly lists: Channel;
  /** False: only the streamer and staff see who is here. */
  showsViewerList: boolean;
  readonly socketCount: number;
  join(socket: Socket, person: Person): void;
  /** The show that runs, and who sits in it. */
  readonly seating: Seating;
  seatOf(person: Pick<Person, 'key' | 'role'>): Seat;
  /** The lines of the history that somebody gets by the seat. */
  linesFor(person: Pick<Person, 'key' | 'role'>): readonly Line[];
  /** Paid acts still shown in the room, in the variant for somebody's seat; oldest first. */
  actsFor<N extends EventName>(name: N, person: Pick<Person, 'key' | 'role'>): readonly Payload<N>[];
  leave(socket: Socket, person: Person): void;
  /** Moves a socket between visible and hidden: hidden pages get no counts and lists. */
  setVisible(socket: Socket, person: Person): void;
  /** Puts something into the room's order, see `RoomReplica.submit`. */
  submit(entry: RoomEntry, id?: string): Promise<boolean>;
  /** Sends a state event to every socket of the room; its `seq` grows by one (W51). */
  publishState<N extends EventName>(name: N, payload: Unnumbered<N>): void;
  /** Sends a moment; staff get their own variant where one is given. */
  publishMoment<N extends EventName>(name: N, variants: Variants<Payload<N>>): void;
  /** Sends only to visible pages; for counts, which are of scope own. */
  publishToVisible<N extends EventName>(name: N, payloadFor: (eyes: Eyes) => Payload<N>): void;
  /** Sends only to the pages of staff. */
  publishToStaff<N extends EventName>(name: N, payload: Payload<N>): void;
  /** Adds a line to the history and sends it. Resolves false where it could not be stored. */
  publishLine(line: Payload<'v3.chat.message'>): Promise<boolean>;
  /** False when this id was already given: payments may be reported twice. */
  countOnce(id: string): boolean;
  /** Writes what is waiting. */
  flush(): void;
  readonly replica: RoomReplica;
}

/**
 * Sockets that get the same bytes: by viewer, seat and page visibility. Moderators among the viewers are a group of
 * their own: they see names in moderation.
 */
const cohortOf = ({ role }: Person, seat: Seat, isVisible: boolean): string =>
  `${role === 'moderator' ? 'moderators' : eyesOf(role)}.${seat}${isVisible ? '' : '.hidden'}`;
const groupOf = (cohort: string): string => cohort.split('.')[0]!;
const seatOfCohort = (cohort: string): Seat => cohort.split('.')[1] as Seat;
const eyesOfCohort = (cohort: string): Eyes => {
  const group = groupOf(cohort);
  return group === 'moderators' ? 'viewers' : (group as Eyes);
};

/** How many payments are remembered to recognise repeats. */
const COUNTED_MAX = 1_000;
/** For the one event that is about its people. */
const SELF = 'self';

export function makeLiveRoom(options: {
  readonly username: string;
  readonly ownerId: AccountId;
  readonly clock: Clock;
  /** Joins the nodes of the room; gets this room's handlers for their messages. */
  readonly makeReplica: (hooks: Pick<RoomReplicaOptions, 'onEntry' | 'onReset'>) => RoomReplica;
  readonly onDelivered: (messages: number) => void;
  /** A page missed something and needs the whole. */
  readonly onRecovered: (room: LiveRoom, socket: Socket) => void;
}): LiveRoom {
  const channel = makeChannel({
    onDelivered: options.onDelivered,
    onRecovered: (socket) => options.onRecovered(room, socket),
  });
  const lists = makeChannel({ onDelivered: options.onDelivered });
  const counted = new Set<string>();

  /** Meanwhile the pages of this person form a cohort of their own. */
  const aside = (personKey: string | undefined, tell: () => void) => {
    if (personKey === undefined) return tell();
    const joined = room.presence.socketsOf(personKey).filter((socket) => channel.has(socket));
    for (const socket of joined) channel.join(socket, SELF);
    tell();
    const person = room.presence.find(personKey);
    if (person) for (const socket of joined) enter(socket, person);
  };

  const sendMoment = (
    name: EventName,
    { viewers, moderators = viewers, staff = moderators, siteStaff, self }: Variants<object>,
  ) => {
    aside(self?.personKey, () =>
      channel.publish(name, (cohort) => {
        if (cohort === SELF) return self?.payload as never;
        const group = groupOf(cohort);
        const forAll = group === 'viewers' ? viewers : group === 'moderators' ? moderators : staff;
        const own = group === 'staff' ? (siteStaff ?? forAll) : forAll;
        return (name === 'v3.chat.message' ? shownTo(cohort, own as Line) : own) as never;
      }),
    );
  };

  /** A paid act, in full for the pages of its payer. */
  const sendAct = (name: EventName, payload: object, act: Act) => {
    aside(act.personKey, () =>
      channel.publish(name, (cohort) => {
        const right = cohort === SELF ? 'named' : actRight(replica.seating, seatOfCohort(cohort), act);
        if (right === 'none') return undefined;
        return (right === 'named' ? payload : withoutPayer(payload)) as never;
      }),
    );
  };

  const people = new Map<Socket, Person>();
  const enter = (socket: Socket, person: Person) => {
    people.set(socket, person);
    channel.join(socket, cohortOf(person, seatOf(replica.seating, person), socket.isVisible));
  };
  /** Everybody takes their current seat and gets the full state again. */
  const reseat = () => {
    for (const [socket, person] of people) enter(socket, person);
    for (const socket of channel.sockets) options.onRecovered(room, socket);
  };
  /** A line as the pages of a cohort get it. */
  const shownTo = (cohort: string, line: Line | undefined): Line | undefined =>
    line && lineFor(line, replica.seating, seatOfCohort(cohort), options.username);
  const publishLine = (line: Line) => channel.publish('v3.chat.message', (cohort) => shownTo(cohort, line));
  const publishHighlight = (highlight: Highlight) => {
    const line = replica.history.find(({ id }) => id === highlight.id);
    channel.publish('v3.user.highlighted_message', (cohort) =>
      highlightFor(highlight, shownTo(cohort, line)),
    );
  };

  const onEntry = (entry: RoomEntry, seq: number) => {
    switch (entry.kind) {
      case 'state': {
        const numbered = { ...entry.payload, seq } as never;
        const { bySeat, self } = entry;
        return aside(self?.personKey, () =>
          channel.publish(entry.name, (cohort) => {
            const own = cohort === SELF ? self?.payload : bySeat?.[seatOfCohort(cohort)];
            return own ? ({ ...own, seq } as never) : numbered;
          }),
        );
      }
      case 'moment':
        return entry.act
          ? sendAct(entry.name, entry.variants.viewers!, entry.act)
          : sendMoment(entry.name, entry.variants);
      case 'line':
        return publishLine(entry.line);
      case 'highlight':
        return publishHighlight(entry.highlight);
      case 'seating':
        return reseat();
      case 'take_lines':
        return;
    }
  };

  const replica = options.makeReplica({ onEntry, onReset: reseat });

  const room: LiveRoom = {
    username: options.username,
    ownerId: options.ownerId,
    get epoch() {
      return replica.epoch;
    },
    get seq() {
      return replica.seq;
    },
    presence: makePresence(options.clock),
    get history() {
      return replica.history;
    },
    get highlights() {
      return replica.highlights;
    },
    lists,
    showsViewerList: true,
    get socketCount() {
      return channel.size;
    },
    join: enter,
    seatOf: (person) => seatOf(replica.seating, person),
    get seating() {
      return replica.seating;
    },
    linesFor: (person) =>
      linesFor(replica.history, replica.seating, seatOf(replica.seating, person), options.username),
    actsFor: (name, person) => actsFor(name, replica, person),
    leave(socket, person) {
      people.delete(socket);
      channel.leave(socket);
      lists.leave(socket);
      room.presence.remove(person.key, socket);
    },
    setVisible(socket, person) {
      enter(socket, person);
      if (!socket.isVisible) lists.leave(socket);
    },
    submit: replica.submit,
    publishState(name, payload) {
      assert((eventSpecs[name] as EventSpec).scope === 'room', `${name} is a state of the room`);
      void replica.submit({ kind: 'state', name, payload });
    },
    publishMoment(name, variants) {
      void replica.submit({ kind: 'moment', name, variants });
    },
    publishToVisible(name, payloadFor) {
      channel.publish(name, (cohort) =>
        cohort.endsWith('.hidden') ? undefined : payloadFor(eyesOfCohort(cohort)),
      );
    },
    publishToStaff(name, payload) {
      channel.publish(name, (cohort) => (eyesOfCohort(cohort) === 'staff' ? payload : undefined));
    },
    publishLine: (line) => replica.submit({ kind: 'line', line }, line.id),
    countOnce(id) {
      if (counted.has(id)) return false;
      counted.add(id);
      if (counted.size > COUNTED_MAX) counted.delete(counted.values().next().value!);
      return true;
    },
    flush: channel.flush,
    replica,
  };
  return room;
}

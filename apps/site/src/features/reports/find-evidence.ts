import type { Payload } from '@klieg/contract';
import { type AccountId, type Clock, isUuidV7, toInstant, uuidTimeMs } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Account, AccountStore } from '../identity/index.ts';
import type { Evidence, FindEvidence } from './reports.http.ts';
import { mayEnter } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** A line that is still on somebody's page is no older than this. */
const GONE_LINE_MS = DAY_MS;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface SentMessage {
  readonly message: {
    readonly id: string;
    readonly senderId: AccountId;
    readonly text: string;
    readonly image: { readonly id: string } | null;
    readonly at: Date;
    readonly isTakenBack: boolean;
    readonly isUnseen: boolean;
  };
  readonly receiverId: AccountId;
}

/** Looks up a reported thing as far as the reporter could see it. */
export function makeFindEvidence(deps: {
  readonly accounts: AccountStore;
  readonly findMessage: (id: string) => Promise<SentMessage | undefined>;
  /** A media of the library that the caller is shown. */
  readonly findMedia: (
    id: number,
    caller: SiteCaller,
  ) => Promise<
    | { readonly owner: Account; readonly media: { readonly name: string; readonly description: string } }
    | undefined
  >;
  /** Lines of an open room. */
  readonly historyOf: (username: string) => readonly Payload<'v3.chat.message'>[];
  readonly clock: Clock;
}): FindEvidence {
  const ofMessage: FindEvidence = async ({ account }, { target }) => {
    const found = account && UUID.test(target) ? await deps.findMessage(target) : undefined;
    // A taken-back message can be reported: its original content counts.
    if (!found || found.receiverId !== account?.id || found.message.isUnseen) return undefined;
    const { id, senderId, text, image, at, isTakenBack } = found.message;
    return {
      subjectId: senderId,
      content: { id, text, picture: image?.id ?? null, at: toInstant(at), taken_back: isTakenBack },
    };
  };

  /** A line that the room no longer keeps: that it is reported counts, and nobody can vouch for its words. */
  const ofGoneLine = (target: string, room: string): Evidence | undefined => {
    const ageMs = isUuidV7(target) ? deps.clock.now() - uuidTimeMs(target) : -1;
    if (ageMs < 0 || ageMs > GONE_LINE_MS) return undefined;
    return { subjectId: null, content: { id: target, text: null, room, username: null }, isKept: false };
  };

  const ofLine: FindEvidence = async (caller, { target, username }) => {
    const owner = username === undefined ? undefined : await deps.accounts.findByUsername(username);
    if (!owner || !mayEnter(owner, caller)) return undefined;
    const line = deps.historyOf(owner.username).find(({ id }) => id === target);
    if (!line) return ofGoneLine(target, owner.username);
    const writer = line.username ? await deps.accounts.findByUsername(line.username) : undefined;
    return {
      subjectId: writer?.id ?? null,
      content: {
        id: line.id,
        text: line.message,
        room: owner.username,
        username: line.username,
        at: line.at,
      },
    };
  };

  const ofPerson: FindEvidence = async (caller, { kind, target }) => {
    const person = await deps.accounts.findByUsername(target);
    if (!person || (kind !== 'profile' && !mayEnter(person, caller))) return undefined;
    const { id, username, displayName, about, avatarUrl } = person;
    return { subjectId: id, content: { username, display_name: displayName, about, avatar_url: avatarUrl } };
  };

  const ofMedia: FindEvidence = async (caller, { target }) => {
    const found = /^\d{1,15}$/.test(target) ? await deps.findMedia(Number(target), caller) : undefined;
    if (!found) return undefined;
    const { name, description } = found.media;
    return {
      subjectId: found.owner.id,
      content: { id: target, username: found.owner.username, name, text: description },
    };
  };

  return async (caller, asked) => {
    switch (asked.kind) {
      case 'pm':
        return ofMessage(caller, asked);
      case 'message':
        return ofLine(caller, asked);
      case 'room':
      case 'stream':
      case 'profile':
        return ofPerson(caller, asked);
      case 'media':
        return ofMedia(caller, asked);
      case 'comment':
        return undefined;
    }
  };
}

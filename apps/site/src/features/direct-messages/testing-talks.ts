import { uuidv7 } from '@klieg/kernel';
import type { Visitor, VisitorSocket } from '@klieg/testing';

/* What tests of conversations say to the site. */

type Member = Visitor & { readonly username: string };

/** Sends by HTTP; the id of the message. */
export const write = async (from: Member, to: Member, text: string, imageId?: string): Promise<string> =>
  (
    await from.call('sendMessage', {
      params: { username: to.username },
      body: { text, client_id: uuidv7(), ...(imageId !== undefined && { image_id: imageId }) },
    })
  ).id;

export const read = async (member: Member, partner: Member, query: { q?: string; cursor?: string } = {}) =>
  member.call('readConversation', { params: { username: partner.username }, query });

/** Texts of a conversation, oldest first. */
export const textsOf = async (member: Member, partner: Member): Promise<string[]> =>
  (await read(member, partner)).items.map(({ text }) => text).toReversed();

export const roomOf = async (member: Member, partner: Member) =>
  (await member.call('listConversations')).items.find(({ username }) => username === partner.username);

/** Waits until everything that was sent to the socket so far has come; events of one socket keep their order. */
export const settle = async (socket: VisitorSocket): Promise<void> => {
  const before = socket.received.length;
  socket.send('v3.pm.list', {});
  await socket.waitFor('v3.pm.list', () =>
    socket.received.slice(before).some(({ name }) => name === 'v3.pm.list'),
  );
};

export const eventsOf = (socket: VisitorSocket, start = 'v3.pm.') =>
  socket.received.filter(({ name }) => name.startsWith(start) && name !== 'v3.pm.list');

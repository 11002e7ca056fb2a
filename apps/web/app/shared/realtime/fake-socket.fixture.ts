import { makeCodec } from '@klieg/codec';
import { type EventName, type Payload, TEMPLATE_EDITION, templateList } from '@klieg/contract';
import type { OpenSocket, SocketLike } from './wire-socket.ts';

const codec = makeCodec(templateList);

/** The server's end of a socket that a test drives by hand. */
export interface FakeSocket {
  readonly url: string;
  /** Names and payloads of what the page sent, in order. */
  readonly sent: { readonly name: string; readonly payload: Readonly<Record<string, unknown>> }[];
  isClosedByPage: boolean;
  open(): void;
  receive<N extends EventName>(name: N, payload: Payload<N>): void;
  receiveText(text: string): void;
  closeWith(code: number): void;
  sentNames(): string[];
}

/** A socket factory for tests and the sockets that it has made. */
export function fakeSockets(): { readonly openSocket: OpenSocket; readonly sockets: FakeSocket[] } {
  const sockets: FakeSocket[] = [];
  const openSocket: OpenSocket = (url) => {
    const end: SocketLike = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => {
        const message = codec.decode(text);
        if (message.ok) fake.sent.push({ name: message.name, payload: message.payload });
      },
      close: () => {
        fake.isClosedByPage = true;
      },
    };
    const fake: FakeSocket = {
      url,
      sent: [],
      isClosedByPage: false,
      open: () => end.onopen?.(),
      receive: (name, payload) => end.onmessage?.({ data: codec.encode(name, payload, 'masked') }),
      receiveText: (text) => end.onmessage?.({ data: text }),
      closeWith: (code) => end.onclose?.({ code }),
      sentNames: () => fake.sent.map(({ name }) => name),
    };
    sockets.push(fake);
    return end;
  };
  return { openSocket, sockets };
}

/** What the server answers to a good v3.authorize (W6). */
export function welcome(socket: FakeSocket): void {
  socket.receive('v3.authorize.success', { seq: 1, success: true, socket_id: 'sock1' });
  socket.receive('v3.templates', {
    seq: TEMPLATE_EDITION,
    version: TEMPLATE_EDITION,
    hash: '48759918fc910c47',
    templates: templateList.map(([name, fields, id]): [string, string[]] | [string, string[], number] =>
      id === undefined ? [name, [...fields]] : [name, [...fields], id],
    ),
  });
}

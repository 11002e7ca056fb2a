import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import {
  type ArgumentsOf,
  type Api,
  type EventName,
  type Payload,
  PROTOCOL_VERSION,
  type ResultOf,
} from '@klieg/contract';
import { CallError, type CallOptions, createClient } from '@klieg/contract/client';
import { lateRoutes } from '@klieg/contract/features/late-routes';
import { routes } from '@klieg/contract/features/routes';
import { staffRoutes } from '@klieg/contract/features/staff-routes';
import { type Codec, frozenTemplates, makeCodec, type Template } from '@klieg/codec';
import { uuidv7 } from '@klieg/kernel';
import { WebSocket } from 'ws';

/** A message as it came. */
export interface Received {
  readonly name: string;
  readonly payload: Record<string, unknown>;
}

/** A socket to the site that speaks the room protocol. */
export interface VisitorSocket {
  readonly received: readonly Received[];
  readonly closeCode: number | undefined;
  send<N extends EventName>(name: N, payload: Partial<Payload<N>>): void;
  sendText(text: string): void;
  /** The first message of this name after `from` (index in `received`); waits for it. */
  waitFor<N extends EventName>(name: N, accept?: (payload: Payload<N>) => boolean): Promise<Payload<N>>;
  /** @param waitMs how long it is waited for; absent: as long as for everything else */
  waitForClose(waitMs?: number): Promise<number>;
  /** Drops what has come until now; for sockets that stay for hours. */
  forget(): void;
  close(): void;
}

/** What a page may add to its v3.authorize. */
export type HelloOptions = Partial<Payload<'v3.authorize'>>;

/** Somebody who uses the site over real HTTP and sockets. */
export interface Visitor {
  readonly baseUrl: string;
  readonly cookies: ReadonlyMap<string, string>;
  call<K extends keyof Api>(
    name: K,
    args?: ArgumentsOf<Api[K]> & Pick<CallOptions, 'idempotencyKey' | 'form' | 'bytes'>,
  ): Promise<ResultOf<Api[K]>>;
  /** A request with this visitor's cookies, for what the client does not do. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Goes to a page as a browser does that is sent there. @returns where the answer leads; undefined: nowhere */
  navigate(path: string, from: 'same-origin' | 'cross-site'): Promise<string | undefined>;
  readonly csrf: string;
  /** Gets a cookie and a CSRF token. */
  arrive(): Promise<void>;
  login(username: string, password: string): Promise<void>;
  /** Goes on with the cookie of a log-in that was opened elsewhere, and its CSRF token. */
  goOnWith(cookie: { readonly name: string; readonly value: string }, csrf: string): void;
  openLobby(options?: HelloOptions): Promise<VisitorSocket>;
  /** Discovers and joins a room through an open lobby. */
  openRoom(lobby: VisitorSocket, room: string, options?: HelloOptions): Promise<VisitorSocket>;
}

/** Bounds how long a broken thing is waited for, and says nothing of how fast a machine is. */
const WAIT_MS = 180_000;
/** The room moves to another server: pages ask for it again at once (machine 1). */
const COME_AGAIN = 1013;
const AGAIN_MS = 200;
const TRIES_MAX = 50;

function openSocket(url: string, headers: Readonly<Record<string, string>>): Promise<VisitorSocket> {
  const socket = new WebSocket(url, 'v3.json', { headers, perMessageDeflate: false });
  const received: Received[] = [];
  const listeners = new Set<() => void>();
  let codec: Codec = makeCodec(frozenTemplates);
  let closeCode: number | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };

  socket.on('message', (data) => {
    const decoded = codec.decode(String(data));
    if (!decoded.ok) return;
    if (decoded.name === 'v3.templates' && decoded.payload['templates'])
      codec = makeCodec(decoded.payload['templates'] as Template[]);
    if (decoded.name === 'v3.ping')
      socket.send(codec.encode('v3.pong', { t: decoded.payload['t'] }, 'masked'));
    received.push({ name: decoded.name, payload: decoded.payload });
    notify();
  });
  socket.on('close', (code) => {
    closeCode = code;
    notify();
  });
  socket.on('error', () => undefined);

  const waitUntil = <T>(what: string, look: () => T | undefined, waitMs = WAIT_MS): Promise<T> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        listeners.delete(listener);
        const seen = received.map((message) => message.name).join(', ');
        reject(new Error(`${what} did not come; close ${closeCode}; seen: ${seen}`));
      };
      const listener = () => {
        const found = look();
        if (found !== undefined) {
          clearTimeout(timer);
          listeners.delete(listener);
          resolve(found);
          // Nothing comes after the end.
        } else if (closeCode !== undefined) giveUp();
      };
      const timer = setTimeout(giveUp, waitMs);
      listeners.add(listener);
      listener();
    });

  const visitorSocket: VisitorSocket = {
    received,
    get closeCode() {
      return closeCode;
    },
    send: (name, payload) => socket.send(codec.encode(name, payload, 'masked')),
    sendText: (text) => socket.send(text),
    waitFor: (name, accept = () => true) =>
      waitUntil(
        name,
        () =>
          received.find((message) => message.name === name && accept(message.payload as Payload<typeof name>))
            ?.payload as Payload<typeof name> | undefined,
      ),
    waitForClose: (waitMs) => waitUntil('close', () => closeCode, waitMs),
    forget: () => void received.splice(0),
    close: () => socket.close(1000),
  };

  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(visitorSocket));
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`socket refused: ${response.statusCode}`)),
    );
    socket.once('error', reject);
  });
}

/** As whom a proxy in front announces a visitor, to a site that believes it. */
export interface VisitorFrom {
  readonly address?: string;
  /** In the header `x-country`. */
  readonly country?: string;
  /** In the header `x-region`. */
  readonly region?: string;
}

/** A visitor of the site at an address such as http://localhost:8080. */
export function makeVisitor(baseUrl: string, { address, country, region }: VisitorFrom = {}): Visitor {
  const cookies = new Map<string, string>();
  const from = {
    origin: new URL(baseUrl).origin,
    ...(address && { 'x-forwarded-for': address }),
    ...(country && { 'x-country': country }),
    ...(region && { 'x-region': region }),
  };
  let csrf = '';

  const keepCookies = (lines: readonly string[]) => {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      if (value === '') cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), value);
    }
  };
  const cookieLine = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const cookieFetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(from)) headers.set(name, value);
    if (cookies.size > 0) headers.set('cookie', cookieLine());
    const response = await fetch(input, { redirect: 'manual', ...init, headers });
    keepCookies(response.headers.getSetCookie());
    return response;
  };

  const client = createClient({
    routes: { ...routes, ...lateRoutes, ...staffRoutes },
    baseUrl: `${baseUrl}/api/v1`,
    fetch: cookieFetch,
    headers: () => (csrf ? { 'x-csrf-token': csrf } : {}),
  });

  const joinRoom = async (
    lobby: VisitorSocket,
    room: string,
    options: HelloOptions,
  ): Promise<VisitorSocket> => {
    const requestId = uuidv7();
    lobby.send('v3.lobby.discover', { room, request_id: requestId });
    const found = await lobby.waitFor('v3.lobby.discovered', (answer) => answer.request_id === requestId);
    if (!found.server || !found.node_token) throw new Error(`no room ${room}: ${found.errorType}`);
    const socket = await openSocket(found.server, from);
    socket.send('v3.authorize', {
      node_token: found.node_token,
      protocol_version: PROTOCOL_VERSION,
      room,
      ...options,
    });
    return socket;
  };

  const visitor: Visitor = {
    baseUrl,
    cookies,
    get csrf() {
      return csrf;
    },
    call: async (name, args) => {
      const answer = await (client[name] as (given?: unknown) => Promise<unknown>)(args);
      const fresh = (answer as { csrf?: unknown }).csrf;
      if (typeof fresh === 'string') csrf = fresh;
      return answer as never;
    },
    fetch: (path, init) => cookieFetch(`${baseUrl}${path}`, init),
    // By hand: `fetch` says of itself how it goes somewhere.
    async navigate(path, site) {
      const { origin: _none, ...headers } = from;
      const request = get(`${baseUrl}${path}`, {
        headers: { ...headers, cookie: cookieLine(), 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      keepCookies(response.headers['set-cookie'] ?? []);
      if (response.headers['set-cookie']) await visitor.arrive();
      return response.headers.location;
    },
    async arrive() {
      await visitor.call('getSiteConfig');
    },
    async login(username, password) {
      if (!csrf) await visitor.arrive();
      await visitor.call('login', { body: { login: username, password } });
    },
    goOnWith({ name, value }, token) {
      cookies.set(name, value);
      csrf = token;
    },
    async openLobby(options = {}) {
      const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
      const socket = await openSocket(`${baseUrl.replace(/^http/, 'ws')}/ws/lobby`, from);
      socket.send('v3.authorize', { node_token: token, protocol_version: PROTOCOL_VERSION, ...options });
      await socket.waitFor('v3.templates');
      return socket;
    },
    async openRoom(lobby, room, options = {}) {
      for (let tries = 1; ; tries++) {
        const socket = await joinRoom(lobby, room, options);
        try {
          await socket.waitFor('v3.chat.history');
          return socket;
        } catch (error) {
          if (socket.closeCode !== COME_AGAIN || tries === TRIES_MAX) throw error;
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
      }
    },
  };
  return visitor;
}

export { CallError };

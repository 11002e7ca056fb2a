/*
 * A room-protocol client written from docs/wire/events.md alone. It shares no code with the product:
 * what it reads and writes right is what the page says, not what our codec happens to do.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';

type List = [name: string, fields: string[]][];

/** Positions 0 to 15 are frozen: a client speaks before it has the list (W20). */
const frozen: List = [
  [
    'v3.authorize',
    [
      'node_token',
      'protocol_version',
      'room',
      'client_version',
      'templates_hash',
      'epoch',
      'seq',
      'visible',
      'locale',
      'compress',
    ],
  ],
  [
    'v3.authorize.success',
    [
      'seq',
      'success',
      'user',
      'socket_id',
      'server_time_ms',
      'ping_seconds',
      'role',
      'mode',
      'errorType',
      'error',
    ],
  ],
  ['v3.templates', ['seq', 'version', 'hash', 'templates']],
  ['v3.error', ['errorType', 'error', 'event', 'client_id', 'field', 'retry_after_ms']],
  ['v3.ping', ['t']],
  ['v3.pong', ['t']],
  ['v3.ack', ['client_id', 'status', 'id', 'at', 'errorType', 'error', 'retry_after_ms']],
  ['v3.client.version', ['seq', 'version', 'min_version', 'reload_after_ms']],
  ['v3.refresh', ['reason', 'after_ms']],
  ['v3.logout', ['reason']],
  ['v3.lobby.discover', ['room', 'request_id']],
  [
    'v3.lobby.discovered',
    [
      'room',
      'server',
      'node_token',
      'expires_at',
      'request_id',
      'errorType',
      'error',
      'retry_after_ms',
      'suggestions',
    ],
  ],
];

/** W12, W13: bit i stands for field i; a mask is a number, or hex text above field 30. */
export function unmask(fields: string[], payload: unknown[]): Record<string, unknown> {
  const mask = BigInt(typeof payload[0] === 'string' ? `0x${payload[0]}` : (payload[0] as number));
  const out: Record<string, unknown> = {};
  let next = 1;
  for (let bit = 0; mask >> BigInt(bit) > 0n; bit++)
    if ((mask >> BigInt(bit)) & 1n) out[fields[bit]!] = payload[next++];
  return out;
}

export function mask(fields: string[], payload: Record<string, unknown>): unknown[] {
  let bits = 0n;
  const values: unknown[] = [];
  fields.forEach((field, bit) => {
    if (payload[field] === undefined) return;
    bits |= 1n << BigInt(bit);
    values.push(payload[field]);
  });
  return [bits < 2n ** 31n ? Number(bits) : bits.toString(16), ...values];
}

export interface Heard {
  name: string;
  payload: Record<string, unknown>;
  wasMasked: boolean;
}

/** One socket: authorizes, learns the list, remembers what it hears. */
export class IndependentClient {
  list: List = frozen;
  heard: Heard[] = [];
  form: 'plain' | 'masked';
  socket: WebSocket;

  constructor(url: string, origin: string, form: 'plain' | 'masked') {
    this.form = form;
    this.socket = new WebSocket(url, 'v3.json', { headers: { origin } });
    this.socket.on('message', (data) => this.hear(String(data)));
  }

  hear(text: string): void {
    const [id, given] = JSON.parse(text) as [number, unknown];
    const [name, fields] = this.list[id]!;
    const wasMasked = Array.isArray(given);
    const payload = wasMasked
      ? unmask(fields, given as unknown[])
      : ((given ?? {}) as Record<string, unknown>);
    if (name === 'v3.templates' && payload['templates']) this.list = payload['templates'] as List;
    if (name === 'v3.ping') this.say('v3.pong', { t: payload['t'] });
    this.heard.push({ name, payload, wasMasked });
  }

  say(name: string, payload: Record<string, unknown>): void {
    const id = this.list.findIndex(([known]) => known === name);
    this.socket.send(
      JSON.stringify([id, this.form === 'plain' ? payload : mask(this.list[id]![1], payload)]),
    );
  }

  async open(hello: Record<string, unknown>): Promise<void> {
    await once(this.socket, 'open');
    this.say('v3.authorize', { protocol_version: 3, compress: this.form === 'masked', ...hello });
    await this.wait('v3.templates');
  }

  async wait(
    name: string,
    accept: (payload: Record<string, unknown>) => boolean = () => true,
  ): Promise<Record<string, unknown>> {
    const until = Date.now() + 60_000;
    for (;;) {
      const found = this.heard.find((message) => message.name === name && accept(message.payload));
      if (found) return found.payload;
      if (Date.now() > until) throw new Error(`${name} did not come`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

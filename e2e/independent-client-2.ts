/*
 * A client of edition 2 of the template list, written from docs/wire/events.md alone like the one of edition 1,
 * on which it stands: it says that it knows edition 2 (W25), and reads lists whose entries name ids (W20).
 */
import { IndependentClient, mask } from './independent-client.ts';

type Entry = [name: string, fields: string[], id?: number];

export class IndependentClient2 extends IndependentClient {
  constructor(url: string, origin: string, form: 'plain' | 'masked') {
    super(url, origin, form);
    this.list = this.list.map(([name, fields]) => {
      if (name === 'v3.authorize') return [name, [...fields, 'edition']];
      return name === 'v3.error' ? [name, [...fields, 'code']] : [name, fields];
    });
  }

  override hear(text: string): void {
    super.hear(text);
    const { name, payload } = this.heard.at(-1)!;
    if (name !== 'v3.templates' || !payload['templates']) return;
    this.list = [];
    let next = 0;
    for (const [event, fields, id = next] of payload['templates'] as Entry[]) {
      this.list[id] = [event, fields];
      next = id + 1;
    }
  }

  override say(name: string, payload: Record<string, unknown>): void {
    const id = this.list.findIndex((template) => template?.[0] === name);
    const given = name === 'v3.authorize' ? { edition: 2, ...payload } : payload;
    this.socket.send(JSON.stringify([id, this.form === 'plain' ? given : mask(this.list[id]![1], given)]));
  }
}

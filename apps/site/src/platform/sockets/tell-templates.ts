import { type EventName, eventSpecs, type EventSpec } from '@klieg/contract';
import type { Socket } from './socket.ts';
import { editionOf } from './wire.ts';

const planned = (Object.entries(eventSpecs) as [EventName, EventSpec][])
  .filter(([, spec]) => spec.planned && spec.direction !== 'in')
  .map(([name]) => name);

/**
 * Tells a page the template list of its edition, without the list when it holds it already (W22), and
 * which of the events that it may say are not served yet (W26).
 */
export function tellTemplates(socket: Socket, heldHash: string | null | undefined): void {
  const { edition } = socket.dialect;
  const { list, hash } = editionOf(edition);
  const templates = list.map(([name, fields, id]): [string, string[]] | [string, string[], number] =>
    id === undefined ? [name, [...fields]] : [name, [...fields], id],
  );
  socket.send('v3.templates', {
    seq: edition,
    version: edition,
    hash,
    ...(heldHash === hash ? {} : { templates }),
  });
  socket.send('v3.templates.planned', { seq: edition, events: planned });
}

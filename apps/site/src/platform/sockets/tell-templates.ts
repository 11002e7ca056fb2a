import { type EventName, eventSpecs, type EventSpec } from '@klieg/contract';
import { shareMessage } from './shared-message.ts';
import type { Socket } from './socket.ts';
import { editionOf } from './wire.ts';

const planned = (Object.entries(eventSpecs) as [EventName, EventSpec][])
  .filter(([, spec]) => spec.planned && spec.direction !== 'in')
  .map(([name]) => name);

/** What all pages of one edition are told in the same way. */
interface TemplateNews {
  readonly hash: string;
  readonly whole: ReturnType<typeof shareMessage>;
  readonly known: ReturnType<typeof shareMessage>;
  readonly planned: ReturnType<typeof shareMessage>;
}

function makeNews(edition: number): TemplateNews {
  const { list, hash } = editionOf(edition);
  const templates = list.map(([name, fields, id]): [string, string[]] | [string, string[], number] =>
    id === undefined ? [name, [...fields]] : [name, [...fields], id],
  );
  const version = { seq: edition, version: edition, hash };
  return {
    hash,
    whole: shareMessage('v3.templates', { ...version, templates }),
    known: shareMessage('v3.templates', version),
    planned: shareMessage('v3.templates.planned', { seq: edition, events: planned }),
  };
}

const newsOf = new Map<number, TemplateNews>();

/**
 * Tells a page the template list of its edition, without the list when it holds it already (W22), and
 * which of the events that it may say are not served yet (W26).
 */
export function tellTemplates(socket: Socket, heldHash: string | null | undefined): void {
  const { edition } = socket.dialect;
  const news = newsOf.get(edition) ?? makeNews(edition);
  newsOf.set(edition, news);
  (heldHash === news.hash ? news.known : news.whole)(socket);
  news.planned(socket);
}

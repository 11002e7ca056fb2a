import type { Metrics } from '../metrics/index.ts';
import type { RenderRefusal } from './render-queue.ts';

/** Counts pages by where they came from; gives the page handler's `onServed`. */
export function countPages(metrics: Metrics): (source: 'cache' | 'render' | RenderRefusal) => void {
  const pages = metrics.counter({ name: 'klieg_pages_total', help: 'Pages served', labelNames: ['source'] });
  return (source) => pages.inc({ source });
}

import { escapeHtml } from '#site/platform/escape-html.ts';

/** Pages of this site, parts of a page and mail addresses: the texts link to nothing else. */
const isOwnLink = (target: string): boolean => /^(?:\/(?!\/)|#|mailto:)/.test(target);

/** Strong words, links and fields inside of a line that is already safe HTML. */
const renderInline = (line: string, fields: Readonly<Record<string, string>>): string =>
  escapeHtml(line)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, target: string) => {
      if (!isOwnLink(target)) throw new Error(`a text links to ${target}, which is not on this site`);
      return `<a class="text-link" href="${target}">${words}</a>`;
    })
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = fields[name];
      if (value === undefined) throw new Error(`a text names the field ${name}, which nobody knows`);
      return value;
    });

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function renderBlock(block: string, fields: Readonly<Record<string, string>>): string {
  const heading = /^(#{2,3}) (.+)$/.exec(block);
  if (heading) {
    const [, marks = '', words = ''] = heading;
    return `<h${marks.length} id="${slugOf(words)}">${renderInline(words, fields)}</h${marks.length}>`;
  }
  const lines = block.split('\n');
  if (lines.every((line) => /^(?:- |  )/.test(line))) return `<ul>${itemsOf(lines, /^- /, fields)}</ul>`;
  if (lines.every((line) => /^(?:\d+\. |  )/.test(line)))
    return `<ol>${itemsOf(lines, /^\d+\. /, fields)}</ol>`;
  return `<p>${renderInline(lines.join(' '), fields)}</p>`;
}

/** Lines that begin an item, each with its continuation lines. */
function itemsOf(lines: readonly string[], mark: RegExp, fields: Readonly<Record<string, string>>): string {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items.map((item) => `<li>${renderInline(item, fields)}</li>`).join('');
}

/**
 * HTML of a text of the house: headings of two levels, paragraphs, lists, strong words, links to this site and
 * `{{fields}}`. Everything else stays text.
 * @param fields values as HTML
 * @throws Error for a link that leaves the site, or a field that nobody knows
 */
export const renderMarkdown = (text: string, fields: Readonly<Record<string, string>>): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((block) => renderBlock(block, fields))
    .join('\n');

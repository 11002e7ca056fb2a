import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const day = z.iso.date();

const legalHead = z.strictObject({
  title: z.string(),
  description: z.string(),
  version: z.string().max(20),
  since: day,
});
const faqHead = z.strictObject({
  title: z.string(),
  description: z.string(),
  id: z.coerce.number().int().positive(),
  section: slug,
  audience: z.enum(['viewer', 'model', 'studio', 'webmaster']),
  updated: day,
});

/** A text of the law or the house, as its file has it. */
export type LegalText = z.output<typeof legalHead> & { readonly slug: string; readonly body: string };
/** An answer to a question, as its file has it. */
export type FaqText = z.output<typeof faqHead> & { readonly slug: string; readonly body: string };

/** The lines `name: value` between two lines of `---`, and what follows them. */
function readFile(folder: URL, file: string): { head: Record<string, string>; body: string } {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  if (!head) throw new Error(`${file} does not begin with its head`);
  const fields = head.split('\n').map((line) => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)] as const;
  });
  return { head: Object.fromEntries(fields), body };
}

const readAll = <T extends object>(
  folder: URL,
  head: z.ZodType<T>,
): (T & { readonly slug: string; readonly body: string })[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => {
      const { head: given, body } = readFile(folder, file);
      const read = head.safeParse(given);
      if (!read.success) throw new Error(`the head of ${file} is wrong: ${read.error.message}`);
      return { ...read.data, slug: file.replace(/\.md$/, ''), body };
    });

/** Every text of the repository. @throws Error naming the file that is wrong */
export const readTexts = (): {
  readonly legal: readonly LegalText[];
  readonly campaigns: readonly LegalText[];
  readonly pages: readonly LegalText[];
  readonly faq: readonly FaqText[];
} => ({
  legal: readAll(new URL('./legal/', import.meta.url), legalHead),
  campaigns: readAll(new URL('./campaign/', import.meta.url), legalHead),
  pages: readAll(new URL('./page/', import.meta.url), legalHead),
  faq: readAll(new URL('./faq/', import.meta.url), faqHead).toSorted((a, b) => a.id - b.id),
});

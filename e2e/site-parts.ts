import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of a site's parts, found by what they run and by the address they were given. */
export function partsOf(baseUrl: string, entry: string): number[] {
  const { port } = new URL(baseUrl);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command.includes(entry) && environment.includes(`MEDIA_SITE_URL=http://127.0.0.1:${port}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

import { readFileSync } from 'node:fs';

/** The program that checks an archive; included in each. */
export const checkProgram = (): Buffer => readFileSync(new URL('./check-archive.mjs', import.meta.url));

/** What somebody reads first who opens their archive. */
export const readme = (of: {
  readonly username: string;
  readonly siteName: string;
  readonly at: Date;
  readonly left: readonly (readonly [table: string, why: string])[];
}): string =>
  `${of.siteName}: the data of ${of.username}, ${of.at.toISOString()}

data/        One file for each kind of thing, a line of JSON for each thing. Times are UTC.
data/money/statement.jsonl   Every movement of tokens.
pictures/, recordings/       What you have sent and what was recorded.
manifest.json                Every file with its size and SHA-256, signed by manifest.sig (Ed25519).
check-archive.mjs            Checks all of it: node check-archive.mjs <key from the settings page>

Other people appear by the name under which you see them. Documents that you have sent to show who you are lie sealed and
are opened by staff alone, with a reason that is written down; the archive says which ones there are.

Not in here, and why:
${of.left.map(([table, why]) => `  ${table}: ${why}`).join('\n')}
`;

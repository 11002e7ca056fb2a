import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../docs/wire/http.md', import.meta.url), 'utf8');

/** Rows of the page that stand for something else than one call of the contract, and why. */
const OTHERS: ReadonlySet<string> = new Set([
  // Made from the contract itself.
  'GET /openapi.json',
  // Bodies that the biller signs as they are, and pictures: served beside the calls.
  'POST /postback/{biller}',
  'GET /thumb/{username}.jpg',
  'GET /placeholder/{n}.svg',
  'GET /pixel.gif',
  // Reports of browsers, in two forms and without a token.
  'POST /csp-report',
  // What vendors of age checks post, in words of their own.
  'POST /callback/yoti',
  'POST /callback/incode',
  // The path of a page of the browser: several calls of discovery.
  'GET /browse/react{path}',
]);

/** Method and path of every call in the tables of docs/wire/http.md, as the contract writes them. */
export const wireCalls: readonly string[] = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s]*)`/g)])
  .map(([, call = '']) => call)
  .filter((call) => !OTHERS.has(call))
  .map((call) => call.replace(/(?<=[^/]){path}$/, '/{path*}'));

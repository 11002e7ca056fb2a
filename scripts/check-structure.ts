import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import {
  api,
  callsByFeature,
  errorSpecs,
  eventsByFeature,
  type EventSpec,
  plannedByFeature,
} from '@klieg/contract';
import { findCircles } from './circles.ts';
import { findFolderCircles } from './folder-circles.ts';
import { pageImportsOf, refuseImport } from './web-imports.ts';
// The rules are plain JavaScript, read by the program itself too.
const { default: rules } = (await import(String(new URL('../.dependency-cruiser.mjs', import.meta.url)))) as {
  default: { forbidden: object[]; options: object };
};
const { mediaTiers } = (await import(String(new URL('../media-map.mjs', import.meta.url)))) as {
  mediaTiers: Record<string, number>;
};

/*
 * The rules of the house that a program can check: import directions, SQL only in stores, every call
 * and error code named by a test. Prints what is wrong and ends with 1.
 */

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const problems: string[] = [];

const cruised = await cruise(['apps', 'packages'], {
  ...rules.options,
  ruleSet: { forbidden: rules.forbidden },
  validate: true,
} as never);
const output = cruised.output as {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
  modules: {
    source: string;
    dependencies: { resolved: string; dynamic: boolean; dependencyTypes: string[] }[];
  }[];
};
// A wrong parser setting reads nothing and finds nothing.
if (output.summary.totalCruised < 200)
  problems.push(`the import checker read only ${output.summary.totalCruised} modules`);
for (const { rule, from, to } of output.summary.violations)
  problems.push(`${rule.name}: ${from} imports ${to}`);

// No modules import each other in a circle, but for what is fetched when it is needed: that has no order of loading to
// be tangled.
const needs = new Map(
  output.modules.map(({ source, dependencies }) => [
    source,
    new Set(dependencies.flatMap(({ dynamic, resolved }) => (dynamic ? [] : resolved))),
  ]),
);
for (const circle of findCircles(needs)) problems.push(`modules in a circle: ${circle.join(' -> ')}`);

// Folders of one feature stand one above the other, so that each can be read without those that use it.
const runs = output.modules
  .filter(({ source }) => !/\.(?:test|fixture)\.tsx?$|\/testing/.test(source))
  .flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ dynamic, dependencyTypes }) => !dynamic && !dependencyTypes.includes('type-only'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  );
for (const circle of findFolderCircles(runs)) problems.push(`folders in a circle: ${circle.join(' -> ')}`);

const sources = globSync('{apps,packages}/**/*.{ts,tsx}', {
  exclude: (name) => name === 'node_modules' || name === 'build',
});
const tests = [...sources, ...globSync('e2e/**/*.ts')].filter((file) => /\.(?:test|e2e)\.tsx?$/.test(file));
const text = (file: string): string => readFileSync(file, 'utf8');

// A folder of the media process without a tier would have no rules.
for (const folder of globSync('apps/media/src/*/', { exclude: ['apps/media/src/testing'] }))
  if (!(basename(folder) in mediaTiers)) problems.push(`${folder} has no tier in media-map.mjs`);

// Only stores (and the ledger's and postgres's own plumbing) speak SQL.
const mayUseSql = /-store\.ts$|\/platform\/postgres\/|\.test\.tsx?$|\/testing-site\.ts$|\/features\/ledger\//;
for (const file of sources)
  if (
    file.startsWith('apps/site/') &&
    !mayUseSql.test(file) &&
    /from 'kysely'|\.pool\.query\(/.test(text(file))
  )
    problems.push(`${file} speaks SQL outside of a store`);

const allTests = tests.map(text).join('\n');
for (const name of Object.keys(api))
  if (!new RegExp(`['".]${name}\\b`).test(allTests)) problems.push(`no test makes the call ${name}`);
for (const code of Object.keys(errorSpecs))
  if (!allTests.includes(code)) problems.push(`no test asserts the error ${code}`);
for (const [feature, calls] of Object.entries(callsByFeature))
  for (const [name, call] of Object.entries(calls)) {
    for (const code of call.errors)
      if (!(code in errorSpecs)) problems.push(`${feature}.${name} names the unknown error ${code}`);
    if (call.spends && call.rate !== 'spend')
      problems.push(`${feature}.${name} spends but is not of class spend`);
  }

// What an account is, is read in one place; everything else asks for a permission. The store fills the flags,
// the answer about oneself tells them, and the desk of accounts sets them.
const mayReadKinds =
  /\.test\.ts$|\/testing-|\/permissions\/principal\.ts$|\/identity\/(?:account|account-store|present-me)\.ts$|\/user-desk\/(?:change-rules|change-user|user-desk-store)\.ts$/;
const kinds =
  /\bis(?:Admin|SuperAdmin|StudioOwner|StudioPay|SubstudioManager|DirectPay)\b|roles\.(?:includes|some)\([^)]*'(?:site_mod|model_admin|auditor)'/;
for (const file of sources)
  if (
    /^apps\/site\/src\/(?:app|features|platform)\//.test(file) &&
    !mayReadKinds.test(file) &&
    kinds.test(text(file))
  )
    problems.push(`${file} reads what an account is; it has to ask for a permission`);

// Platform carries calls and events and knows none by name, but for those of its own protocol.
const namesOfFeatures = new Set([
  ...Object.keys(api),
  ...Object.entries(eventsByFeature).flatMap(([feature, events]) =>
    feature === 'platform' ? [] : Object.keys(events),
  ),
]);
const withoutComments = (code: string): string => code.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
for (const file of sources) {
  if (!file.startsWith('apps/site/src/platform/') || file.endsWith('.test.ts')) continue;
  for (const [, literal = ''] of withoutComments(text(file)).matchAll(/['"`]([^'"`\n]*)['"`]/g))
    if (namesOfFeatures.has(literal)) problems.push(`${file} names ${literal}, which belongs to a feature`);
}

// The wiring joins parts and decides nothing: no query, no schema, no error of the product, no call or event.
for (const file of sources) {
  if (!/^apps\/site\/src\/app\/(?!testing-|config\.ts|environment\.ts)(?!.*\.test\.ts$)/.test(file)) continue;
  if (file.endsWith('-store.ts')) problems.push(`${file} is wiring and a store; move it into a feature`);
  const code = withoutComments(text(file));
  for (const [pattern, what] of [
    [/from 'kysely'|\bsql`|\.query[(<]/, 'a query'],
    [/from 'zod'/, 'a schema'],
    [/\bAppError\b/, 'an error of the product'],
  ] as const)
    if (pattern.test(code)) problems.push(`${file} is wiring and holds ${what}; move it into a feature`);
  for (const [, literal = ''] of code.matchAll(/['"`]([^'"`\n]*)['"`]/g))
    if (namesOfFeatures.has(literal) || literal.startsWith('v3.'))
      problems.push(`${file} is wiring and names ${literal}; that belongs into its feature`);
}

// What is declared and not served yet is named by no page, and an event that somebody names on the server
// is served. The list of all state events of a room numbers them; the page also hears two that are to come.
const HEARD_ALREADY = new Set(['v3.chat.sodastar', 'v3.epoch_oneclick_error']);
const codeOf = (start: string): string =>
  sources
    .filter(
      (file) =>
        file.startsWith(start) && !/\.test\.tsx?$|\.fixture\.ts$|\/room-position\.ts$|\/testing-/.test(file),
    )
    .map((file) => withoutComments(text(file)))
    .join('\n');
const [siteCode, webCode] = [codeOf('apps/site/'), codeOf('apps/web/app/')];
for (const [name, spec] of Object.values(eventsByFeature).flatMap((events) =>
  Object.entries<EventSpec>(events),
)) {
  if (siteCode.includes(`'${name}'`) === Boolean(spec.planned))
    problems.push(spec.planned ? `${name} is planned, and the site names it` : `nobody serves ${name}`);
  if (spec.planned && !HEARD_ALREADY.has(name) && webCode.includes(`'${name}'`))
    problems.push(`a page uses ${name}, which nobody serves yet`);
}
const pageCalls = [...webCode.matchAll(/\/api\/v1(\/[^'"`?\s]*)/g)].map(([, path = '']) =>
  path.replace(/\$\{[^}]*\}/g, 'x'),
);
for (const [, path] of Object.values(plannedByFeature).flat()) {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  for (const used of pageCalls)
    if (pattern.test(used)) problems.push(`a page calls ${used}, which nobody serves yet`);
}

// A web feature is an island: it imports other features through their index only, by whatever name.
for (const file of sources) {
  if (!file.startsWith('apps/web/app/') || /\.test\.tsx?$/.test(file)) continue;
  for (const target of pageImportsOf(file, text(file))) {
    const problem = refuseImport(file, target);
    if (problem) problems.push(problem);
  }
}

// What the documents name is there.
for (const file of ['docs/walks.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])
  for (const [, path = ''] of text(file).matchAll(
    /`((?:apps|packages|scripts|bench|e2e|deploy|docs)\/[\w./-]+)`/g,
  ))
    if (!existsSync(path)) problems.push(`${file} names ${path}, which is not there`);

// A merge that was left half done is text to every other check.
for (const file of globSync('{*,docs/**/*,apps/**/*,packages/**/*,scripts/*}.{md,css,sql,json}', {
  exclude: (name) => name === 'node_modules' || name === 'build',
}))
  if (/^(?:<{7}|>{7}) /m.test(text(file))) problems.push(`${file} has the marks of a merge in it`);

for (const problem of problems) console.error(problem);
console.log(
  `structure: ${output.summary.totalCruised} modules, ${tests.length} test files, ${problems.length} problems`,
);
process.exit(problems.length > 0 ? 1 : 0);

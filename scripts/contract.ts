import { eventsByFeature, type EventSpec, plannedByFeature } from '@klieg/contract';

/* `npm run contract -- gaps`: what the contract declares and the server does not serve yet, by feature. */

const [task] = process.argv.slice(2);
if (task !== 'gaps') {
  console.error('usage: npm run contract -- gaps');
  process.exit(1);
}

const gaps = new Map<string, string[]>();
const add = (feature: string, what: string) => gaps.set(feature, [...(gaps.get(feature) ?? []), what]);
for (const [feature, calls] of Object.entries(plannedByFeature))
  for (const [method, path] of calls) add(feature, `${method} ${path}`);
for (const [feature, events] of Object.entries(eventsByFeature))
  for (const [name, spec] of Object.entries(events as Readonly<Record<string, EventSpec>>))
    if (spec.planned) add(feature, `${name} (${spec.direction})`);

for (const [feature, list] of [...gaps].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(`${feature}: ${list.length}`);
  for (const what of list) console.log(`  ${what}`);
}
const all = [...gaps.values()].flat();
const events = all.filter((what) => what.startsWith('v3.')).length;
console.log(`${all.length - events} calls and ${events} events are declared and not served yet`);

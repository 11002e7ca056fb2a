import type { AgeAction, AgeMethod, PersonKind } from '../enums.ts';
import type { AgeRuleLine } from './http.ts';

/** Where somebody is: `US`, and `US-FL` where the state is known. */
export interface AgePlace {
  readonly country: string | null;
  readonly state: string | null;
}

/** What the rules ask of a person before an act, and by which rule. */
export interface AgeDemand {
  readonly isRequired: boolean;
  /** Empty where nothing is required. */
  readonly methods: readonly AgeMethod[];
  /** The rule of the place, even if it exempts this act or person; null where there is no rule. */
  readonly rule: AgeRuleLine | null;
}

/** Stands for an unknown state in countries whose rules differ by state. */
const unknownState = (country: string): string => `${country}-??`;

/** The rule in force at a place on a day: a state's rule goes before its country's. */
function ruleOf(
  rules: readonly AgeRuleLine[],
  { country, state }: AgePlace,
  today: string,
): AgeRuleLine | undefined {
  if (country === null) return undefined;
  const inForce = rules.filter((rule) => rule.since <= today);
  const at = (place: string) => inForce.find((rule) => rule.place === place);
  return at(state ?? unknownState(country)) ?? at(country);
}

/**
 * What is asked of a kind of person at a place before an act. An unknown country asks for nothing; an unknown state
 * falls under the rule that its country has for that case.
 * @param today `2026-11-20`: rules that begin later ask for nothing yet
 */
export function demandAge(
  rules: readonly AgeRuleLine[],
  asked: {
    readonly place: AgePlace;
    readonly person: PersonKind;
    readonly action: AgeAction;
    readonly today: string;
  },
): AgeDemand {
  const rule = ruleOf(rules, asked.place, asked.today);
  if (!rule) return { isRequired: false, methods: [], rule: null };
  const isRequired = rule.actions.includes(asked.action) && !rule.exempt.includes(asked.person);
  return { isRequired, methods: isRequired ? rule.methods : [], rule };
}

/** How two releases differ in one rule. */
export interface RuleChange {
  readonly place: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Names of the fields that differ; empty for a rule that came or went. */
  readonly fields: readonly string[];
}

const FIELDS = ['law', 'since', 'methods', 'actions', 'exempt', 'scope'] as const;

/** What a later release changes from an earlier one, by place. */
export function diffRules(
  before: readonly AgeRuleLine[],
  after: readonly AgeRuleLine[],
): readonly RuleChange[] {
  const old = new Map(before.map((rule) => [rule.id, rule]));
  const kept = new Set(after.map((rule) => rule.id));
  const removed = before
    .filter((rule) => !kept.has(rule.id))
    .map(({ place }) => ({ place, kind: 'removed' as const, fields: [] }));
  const others = after.flatMap((rule): readonly RuleChange[] => {
    const was = old.get(rule.id);
    if (!was) return [{ place: rule.place, kind: 'added', fields: [] }];
    const fields = FIELDS.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(rule[field]));
    return fields.length > 0 ? [{ place: rule.place, kind: 'changed', fields }] : [];
  });
  return [...removed, ...others].toSorted((a, b) => (a.place < b.place ? -1 : 1));
}

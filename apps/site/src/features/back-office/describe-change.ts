const textOf = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/**
 * What a change changes, field by field as `before → after`, for the audit log; all fields if there was nothing before.
 */
export function describeChange(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const lines = Object.entries(after).flatMap(([name, value]) => {
    const [old, now] = [textOf(before?.[name]), textOf(value)];
    return old === now ? [] : [[name, before ? `${old} → ${now}` : now] as const];
  });
  return Object.fromEntries(lines);
}

/** What a check found: fine, worth a look, or something that must be mended before visitors come. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  /** What was found and, unless it is fine, how it is mended. */
  readonly text: string;
}

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });
export const warn = (check: string, text: string): Finding => ({ check, state: 'warn', text });
export const fail = (check: string, text: string): Finding => ({ check, state: 'fail', text });

/** What an error says, with the reasons below it where it has no words of its own. */
export function sayError(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(sayError).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** A finding as one line. */
export const formatFinding = ({ check, state, text }: Finding): string =>
  `${state.padEnd(5)}${check.padEnd(16)}${text.replaceAll(/\s*\n\s*/g, '; ')}`;

/** What the command ends with: 1 where something must be mended. */
export const exitCodeOf = (findings: readonly Finding[]): number =>
  findings.some(({ state }) => state === 'fail') ? 1 : 0;

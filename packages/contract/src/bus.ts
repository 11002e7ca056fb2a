/** Stops a subscription. */
export type Unsubscribe = () => void;

/** True when `subject` falls under `pattern`: equal, or below a pattern that ends in `.>`. */
export const matchesSubject = (pattern: string, subject: string): boolean =>
  pattern === subject || (pattern.endsWith('.>') && subject.startsWith(pattern.slice(0, -1)));

/**
 * Carries objects between processes; may lose, double and reorder them, so nothing of value may depend on it. Subjects
 * are dot-separated words; a subscription may end in `.>` for everything below.
 */
export interface Bus {
  publish(subject: string, message: unknown): void;
  subscribe(subject: string, handler: (message: unknown, subject: string) => void): Unsubscribe;
  /** Resolves when subscriptions made so far are in force everywhere. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** True when `subject` falls under `pattern`: equal, or below a pattern that ends in `.>`. */
export const matchesSubject = (pattern: string, subject: string): boolean =>
  pattern === subject || (pattern.endsWith('.>') && subject.startsWith(pattern.slice(0, -1)));

/** One timer at a time: setting it replaces the earlier one. */
export interface Alarm {
  set(ms: number, onDue: () => void): void;
  clear(): void;
}

export function makeAlarm(): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    set(ms, onDue) {
      clearTimeout(timer);
      timer = setTimeout(onDue, ms);
    },
    clear: () => clearTimeout(timer),
  };
}

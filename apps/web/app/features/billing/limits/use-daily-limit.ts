import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';

/** How much may be bought and spent today, and how much is used; undefined until known. */
export function useDailyLimit(): {
  readonly limit: Answer<'getDailyLimit'> | undefined;
  readonly reload: () => void;
} {
  const { state, reload } = useLoaded('limit', (signal) => lateApi.getDailyLimit({ signal }));
  return { limit: state.kind === 'ready' ? state.value : undefined, reload };
}

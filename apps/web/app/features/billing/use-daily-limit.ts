import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';

/** How much may be bought and spent today, and how much is used; undefined until known. */
export function useDailyLimit(): {
  readonly limit: Answer<'getDailyLimit'> | undefined;
  readonly reload: () => void;
} {
  const { state, reload } = useLoaded('limit', (signal) => lateApi.getDailyLimit({ signal }));
  return { limit: state.kind === 'ready' ? state.value : undefined, reload };
}

import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Room } from '@klieg/contract';
import { explainError } from '#app/shared/errors/explain-error.ts';
import type { Neighbours } from './neighbours.ts';

/** The code that loads the order comes when somebody is about to browse on: most visitors stay. */
const load = () => import('./neighbours.ts');

/** Goes on to the room before or after this one, and fetches their order ahead. */
export function useNeighbours(user: Pick<Room['user'], 'username' | 'gender'>) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { username, gender } = user;
  const read = useCallback(
    async () => (await load()).readNeighbours({ username, gender }),
    [username, gender],
  );
  const go = useCallback(
    (to: keyof Neighbours) => {
      read().then(
        (rooms) => {
          if (rooms) void navigate(`/${rooms[to]}`);
          else showToast({ content: t`No other room in this section is open now.` });
        },
        (error: unknown) => showToast({ content: explainError(error, i18n), appearance: 'error' }),
      );
    },
    [read, navigate, t, i18n],
  );
  const warm = useCallback(() => void read().catch(() => undefined), [read]);
  return { go, warm };
}

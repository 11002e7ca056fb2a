import { startTransition, useOptimistic } from 'react';

/**
 * A press shows at once on what was pressed; what follows from it, the whole page among it, is drawn when there is
 * time for it, so that a slow phone answers the finger first.
 */
export function usePressed(isOn: boolean, onPress: () => void) {
  const [isShownOn, show] = useOptimistic(isOn);
  const press = () =>
    startTransition(() => {
      show(!isShownOn);
      onPress();
    });
  return { isOn: isShownOn, press };
}

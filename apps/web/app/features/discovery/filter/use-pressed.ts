import { startTransition, useOptimistic } from 'react';

/**
 * A press shows at once on the pressed element; the consequences, including the whole page, are rendered when there is
 * time, so that a slow phone responds to the finger first.
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

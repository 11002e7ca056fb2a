import { useIsInteractive } from '../use-client-value.ts';

/**
 * Type of a form's button: a press before the page has become interactive must not send the form by the
 * browser itself, which would load another page and write the fields into its address.
 */
export const useSubmitType = (): 'submit' | 'button' => (useIsInteractive() ? 'submit' : 'button');

import { isRouteErrorResponse } from 'react-router';

/** The visitor has left the page; a timeout uses the same signal, but is a fault. */
const hasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof Error && reason.name === 'TimeoutError');

/** Whether an error comes from loaders and components, and not from a refusal or a visitor who has left. */
export const isPageFault = (error: unknown, signal: AbortSignal): boolean =>
  !hasLeft(signal) && !(isRouteErrorResponse(error) && error.status < 500);

import { isRouteErrorResponse } from 'react-router';

/** A page that its visitor has left; one that took too long is told by the same signal, and is a fault. */
const hasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof Error && reason.name === 'TimeoutError');

/** Whether an error is one of loaders and components: no refusal, and of no visitor who has left. */
export const isPageFault = (error: unknown, signal: AbortSignal): boolean =>
  !hasLeft(signal) && !(isRouteErrorResponse(error) && error.status < 500);

/** Path of the page that shows the visitor's private; kept outside of React, for code that runs beside it. */
export const privateRoom: { path: string | undefined } = { path: undefined };

/** Whether this page shows one now. */
export const isInPrivate = (): boolean => privateRoom.path === location.pathname;

/** Address of the page that shows a private of the person who looks at it; kept outside of React, for what runs beside it. */
export const privateRoom: { path: string | undefined } = { path: undefined };

/** Whether this page shows one now. */
export const isInPrivate = (): boolean => privateRoom.path === location.pathname;

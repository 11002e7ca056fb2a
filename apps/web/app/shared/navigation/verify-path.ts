/** Where members show who they are: the sister brand has it at an address of its own. */
export const verifyPath = (isSister: boolean): string => (isSister ? '/verify' : '/account/verify');

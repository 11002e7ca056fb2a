/** Why a backup or a restore was not begun or is of no use, as a sentence for the operator. */
export class BackupError extends Error {}

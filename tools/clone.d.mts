/** Copies the working tree to a temporary folder. `remove` deletes the folder. */
export function temporaryClone(): { folder: string; remove(): void };

/** See clone.mjs. */
export function temporaryClone(): { folder: string; remove(): void };

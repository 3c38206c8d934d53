/** Languages in which a sample can have a tab. */
export const sampleLanguages = ['sh', 'ts', 'python', 'php', 'go', 'java'] as const;

declare const __VERSION__: string | undefined;

/** The package's version, which the build fills in. */
export const version: string = typeof __VERSION__ === 'string' ? __VERSION__ : 'unbuilt';

declare const __VERSION__: string | undefined;

/** The version of the package; `unbuilt` if the source code runs without a build. */
export const version: string = typeof __VERSION__ === 'string' ? __VERSION__ : 'unbuilt';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/**
 * Returns the error catalog (`components.x-error-catalogue`) by code.
 *
 * @param {DocumentNode} root
 * @returns {Map<string, { group: string, place: DocumentNode, entry: { status: number,
 * title: string, retryable: boolean, scope?: string, extensions?: string[],
 * optional_extensions?: string[] } }>}
 */
export const catalogue = (root) =>
  new Map(
    root
      .at('components', 'x-error-catalogue')
      .entries()
      .flatMap(([group, codes]) =>
        codes
          .entries()
          .filter(([, place]) => place.exists)
          .map(([code, place]) => [code, { group, place, entry: place.value }]),
      ),
  );

/** Returns whether a response status is an error status, 4xx or 5xx. @param {string} status */
export const isProblem = (status) => /^[45]/.test(status);

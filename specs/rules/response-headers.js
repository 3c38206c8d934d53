import { documentRule } from './document-node.js';
import { responses } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/**
 * Returns whether the service replays an error response for the same idempotency key: a 409 or 422
 * response with at least one code that does not concern the request format or the key.
 *
 * @param {DocumentNode} response
 */
const isReplayed = (response) =>
  /** @type {string[]} */ (response.value?.['x-problem-codes'] ?? []).some(
    (code) =>
      /\/(409|422)$/.test(response.id) &&
      code !== 'validation_failed' &&
      !code.startsWith('idempotency_'),
  );

/**
 * Returns whether a response with this status has the rate limit headers. The service checks the
 * token (401) and the permission (403) before the limit. 5xx responses do not have the headers.
 *
 * @param {string} status
 */
const isCounted = (status) => status < '500' && status !== '401' && status !== '403';

/** Responses have the headers that the interfaces guarantee. */
export const responseHeaders = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const { owner, status, response } of responses(root)) {
    const takesKey = owner.parameters.some(({ value }) => value?.name === 'Idempotency-Key');
    const success = status.startsWith('2');
    const guaranteed = [
      'Request-Id',
      ...(isCounted(status) ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...(takesKey && (success || isReplayed(response)) ? ['Idempotency-Replayed'] : []),
      ...(status === '201' && owner.id === 'createBooking' ? ['Location'] : []),
      ...(status === '401' ? ['WWW-Authenticate'] : []),
      ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ];
    for (const header of guaranteed) {
      const finding = `${response.id} ${header}`;
      if (!response.at('headers', header).exists && !seen.has(finding))
        response.report(`The ${status} response of '${owner.id}' must have the ${header} header.`);
      seen.add(finding);
    }
  }
});

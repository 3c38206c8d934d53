import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';
import type { Bundle, OpenApi, Tool } from '../tool.ts';

/**
 * Lints a document. Each finding ends with the keywords at its path, so that exceptions can match
 * them.
 */
async function lint(ruleset: unknown, { document }: Bundle): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [ruleset] } as RulesetDefinition);
  return (await linter.run(document)).map(({ code, path, message }) => {
    const value = at(document, path);
    const keywords = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return `${code} at /${path.join('/')}: ${message} {${keywords.join(' ')}}`;
  });
}

/** Returns the value at a path that can contain references. */
function at(document: OpenApi, path: readonly (string | number)[]): unknown {
  let node: unknown = document;
  for (const key of path) {
    node = followed(document, node);
    node = (node as OpenApi | undefined)?.[key];
  }
  return followed(document, node);
}

function followed(document: OpenApi, node: unknown): unknown {
  const reference = (node as OpenApi | undefined)?.$ref;
  if (typeof reference !== 'string') return node;
  return followed(document, at(document, reference.slice(2).split('/')));
}

export const tool: Tool = {
  name: '@stoplight/spectral-core',
  steps: [
    {
      name: 'reports no finding with spectral:oas',
      run: (bundle) => lint(rulesets.oas, bundle),
      exceptions: [
        {
          findings:
            /: oas3-operation-security-defined at \S+: "\w+:\w+" must be listed among scopes/,
          reason:
            '`oas3-operation-security-defined`: OpenAPI 3.1 allows permission names in the security requirement of a bearer scheme. Spectral accepts them for OAuth 2.0 only.',
        },
      ],
    },
    {
      name: 'reports no finding with the OWASP ruleset',
      run: (bundle) => lint(owasp, bundle),
      exceptions: [
        {
          findings: /integer-format at .*\{(?=.*\bminimum\b)(?=.*\bmaximum\b)/,
          reason:
            '`integer-format`: These integers have `minimum` and `maximum` instead of `format`.',
        },
        {
          findings: /string-limit at .*\{.*\bformat\b/,
          reason:
            '`string-limit`: Strings with a `format`, such as `date-time`, have no `maxLength`.',
        },
        {
          findings: /string-restricted at .*\{.*\bmaxLength\b/,
          reason: '`string-restricted`: Free text has a `maxLength`, but no `pattern`.',
        },
        {
          findings: /rate-limit at \S+\/responses\/40[13]\/headers:/,
          reason:
            '`rate-limit`: 401 and 403 responses have no rate limit headers, because the service does not count these requests.',
        },
        {
          findings: /define-cors-origin at/,
          reason:
            '`define-cors-origin`: The API is for servers, not for browsers, so responses have no CORS headers.',
        },
        {
          findings: /no-server-http at \/servers\/0\/url:/,
          reason:
            '`no-server-http`: The first server is the sandbox on your computer, which uses HTTP.',
        },
        {
          findings: /inventory-access at \/servers\/\d+:/,
          reason:
            '`inventory-access`: The contract does not use the proprietary `x-internal` extension, because all servers are for partners.',
        },
      ],
    },
  ],
};

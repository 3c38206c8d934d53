import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';
import type { Bundle, OpenApi, Tool } from '../tool.ts';

/** Lints a document. A finding ends with the keywords of its schema, so that exceptions are exact. */
async function lint(ruleset: unknown, { document }: Bundle): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [ruleset] } as RulesetDefinition);
  return (await linter.run(document)).map(({ code, path, message }) => {
    const place = at(document, path);
    const keywords = typeof place === 'object' && place !== null ? Object.keys(place) : [];
    return `${code} at /${path.join('/')}: ${message} {${keywords.join(' ')}}`;
  });
}

/** Returns the value at a path that can lead through references. */
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
            'OpenAPI 3.1 allows the names of permissions in the requirement of a bearer scheme; Spectral accepts them for OAuth 2.0 only.',
        },
      ],
    },
    {
      name: 'reports no finding with the OWASP ruleset',
      run: (bundle) => lint(owasp, bundle),
      exceptions: [
        {
          findings: /integer-format at .*\{(?=.*\bminimum\b)(?=.*\bmaximum\b)/,
          reason: 'Integers have `minimum` and `maximum`, which are stricter than `int32`.',
        },
        {
          findings: /string-limit at .*\{.*\bformat\b/,
          reason: '`format` limits the length of dates and times.',
        },
        {
          findings: /string-restricted at .*\{.*\bmaxLength\b/,
          reason: 'Free text has `maxLength` only.',
        },
        {
          findings: /rate-limit at \S+\/responses\/40[13]\/headers:/,
          reason: 'The service returns 401 and 403 before it counts a request.',
        },
        {
          findings: /define-cors-origin at/,
          reason: 'Servers call the API, not browsers, so responses have no CORS headers.',
        },
        {
          findings: /no-server-http at \/servers\/0\/url:/,
          reason: 'The first server is the sandbox on your own machine.',
        },
        {
          findings: /inventory-access at \/servers\/\d+:/,
          reason: 'Both servers are for partners; the proprietary `x-internal` is absent.',
        },
      ],
    },
  ],
};

/** A check that is weakened on purpose, and the tests of which one has to notice. */
export interface Mutation {
  name: string;
  /** From the root of the repository. */
  file: string;
  /** Stands there exactly once. */
  find: string;
  replace: string;
  /** The workspace of the tests, from the root. */
  workspace: string;
  /** Test files in that workspace. */
  tests: readonly string[];
  /** Whether these tests need a browser; the mutation is left out where there is none. */
  inBrowser?: boolean;
}

const mock = (
  name: string,
  file: string,
  find: string,
  replace: string,
  ...tests: string[]
): Mutation => ({
  name,
  file: `packages/${file}`,
  find,
  replace,
  workspace: /^(kernel|webhooks|lastmile|marketplace)\//.test(tests[0] ?? '')
    ? 'packages/sandbox'
    : 'packages/mock',
  tests: tests.map((test) => `test/${test}.test.ts`),
});

const core = (
  name: string,
  file: string,
  find: string,
  replace: string,
  ...tests: string[]
): Mutation => ({
  name,
  file: `packages/client-core/src/${file}`,
  find,
  replace,
  workspace: 'packages/client-core',
  tests: tests.map((test) => `test/${test}.test.ts`),
});

export const mutations: readonly Mutation[] = [
  mock(
    'body-validation-off',
    'mock/src/contract/reject-violations.ts',
    'if (frame.length > 0)\n    throw',
    'if (false as boolean)\n    throw',
    'contract-closed-requests',
  ),
  mock(
    'parameter-validation-off',
    'mock/src/contract/reject-violations.ts',
    'if (outside.length > 0)\n    throw',
    'if (false as boolean)\n    throw',
    'judging',
  ),
  mock(
    'tenant-check-off',
    'sandbox/src/lastmile/state/memory.ts',
    'booking?.partner === partner ? booking : undefined',
    'booking',
    'sandbox/tenants',
  ),
  mock(
    'foreign-token-taken',
    'sandbox/src/kernel/tokens.ts',
    "token.startsWith('test_other')",
    "token.startsWith('test_never')",
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'any-token-taken',
    'sandbox/src/kernel/tokens.ts',
    "if (!token.startsWith('test_'))",
    'if (false as boolean)',
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'live-token-taken',
    'sandbox/src/kernel/tokens.ts',
    "if (token.startsWith('live_'))",
    'if (false as boolean)',
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'read-only-token-writes',
    'sandbox/src/kernel/tokens.ts',
    'if (missing !== undefined)',
    'if (false as boolean)',
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'host-check-off',
    'mock/src/http/guard.ts',
    'if (name === undefined || !isAllowed(name))',
    'if (false as boolean)',
    'judging',
  ),
  mock(
    'origin-check-off',
    'mock/src/http/guard.ts',
    'if (origin !== undefined && ',
    'if (false as boolean) if (origin !== undefined && ',
    'judging',
  ),
  mock(
    'other-sites-read',
    'mock/src/http/guard.ts',
    "if (site !== undefined && site !== 'same-origin'",
    "if (false as boolean) if (site !== undefined && site !== 'same-origin'",
    'judging',
  ),
  mock(
    'doubled-headers-taken',
    'mock/src/http/guard.ts',
    'refuseDoubled(request.rawHeaders);',
    '',
    'judging',
  ),
  mock(
    'any-media-type-directs',
    'mock/src/control/control-api.ts',
    'refuseOtherMedia(message, false);',
    '',
    'sandbox/control-surface',
  ),
  mock(
    'link-local-targets',
    'sandbox/src/webhooks/link-local.ts',
    'return family !== 0 && ',
    'return false && ',
    'sandbox/link-local',
  ),
  mock(
    'credentials-in-targets',
    'mock/src/control/schemas.ts',
    "parsed.username !== '' || parsed.password !== ''",
    'false as boolean',
    'sandbox/control-surface',
  ),
  mock(
    'file-targets',
    'mock/src/control/schemas.ts',
    "parsed.protocol !== 'http:' && parsed.protocol !== 'https:'",
    'false as boolean',
    'sandbox/control-surface',
  ),
  mock(
    'unpacks-without-end',
    'mock/src/http/read-body.ts',
    "if (kept > limit) settle({ fault: 'too_large' });",
    "if (false as boolean) settle({ fault: 'too_large' });",
    'bodies',
  ),
  mock(
    'nested-without-end',
    'mock/src/http/parse-json.ts',
    'if (depthOf(text) > maxDepth)',
    'if (false as boolean)',
    'bodies',
  ),
  mock(
    'any-bytes-are-utf8',
    'mock/src/http/parse-json.ts',
    'fatal: true',
    'fatal: false',
    'bodies',
  ),
  mock(
    'paths-tidied-up',
    'mock/src/contract/router.ts',
    'if (sent.some(isEmptyOrDots)) return undefined;',
    '',
    'judging',
  ),
  mock(
    'keys-not-recorded',
    'sandbox/src/kernel/idempotency-keys.ts',
    'if (entry !== undefined) entry.answer = answer;',
    '',
    'kernel/idempotency-keys',
  ),
  mock(
    'key-with-another-body',
    'sandbox/src/kernel/idempotency-keys.ts',
    'if (entry.digest !== digest)',
    'if (false as boolean)',
    'kernel/idempotency-keys',
  ),
  mock(
    'keys-across-tenants',
    'sandbox/src/handle-command.ts',
    'tenant,\n    operation.id,',
    'operation.id,',
    'sandbox/keys-on-the-wire',
  ),
  mock(
    'keys-without-bound',
    'sandbox/src/kernel/idempotency-keys.ts',
    'if (this.#entries.size < this.#most) return;',
    'if (true as boolean) return;',
    'kernel/idempotency-keys',
  ),
  mock(
    'any-transition',
    'sandbox/src/marketplace/operations/set-order-status.ts',
    "if (!market.rules.steps.may(before, request.status, 'merchant'))",
    'if (false as boolean)',
    'marketplace/set-status',
  ),
  mock(
    'stale-revision-taken',
    'sandbox/src/marketplace/operations/set-order-status.ts',
    'if (expected === undefined || expected === revision) return;',
    'if (true as boolean) return;',
    'marketplace/set-status',
  ),
  mock(
    'order-revision-not-raised',
    'sandbox/src/marketplace/domain/orders/change.ts',
    'record.order.revision + 1',
    'record.order.revision',
    'marketplace/set-status',
  ),
  mock(
    'booking-revision-not-raised',
    'sandbox/src/lastmile/scenarios/announce.ts',
    'booking.revision += 1;',
    '',
    'lastmile/properties',
  ),
  mock(
    'constant-etag',
    'mock/src/contract/etag.ts',
    'update(body)',
    "update('body')",
    'sandbox/conditional-reads',
  ),
  mock(
    'answers-not-checked',
    'sandbox/src/sandbox.ts',
    'checksAnswers: true',
    'checksAnswers: false',
    'sandbox/answers-checked',
  ),
  mock(
    'events-not-signed',
    'sandbox/src/webhooks/sign.ts',
    "createHmac('sha256', keyOf(secret))",
    "createHmac('sha256', '')",
    'sandbox/deliveries',
  ),
  mock(
    'event-not-repeated',
    'sandbox/src/webhooks/dispatcher.ts',
    'const isLast = beyond && ',
    'const isLast = true || ',
    'webhooks/dispatcher',
  ),
  mock(
    'bookings-without-bound',
    'sandbox/src/lastmile/state/memory.ts',
    'while (finished.length > this.#room)',
    'while (finished.length > 1e9)',
    'lastmile/memory',
  ),
  mock(
    'time-goes-back',
    'sandbox/src/kernel/clock.ts',
    'if (wall < this.#wallSeen)',
    'if (false as boolean)',
    'kernel/clock',
  ),
  {
    ...mock(
      'page-takes-markup',
      'mock/src/page/client/dom.ts',
      'element.append(...children.filter((child) => child !== undefined));',
      "for (const child of children) if (typeof child === 'string') element.innerHTML += child; else if (child !== undefined) element.append(child);",
    ),
    tests: ['test-browser/page.test.ts'],
    inBrowser: true,
  },
  mock(
    'second-signal-kills',
    'mock/src/cli/output.ts',
    'process.on(signal, end)',
    'process.once(signal, end)',
    'sandbox/commands',
  ),
  mock(
    'listener-unregisters-others',
    'mock/src/cli/listen.ts',
    'registered.filter((name) => now[name]?.url === url)',
    'registered.filter((name) => now[name] !== null)',
    'sandbox/commands',
  ),
  mock(
    'overtaken-in-vain',
    'sandbox/src/webhooks/dispatcher.ts',
    'running.release = this.#held;',
    'this.#held?.();',
    'webhooks/dispatcher',
  ),
  {
    ...mock(
      'page-runs-anything',
      'mock/src/page/routes.ts',
      '"script-src \'self\'",',
      "\"script-src 'self' 'unsafe-inline'\",",
    ),
    tests: ['test-browser/page.test.ts'],
    inBrowser: true,
  },
  core(
    'signature-always-right',
    'webhooks/signature.ts',
    'if (await crypto.subtle.verify(algorithm, key, signature, content)) return true;',
    'return true;',
    'webhooks',
  ),
  core(
    'signature-compared-in-haste',
    'webhooks/signature.ts',
    'if (await crypto.subtle.verify(algorithm, key, signature, content)) return true;',
    'if ((await signatureOf(key, content)).slice(3) === btoa(String.fromCharCode(...signature))) return true;',
    'webhooks',
  ),
  core(
    'stale-deliveries-taken',
    'webhooks/unwrap.ts',
    'if (!(Math.abs(age) <= toleranceSeconds))',
    'if (false as boolean)',
    'webhooks',
  ),
  core(
    'dots-in-ids',
    'webhooks/unwrap.ts',
    '/^[\\x21-\\x2d\\x2f-\\x7e]{1,256}$/',
    '/^[\\x21-\\x7e]{1,256}$/',
    'webhooks',
  ),
  core(
    'signatures-without-end',
    'webhooks/signature.ts',
    '.slice(0, mostSignatures)',
    '',
    'webhooks',
  ),
  core('unkeyed-write-repeated', 'retry/policy.ts', "(keyed || method === 'get')", 'true', 'retry'),
  core(
    'redirect-followed',
    'transport.ts',
    "redirect: 'manual'",
    "redirect: 'follow'",
    'real-fetch',
  ),
  core(
    'another-key-each-attempt',
    'call/send.ts',
    'const headers = [...request.headers, ',
    "const headers = [...request.headers, ...(operation.keyed ? [{ 'Idempotency-Key': crypto.randomUUID() }] : []), ",
    'retry',
  ),
  core(
    'token-in-complaints',
    'call/tokens.ts',
    "'token has to be a bearer token of visible ASCII characters",
    "String(token) + ' has to be a bearer token of visible ASCII characters",
    'tokens',
  ),
  core('path-left-by-dots', 'call/prepare.ts', "|| value === '.' || value === '..'", '', 'caller'),
];

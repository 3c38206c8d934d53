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
  file: `packages/mock/src/${file}`,
  find,
  replace,
  workspace: 'packages/mock',
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
    'judge.ts',
    "if (frame.length > 0) throw new Refusal('validation_failed'",
    "if (false as boolean) throw new Refusal('validation_failed'",
    'contract-closed-requests',
  ),
  mock(
    'parameter-validation-off',
    'judge.ts',
    'if (outside.length > 0)\n    throw',
    'if (false as boolean)\n    throw',
    'judging',
  ),
  mock(
    'tenant-check-off',
    'sandbox/lastmile/data/memory.ts',
    'booking?.partner === partner ? booking : undefined',
    'booking',
    'sandbox/tenants',
  ),
  mock(
    'foreign-token-taken',
    'sandbox/tokens.ts',
    "token.startsWith('test_other')",
    "token.startsWith('test_never')",
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'any-token-taken',
    'sandbox/tokens.ts',
    "if (!token.startsWith('test_'))",
    'if (false as boolean)',
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'live-token-taken',
    'sandbox/tokens.ts',
    "if (token.startsWith('live_'))",
    'if (false as boolean)',
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'read-only-token-writes',
    'sandbox/tokens.ts',
    'if (missing !== undefined)',
    'if (false as boolean)',
    'sandbox/tokens-on-the-wire',
  ),
  mock(
    'host-check-off',
    'server/guard.ts',
    'if (name === undefined || !isAllowed(name))',
    'if (false as boolean)',
    'judging',
  ),
  mock(
    'origin-check-off',
    'server/guard.ts',
    'if (origin !== undefined && ',
    'if (false as boolean) if (origin !== undefined && ',
    'judging',
  ),
  mock(
    'other-sites-read',
    'server/guard.ts',
    "if (site !== undefined && site !== 'same-origin'",
    "if (false as boolean) if (site !== undefined && site !== 'same-origin'",
    'judging',
  ),
  mock(
    'doubled-headers-taken',
    'server/guard.ts',
    'refuseDoubled(request.rawHeaders);',
    '',
    'judging',
  ),
  mock(
    'any-media-type-directs',
    'control/surface.ts',
    'refuseOtherMedia(message, false);',
    '',
    'sandbox/control-surface',
  ),
  mock(
    'link-local-targets',
    'sandbox/webhooks/link-local.ts',
    'return family !== 0 && ',
    'return false && ',
    'sandbox/link-local',
  ),
  mock(
    'credentials-in-targets',
    'control/forms.ts',
    "parsed.username !== '' || parsed.password !== ''",
    'false as boolean',
    'sandbox/control-surface',
  ),
  mock(
    'file-targets',
    'control/forms.ts',
    "parsed.protocol !== 'http:' && parsed.protocol !== 'https:'",
    'false as boolean',
    'sandbox/control-surface',
  ),
  mock(
    'unpacks-without-end',
    'server/read-body.ts',
    "if (kept > limit) settle({ fault: 'too_large' });",
    "if (false as boolean) settle({ fault: 'too_large' });",
    'bodies',
  ),
  mock(
    'nested-without-end',
    'server/parse-json.ts',
    'if (depthOf(text) > maxDepth)',
    'if (false as boolean)',
    'bodies',
  ),
  mock('any-bytes-are-utf8', 'server/parse-json.ts', 'fatal: true', 'fatal: false', 'bodies'),
  mock(
    'paths-tidied-up',
    'contract/router.ts',
    'if (sent.some(isEmptyOrDots)) return undefined;',
    '',
    'judging',
  ),
  mock(
    'keys-not-recorded',
    'sandbox/idempotency.ts',
    'if (entry !== undefined) entry.answer = answer;',
    '',
    'sandbox/idempotency',
  ),
  mock(
    'key-with-another-body',
    'sandbox/idempotency.ts',
    'if (entry.digest !== digest)',
    'if (false as boolean)',
    'sandbox/idempotency',
  ),
  mock(
    'keys-across-tenants',
    'sandbox/mode.ts',
    'tenant,\n    operation.id,',
    'operation.id,',
    'sandbox/keys-on-the-wire',
  ),
  mock(
    'keys-without-bound',
    'sandbox/idempotency.ts',
    'if (this.#entries.size < this.#most) return;',
    'if (true as boolean) return;',
    'sandbox/idempotency',
  ),
  mock(
    'any-transition',
    'sandbox/marketplace/orders/set-status.ts',
    "if (!market.rules.steps.may(before, request.status, 'merchant'))",
    'if (false as boolean)',
    'sandbox/marketplace/set-status',
  ),
  mock(
    'stale-revision-taken',
    'sandbox/marketplace/orders/set-status.ts',
    'if (expected === undefined || expected === revision) return;',
    'if (true as boolean) return;',
    'sandbox/marketplace/set-status',
  ),
  mock(
    'order-revision-not-raised',
    'sandbox/marketplace/orders/change.ts',
    'record.order.revision + 1',
    'record.order.revision',
    'sandbox/marketplace/set-status',
  ),
  mock(
    'booking-revision-not-raised',
    'sandbox/lastmile/story/announce.ts',
    'booking.revision += 1;',
    '',
    'sandbox/lastmile/properties',
  ),
  mock(
    'constant-etag',
    'server/etag.ts',
    'update(body)',
    "update('body')",
    'sandbox/conditional-reads',
  ),
  mock(
    'answers-not-checked',
    'sandbox/sandbox.ts',
    'checksAnswers: true',
    'checksAnswers: false',
    'sandbox/answers-checked',
  ),
  mock(
    'events-not-signed',
    'sandbox/webhooks/sign.ts',
    "createHmac('sha256', keyOf(secret))",
    "createHmac('sha256', '')",
    'sandbox/deliveries',
  ),
  mock(
    'event-not-repeated',
    'sandbox/webhooks/dispatcher.ts',
    'const isLast = beyond && ',
    'const isLast = true || ',
    'sandbox/dispatcher',
  ),
  mock(
    'bookings-without-bound',
    'sandbox/lastmile/data/memory.ts',
    'while (finished.length > this.#room)',
    'while (finished.length > 1e9)',
    'sandbox/lastmile/memory',
  ),
  mock(
    'time-goes-back',
    'sandbox/clock.ts',
    'if (wall < this.#wallSeen)',
    'if (false as boolean)',
    'sandbox/clock',
  ),
  {
    ...mock(
      'page-takes-markup',
      'page/client/dom.ts',
      'element.append(...children.filter((child) => child !== undefined));',
      "for (const child of children) if (typeof child === 'string') element.innerHTML += child; else if (child !== undefined) element.append(child);",
    ),
    tests: ['test-browser/page.test.ts'],
    inBrowser: true,
  },
  mock(
    'second-signal-kills',
    'cli/output.ts',
    'process.on(signal, end)',
    'process.once(signal, end)',
    'sandbox/commands',
  ),
  mock(
    'listener-unregisters-others',
    'cli/listen.ts',
    'registered.filter((name) => now[name]?.url === url)',
    'registered.filter((name) => now[name] !== null)',
    'sandbox/commands',
  ),
  mock(
    'overtaken-in-vain',
    'sandbox/webhooks/dispatcher.ts',
    'running.release = this.#held;',
    'this.#held?.();',
    'sandbox/dispatcher',
  ),
  {
    ...mock(
      'page-runs-anything',
      'page/routes.ts',
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

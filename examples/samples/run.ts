// `npm run test:samples`: runs the samples that the reference prints for every operation, twice in
// each sandbox, with only the sandbox URL replaced. Tests every function that verifies events with
// the test vectors of both interfaces. With `--all`, fails if a language is not installed.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMock } from '@delivery-api/mock';
import { isVerified } from '../verify/verify.ts';
import { type Command, isInstalled, type Language, languages } from './languages.ts';
import { printedSamples, type TestVector, testVectors } from './printed-samples.ts';

/** Start times of the sandbox clock: now (`undefined`), twice at night, and once in the morning. */
const starts = [undefined, '2026-11-24T23:30:00Z', '2026-11-25T03:00:00Z', '2026-11-29T07:15:00Z'];
const endings: Record<string, string> = {
  curl: 'sh',
  Python: 'py',
  PHP: 'php',
  Go: 'go',
  Java: 'java',
};

let passed = 0;
const failures: string[] = [];
const check = (name: string, isGood: boolean, output: string): void => {
  if (isGood) passed += 1;
  else failures.push(`${name}\n${output.trim().replace(/^/gm, '    ')}`);
};

function run({ file, args, cwd }: Command, input = ''): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs each sample in a language twice, against one new sandbox with the default data. */
async function runSamples(language: Language, folder: string, start?: string): Promise<void> {
  const sandbox = await startMock({
    mode: 'sandbox',
    port: 0,
    ...(start !== undefined && { clock: { start } }),
  });
  try {
    const samples = printedSamples(language.label);
    const commands = language.prepare(
      folder,
      samples.map(({ operation, source }) => ({
        name: operation,
        source: source.replaceAll('http://localhost:4010', sandbox.url),
      })),
    );
    for (const [index, { operation }] of samples.entries()) {
      for (const round of ['first', 'second']) {
        const { code, output } = await run(commands[index] as Command);
        const [request] = sandbox.requests({ operation, limit: 1 });
        const isGood = code === 0 && request !== undefined && request.status < 300;
        const at = start === undefined ? '' : ` at ${start}`;
        check(
          `${language.label}, ${operation}${at}, ${round} run: ${request?.status}`,
          isGood,
          output,
        );
      }
    }
  } finally {
    await sandbox.stop();
  }
}

/** Tests the verification function in a language with valid, changed, old and future deliveries. */
async function runVerification(language: Language, folder: string): Promise<void> {
  const verify = verifier(language, folder);
  for (const [name, vector] of testVectors()) {
    const { timestamp, body, signature } = vector;
    const cases: [string, boolean, TestVector, string?][] = [
      ['accepts the test vector', true, vector, timestamp],
      [
        'accepts a second signature',
        true,
        { ...vector, signature: `v1,AAAA ${signature}` },
        timestamp,
      ],
      ['rejects a changed body', false, { ...vector, body: `${body} ` }, timestamp],
      ['rejects a changed id', false, { ...vector, id: `${vector.id}x` }, timestamp],
      [
        'rejects a different secret',
        false,
        { ...vector, secret: 'whsec_YW5vdGhlciBzZWNyZXQ=' },
        timestamp,
      ],
      ['rejects an old event', false, vector, String(Number(timestamp) + 301)],
      ['rejects an event from the future', false, vector, String(Number(timestamp) - 301)],
    ];
    for (const [title, expected, changed, now] of cases) {
      const { isValid, output } = await verify(changed, now as string);
      check(`${language.label}, verification, ${name}: ${title}`, isValid === expected, output);
    }
  }
}

type Verify = (vector: TestVector, now: string) => Promise<{ isValid: boolean; output: string }>;

function verifier(language: Language, folder: string): Verify {
  if (language.label === 'TypeScript')
    return async ({ secret, id, timestamp, signature, body }, now) => {
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      };
      return {
        isValid: isVerified({ headers, body, secrets: [secret], now: Number(now) }),
        output: '',
      };
    };
  const file = join(import.meta.dirname, `../verify/verify.${endings[language.label]}`);
  const [command] = language.prepare(folder, [
    { name: 'verify', source: readFileSync(file, 'utf8') },
  ]) as [Command];
  return async ({ secret, id, timestamp, signature, body }, now) => {
    const args = [...command.args, secret, id, timestamp, signature, now];
    const { code, output } = await run({ ...command, args }, body);
    return { isValid: code === 0, output };
  };
}

const requiresAll = process.argv.includes('--all');
const temporary = mkdtempSync(join(tmpdir(), 'samples-'));
let count = 0;
const newFolder = (): string => {
  count += 1;
  const folder = join(temporary, String(count));
  mkdirSync(folder);
  return folder;
};
try {
  for (const language of languages) {
    const { label, packages } = language;
    if (!isInstalled(language)) {
      console.log(`${label}: not installed. Debian packages: ${packages}`);
      if (requiresAll) check(`${label} is required, but not installed`, false, '');
      continue;
    }
    const before = passed;
    for (const start of label === 'curl' ? starts : [undefined])
      await runSamples(language, newFolder(), start);
    await runVerification(language, newFolder());
    console.log(`${label}: ${passed - before} checks passed`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
for (const failure of failures) console.error(`✗ ${failure}`);
console.log(`samples: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

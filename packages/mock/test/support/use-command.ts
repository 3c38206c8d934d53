import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { end, type Running, start } from './command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'delivery-mock-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Writes a temporary file, and returns its path. */
export function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const running: Running[] = [];
afterEach(async () => {
  for (const one of running.splice(0))
    if (one.child.exitCode === null && one.child.signalCode === null) await end(one);
});
/** Starts the command, and stops it after the test. */
export async function started(
  args: readonly string[],
  until?: string,
  more: Record<string, string> = {},
): Promise<Running & { url: string }> {
  const one = await start(args, more, until);
  running.push(one);
  return { ...one, url: `http://127.0.0.1:${one.port}` };
}

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

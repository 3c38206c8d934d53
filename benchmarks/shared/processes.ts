import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** Environment of child processes: telemetry and colors are off. */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  SCARF_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};
delete environment.FORCE_COLOR;

/**
 * Runs a command until it exits.
 *
 * @returns the standard output of the command
 * @throws {Error} if the command cannot be started; with the end of its output, if it fails
 */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = environment,
): string {
  const shell = process.platform === 'win32';
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 1e8, shell } as const;
  const { error, status, stdout, stderr } = spawnSync(command, args, options);
  if (error) throw new Error(`Cannot start ${command} (${(error as NodeJS.ErrnoException).code}).`);
  if (status === 0) return stdout;
  const output = `${stdout}${stderr}`.trim().slice(-500);
  throw new Error(`${command} ${args.join(' ')} exited with ${status}: ${output}`);
}

/** A Node.js process that runs in the background. */
export interface ServerProcess {
  pid: number;
  isRunning(): boolean;
  /** Resolves when the process exits. */
  exited: Promise<unknown>;
  /** Returns its output, without the middle of a long output; empty if the output is discarded. */
  output(): string;
  /** Stops the process. Returns its exit code, or `null` if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/**
 * Starts a Node.js script.
 *
 * @param discardOutput whether to discard standard output. Standard error then goes to the standard
 * error of this process.
 */
export function startNode(
  args: readonly string[],
  { discardOutput = false, cwd = '.' } = {},
): ServerProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: discardOutput ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  running.add(child);
  const exited = once(child, 'close').finally(() => running.delete(child));
  const chunks: string[] = [];
  const keep = (chunk: Buffer): void =>
    void (chunks.push(String(chunk)) > 1000 && chunks.splice(1, 500));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid as number,
    isRunning,
    exited,
    output: () => chunks.join(''),
    async stop(signal = 'SIGTERM') {
      if (isRunning()) {
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}

/**
 * Sends GET requests until the response is 200.
 *
 * @param server process that serves the URL
 * @throws {Error} if the process exits, or if no response is 200 within a minute
 */
export async function waitUntilReady(
  url: string,
  server: ServerProcess,
  headers: Record<string, string> = {},
): Promise<void> {
  const deadline = performance.now() + 60_000;
  let last = 'no response';
  while (performance.now() < deadline) {
    if (!server.isRunning()) throw new Error(`The server did not start. ${server.output()}`);
    try {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.status === 200) return;
      last = String(response.status);
    } catch {
      // The server does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} did not return 200 within a minute; the last result was ${last}.`);
}

/** Returns the resident memory of a process, in MB (10^6 bytes). */
export function residentMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return (Number(stdout) * 1024) / 1e6;
  }
}

/** Returns the CPU time of a process in seconds; `undefined` if the system does not report it. */
export function processorTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // utime and stime (proc_pid_stat(5)) in ticks; Linux has 100 ticks per second.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** Returns the number of open file descriptors; `undefined` if the system does not report it. */
export function openDescriptors(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A server in a process of its own. */
export interface Running {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** What runs here reports to nobody. */
export const quiet: NodeJS.ProcessEnv = {
  ...process.env,
  SCARF_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
};

/** Starts a script with this Node; its log goes nowhere, its complaints come along. */
export function startNode(args: readonly string[], port: number): Running {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: quiet,
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return {
    port,
    pid: child.pid as number,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/**
 * Asks again and again until the answer is 200.
 *
 * @throws {Error} when that takes longer than a minute; it names what was answered last
 */
export async function answers(url: string, headers: Record<string, string>): Promise<void> {
  const until = performance.now() + 60_000;
  let last = 'nothing';
  while (performance.now() < until) {
    try {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.status === 200) return;
      last = String(response.status);
    } catch {
      // Not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} does not answer with 200 within a minute; the last answer was ${last}.`);
}

/** The resident memory of a process, in MB (10^6 bytes). */
export function residentMemory(pid: number): number {
  try {
    return (
      (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) *
        1024) /
      1e6
    );
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return (Number(stdout) * 1024) / 1e6;
  }
}

/**
 * The processor time that a process has used so far, in seconds; `undefined` where the system does
 * not tell.
 */
export function processorTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // utime and stime (proc_pid_stat(5)), in ticks of which Linux has a hundred in a second.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

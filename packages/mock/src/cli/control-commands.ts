import type { Resource, WorkspaceInfo } from '../api/types.ts';
import { orderMessage } from '../control/order-message.ts';
import { type CommandLine, UsageError } from './arguments.ts';
import { controlClient, type SendControl } from './control-client.ts';
import { readJsonFile, writeJsonFile } from './files.ts';
import { createOutput } from './output.ts';

const clientOf = (line: CommandLine): SendControl =>
  controlClient(line.value('url') ?? 'http://127.0.0.1:4010', line.value('workspace'));

/** Creates a test order. */
export async function order(line: CommandLine): Promise<number> {
  const [store, scenario, file] = ['store', 'scenario', 'order'].map((name) => line.value(name));
  const created = (await clientOf(line)('POST', '/orders', {
    ...(store !== undefined && { store_id: store }),
    ...(scenario !== undefined && { scenario }),
    ...(file !== undefined && { order: readJsonFile(file) }),
  })) as Resource;
  createOutput(line.has('json')).print(orderMessage(created), created);
  return 0;
}

/** Advances a booking, an order, or the clock. */
export async function advance(line: CommandLine): Promise<number> {
  const [id] = line.positionals;
  const [to, seconds] = [line.value('to'), line.value('seconds')];
  const { print } = createOutput(line.has('json'));
  if ((id === undefined) === (seconds === undefined))
    throw new UsageError(
      'Specify either the ID of a booking or order, or --seconds N to advance the clock.',
    );
  if (seconds !== undefined) {
    if (to !== undefined)
      throw new UsageError('--to requires an ID and cannot be combined with --seconds.');
    const clock = (await clientOf(line)('PUT', '/clock', {
      advance_seconds: Number(seconds),
    })) as { now: string };
    print(`Advanced the clock to ${clock.now}.`, clock);
    return 0;
  }
  const kind = /^bkg_/.test(id ?? '') ? 'bookings' : /^ord_/.test(id ?? '') ? 'orders' : undefined;
  if (kind === undefined)
    throw new UsageError(`'${id}' is not the ID of a booking (bkg_…) or an order (ord_…).`);
  const path = `/${kind}/${encodeURIComponent(id as string)}/advance`;
  const advanced = (await clientOf(line)('POST', path, to === undefined ? {} : { to })) as Resource;
  print(
    `${advanced.id} has the status ${advanced.status} (revision ${advanced.revision}).`,
    advanced,
  );
  return 0;
}

/** Resets a workspace to its initial data. */
export async function reset(line: CommandLine): Promise<number> {
  const [seed, file] = [line.value('seed'), line.value('data')];
  const restarted = (await clientOf(line)('POST', '/reset', {
    ...(seed !== undefined && { seed }),
    ...(file !== undefined && { data: readJsonFile(file) }),
  })) as { seed: string };
  createOutput(line.has('json')).print(
    `The workspace is reset. Seed: ${restarted.seed}.`,
    restarted,
  );
  return 0;
}

/** Writes the state of a workspace to a file. */
export async function exportWorkspace(line: CommandLine): Promise<number> {
  const [file = ''] = line.positionals;
  writeJsonFile(file, await clientOf(line)('GET', '/export'));
  createOutput(line.has('json')).print(`Wrote the state of the workspace to ${file}.`, { file });
  return 0;
}

/** Replaces the state of a workspace with the state in a file. */
export async function importWorkspace(line: CommandLine): Promise<number> {
  const [file = ''] = line.positionals;
  const state = (await clientOf(line)('POST', '/import', readJsonFile(file))) as {
    clock: { now: string };
  };
  const text = `Imported the state in ${file}. The simulated time is ${state.clock.now}.`;
  createOutput(line.has('json')).print(text, state);
  return 0;
}

/** Lists the workspaces, or deletes one. */
export async function workspaces(line: CommandLine): Promise<number> {
  const { print } = createOutput(line.has('json'));
  const name = line.value('delete');
  if (name !== undefined) {
    print(`Deleted the workspace ${name}.`, await clientOf(line)('DELETE', `/workspaces/${name}`));
    return 0;
  }
  for (const one of (await clientOf(line)('GET', '/workspaces')) as WorkspaceInfo[]) {
    const { name: workspace, last_used_at: at } = one;
    const use = at === undefined ? 'not in memory' : `last used at ${at}`;
    print(`${workspace.padEnd(40)}  ${use}`, one);
  }
  return 0;
}

import { isWorkspaceName, ProblemError, type Sandbox, withLocation } from '@delivery-api/sandbox';
import {
  type Mock,
  MockError,
  type Sandbox as PublicSandbox,
  type Resource,
  type WorkspaceControl,
} from '../api/types.ts';
import type { WorkspaceRegistry } from '../workspaces/registry.ts';
import { controlOf } from './sandbox-control.ts';

/** Creates the public handle of a running sandbox. The handle controls the default workspace. */
export function sandboxHandle(
  mock: Omit<Mock, 'mode'>,
  current: () => Sandbox,
  registry: WorkspaceRegistry,
): PublicSandbox {
  return Object.defineProperties(
    {
      ...mock,
      mode: 'sandbox' as const,
      workspace: async (name: string) => {
        if (!isWorkspaceName(name))
          throw new MockError(
            `workspace: expected 1 to 40 characters (a-z, 0-9 and -), not '${name}'.`,
          );
        const { sandbox } = await asMockError(() => registry.open(name));
        return workspaceControl(() => registry.loaded(name)?.sandbox ?? sandbox);
      },
      workspaces: () => registry.list(),
      deleteWorkspace: (name: string) => registry.delete(name),
    },
    Object.getOwnPropertyDescriptors(workspaceControl(current)),
  ) as PublicSandbox;
}

/**
 * Returns the control functions of a workspace.
 *
 * @param current returns the sandbox; a different object after a stored workspace is loaded again
 */
function workspaceControl(current: () => Sandbox): WorkspaceControl {
  const control = () => controlOf(current());
  return {
    get seed() {
      return current().runtime.seed;
    },
    clock: () => control().clock(),
    setClock: (change) => asMockError(() => control().setClock(change)),
    advanceClock: (seconds) =>
      asMockError(() => control().advanceClock({ advance_seconds: seconds })),
    createOrder: (order) => asMockError(() => control().createOrder(order).body as Resource),
    advanceBooking: (id, to) =>
      asMockError(() => control().advance('lastmile', id, { to }) as Resource),
    advanceOrder: (id, to) =>
      asMockError(() => control().advance('marketplace', id, { to }) as Resource),
    webhooks: () => control().webhooks(),
    setWebhooks: (targets) => asMockError(() => control().setWebhooks(targets)),
    receivers: () => control().receivers(),
    addReceiver: (options) => asMockError(() => control().addReceiver(options)),
    removeReceiver: (id) => asMockError(() => void control().removeReceiver(id)),
    deliveries: (filter) => asMockError(() => control().deliveries(filter)),
    redeliver: (id) => asMockError(() => control().redeliver(id)),
    requests: (filter) => asMockError(() => control().requests(filter)),
    faults: () => control().faults(),
    setFaults: (faults) => asMockError(() => control().setFaults(faults)),
    reset: (options) => asMockError(() => void control().reset(options)),
    snapshot: (limit) => asMockError(() => control().snapshot({ limit })),
    export: () => control().export(),
    import: (file) => asMockError(() => void control().import(file)),
  };
}

/** Runs a function and converts a `ProblemError` to a `MockError`, also in a rejected promise. */
export function asMockError<Result>(run: () => Result): Result {
  try {
    const result = run();
    return result instanceof Promise ? (result.catch(rethrow) as Result) : result;
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  throw error instanceof ProblemError ? new MockError(fullMessage(error), error.code) : error;
}

const maxErrors = 5;

/** Returns the message of a problem; if it has several errors, a list of the errors. */
function fullMessage({ message, errors }: ProblemError): string {
  if (errors.length < 2) return message;
  const shown = errors.slice(0, maxErrors).map(withLocation);
  const more = errors.length > maxErrors ? `; and ${errors.length - maxErrors} more` : '';
  return `${errors.length} errors: ${shown.join('; ')}${more}.`;
}

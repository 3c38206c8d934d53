import type { SandboxOptions } from '../api/types.ts';
import { type CommandLine, UsageError } from './arguments.ts';

/**
 * Environment variables for values that are or can contain secrets, such as the password in a
 * storage URL. Other users of the machine can read command lines.
 */
const variables = {
  store: 'DELIVERY_MOCK_STORE',
  clusterSecret: 'DELIVERY_MOCK_CLUSTER_SECRET',
  operatorToken: 'DELIVERY_MOCK_OPERATOR_TOKEN',
} as const;

export const storeOptionNames = ['store', 'advertise-url'] as const;

/**
 * Returns the settings for the workspace storage, the replicas and the operator token, from the
 * command line and the environment.
 *
 * @throws {UsageError} if `--advertise-url` is set without the secret that the replicas share
 */
export function readStoreOptions(
  line: CommandLine,
): Pick<SandboxOptions, 'store' | 'cluster' | 'operatorToken'> {
  const store = line.value('store') ?? variable('store');
  const operatorToken = variable('operatorToken');
  const advertiseUrl = line.value('advertise-url');
  const secret = variable('clusterSecret');
  if (advertiseUrl !== undefined && secret === undefined)
    throw new UsageError(
      `--advertise-url requires a secret that all replicas share. Set ${variables.clusterSecret}.`,
    );
  return {
    ...(store !== undefined && { store }),
    ...(operatorToken !== undefined && { operatorToken }),
    ...(advertiseUrl !== undefined &&
      secret !== undefined && { cluster: { advertiseUrl, secret } }),
  };
}

/** Returns the operator token for requests to the control API; `undefined` if it is not set. */
export const operatorToken = (): string | undefined => variable('operatorToken');

export const operatorTokenNeeded = `The operator token is missing or wrong. Set ${variables.operatorToken} to the operator token of this sandbox.`;

const variable = (name: keyof typeof variables): string | undefined =>
  process.env[variables[name]] || undefined;

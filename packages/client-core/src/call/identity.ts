/** Identity of the client package. Generated. */
export interface ClientIdentity {
  /** Package name without scope. */
  name: string;
  version: string;
  /** Version of the contract that the package is generated from. */
  contract: string;
  /** Prefix of the environment variables of the client, such as `LASTMILE`. */
  environment: string;
}

/** Global variables of the runtime that the client reads. Each may be absent. */
interface Runtime {
  navigator?: { userAgent?: string };
  process?: { version?: string; env?: Record<string, string | undefined> };
}
const runtime = globalThis as Runtime;

/** Returns an environment variable; `undefined` if it is not set, and in browsers. */
export const environmentVariable = (name: string): string | undefined =>
  runtime.process?.env?.[name];

/**
 * Returns the header that identifies the client: `User-Agent`, or `X-Delivery-Client` in browsers,
 * because a web page cannot set `User-Agent`.
 */
export function identityHeader(
  { name, version, contract }: ClientIdentity,
  attempt: number,
): Record<string, string> {
  const agent = runtime.navigator?.userAgent ?? `Node.js/${runtime.process?.version?.slice(1)}`;
  const own = `delivery-api-${name}/${version} contract/${contract}`;
  return agent.startsWith('Mozilla/')
    ? { 'x-delivery-client': `${own} attempt/${attempt}` }
    : { 'user-agent': `${own} ${agent} attempt/${attempt}` };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { InterfaceName, JsonObject } from './model.ts';

/**
 * One of the requests that cause a problem in the sandbox. The response to the last request is the
 * problem. `sandbox-errors.yaml` describes the members.
 */
export interface TriggerRequest {
  operation?: string;
  request?: string;
  control?: string;
  path?: Record<string, string>;
  headers?: Record<string, string | null>;
  token?: string;
  example?: string;
  body?: JsonObject;
  text?: string;
  bytes?: number;
  as?: string;
  concurrent?: boolean;
}

/** The requests that cause each problem code, by interface and code. */
export type SandboxErrors = Record<InterfaceName, Record<string, TriggerRequest[]>>;

/**
 * Reads `common/sandbox-errors.yaml`.
 *
 * @param specs path of the `specs` folder
 */
export const readSandboxErrors = (specs: string): SandboxErrors =>
  parse(readFileSync(join(specs, 'common/sandbox-errors.yaml'), 'utf8'));

import { advanceSecondsSchema, secretSchema, speedSchema } from '../schemas/control.ts';
import { optionSchemas } from '../schemas/options.ts';
import type { Schema } from '../schemas/validate.ts';
import type { CommandSpec, OptionSpec } from './command-spec.ts';

const json: OptionSpec = { description: 'Print one JSON value per line instead of text' };
const httpUrl: Schema = {
  type: 'string',
  format: 'http-url',
  description: 'an http or https URL, such as http://127.0.0.1:3000/hooks',
};
const url: OptionSpec = {
  value: 'URL',
  schema: httpUrl,
  description: 'URL of the sandbox (default: http://127.0.0.1:4010)',
};

const workspace: OptionSpec = {
  value: 'NAME',
  schema: {
    type: 'string',
    pattern: '^[a-z0-9-]{1,40}$',
    description: '1 to 40 characters: a-z, 0-9 and -',
  },
  description: 'Workspace to use (default: "default")',
};

/** The options of all commands. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  help: { short: 'h', description: 'Print this help' },
  version: { short: 'v', description: 'Print the version' },
};

export const commands = {
  start: {
    description: 'Start the mock server (default command)',
    positionals: [],
    options: {
      port: {
        value: 'PORT',
        schema: optionSchemas.port,
        short: 'p',
        description: 'Port to listen on; 0 selects a free port (default: 4010)',
      },
      host: {
        value: 'HOST',
        description:
          'Host name or IP address to listen on (default: 127.0.0.1, reachable only from this machine)',
      },
      'allow-host': {
        value: 'NAME',
        schema: optionSchemas.allowHost,
        multiple: true,
        description:
          'Additional host name to accept in the Host header, such as mock.internal; can be repeated',
      },
      'allow-origin': {
        value: 'ORIGIN',
        schema: optionSchemas.allowOrigin,
        multiple: true,
        description:
          'Origin whose pages can call the APIs, such as http://localhost:4000; can be repeated',
      },
      mode: {
        value: 'MODE',
        schema: optionSchemas.mode,
        description:
          'sandbox (default): keeps state; examples: returns examples; proxy: forwards to --upstream',
      },
      interface: {
        value: 'NAME',
        schema: optionSchemas.interface,
        multiple: true,
        description: 'Interface to serve: lastmile or marketplace; can be repeated (default: both)',
      },
      speed: {
        value: 'N',
        schema: speedSchema,
        description: 'Simulated seconds per real second (default: 1)',
      },
      frozen: { description: 'Freeze the simulated clock; use the advance command to advance it' },
      start: {
        value: 'TIME',
        schema: optionSchemas.start,
        description:
          'Start time of the simulated clock, such as 2026-11-20T18:00:00Z (default: now)',
      },
      seed: {
        value: 'TEXT',
        description: 'Seed for reproducible IDs, names and timing (default: random)',
      },
      webhook: {
        value: 'URL',
        schema: httpUrl,
        description: 'URL that receives the webhooks of all served interfaces (default: none)',
      },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        multiple: true,
        description:
          'Secret for signing events (whsec_…); can be repeated (default: generated and printed)',
      },
      data: {
        value: 'FILE',
        description:
          'JSON file with the initial data; can contain comments (default: the documented examples)',
      },
      'max-entries': {
        value: 'N',
        schema: optionSchemas.maxEntries,
        description:
          'Maximum number of estimates, closed bookings, closed orders, keys (default: 10000 each)',
      },
      store: {
        value: 'STORE',
        schema: optionSchemas.store,
        description:
          'Storage: memory, file:PATH or postgres://… (default: $DELIVERY_MOCK_STORE, or memory)',
      },
      'advertise-url': {
        value: 'URL',
        schema: optionSchemas.advertiseUrl,
        description:
          'URL at which other replicas with the same PostgreSQL storage reach this replica',
      },
      limits: { description: 'Enforce the rate limits of the contract' },
      upstream: {
        value: 'NAME=URL',
        multiple: true,
        description:
          'proxy: URL of the real Lastmile or Marketplace service; can be repeated (required)',
      },
      report: {
        value: 'FILE',
        description:
          'proxy: when the proxy stops, write the validation report to this file as JSON',
      },
      'fail-on': {
        value: 'MESSAGES',
        schema: { enum: ['requests', 'responses', 'any'] },
        description:
          'proxy: messages whose errors cause exit code 1: requests, responses or any (default: none)',
      },
      quiet: { short: 'q', description: 'Do not log requests' },
      json,
    },
  },
  init: {
    description: 'Create a data file with comments, for start --data',
    positionals: ['[FILE]'],
    options: { json },
    more: 'Default file: sandbox.jsonc. The file is JSON with comments. It contains a menu, and a store for each interface.',
  },
  order: {
    description: 'Create a test order in a running sandbox',
    positionals: [],
    options: {
      store: {
        value: 'ID',
        description: 'ID of the store for the order (default: a store that can accept it)',
      },
      scenario: {
        value: 'NAME',
        description: 'Scenario for the order, from x-scenarios in the Marketplace contract',
      },
      order: {
        value: 'FILE',
        description:
          'JSON file with some or all fields of an order, in the format that getOrder returns',
      },
      workspace,
      url,
      json,
    },
  },
  advance: {
    description: 'Advance a booking, an order, or the clock',
    positionals: ['[ID]'],
    options: {
      to: { value: 'STATUS', description: 'Advance to this status (default: one step)' },
      seconds: {
        value: 'N',
        schema: advanceSecondsSchema,
        description: 'Advance the clock by this number of seconds; use this option instead of ID',
      },
      workspace,
      url,
      json,
    },
  },
  trigger: {
    description: 'Send one signed event to a URL, without a sandbox',
    positionals: ['EVENT'],
    options: {
      to: {
        value: 'URL',
        schema: httpUrl,
        required: true,
        description: 'URL of the receiver (required)',
      },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        description:
          'Secret for signing the event (whsec_…); default: the test secret of the event in the contract',
      },
      example: {
        value: 'NAME',
        description: 'Name of the event example in the contract (default: the first example)',
      },
      json,
    },
    more: 'EVENT is bookingUpdated or order_created. The exit code is 1 if the receiver does not return a 2xx response.',
  },
  listen: {
    description: 'Receive, verify and print events from a running sandbox',
    positionals: [],
    options: {
      port: {
        value: 'PORT',
        schema: optionSchemas.port,
        short: 'p',
        description: 'Port to listen on; 0 selects a free port (default: 4011)',
      },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        multiple: true,
        description:
          'Verify events with this secret, and do not register with a sandbox; can be repeated',
      },
      workspace,
      url,
      json,
    },
    more: 'Without --secret, this command registers itself as a receiver with the running sandbox.\nThe sandbox removes the receiver when the command stops, or within 15 seconds if the command crashes.',
  },
  reset: {
    description: 'Reset a workspace of a running sandbox to its initial data',
    positionals: [],
    options: {
      seed: {
        value: 'TEXT',
        description: 'New seed (default: derived from start --seed; random if start has no --seed)',
      },
      data: {
        value: 'FILE',
        description:
          'JSON file with the initial data (default: the data from start --data, or the examples)',
      },
      workspace,
      url,
      json,
    },
  },
  export: {
    description: 'Write the complete state of a workspace to a file, for import or start --data',
    positionals: ['FILE'],
    options: { workspace, url, json },
  },
  import: {
    description:
      'Replace the state of a workspace with the state in a file from the export command',
    positionals: ['FILE'],
    options: { workspace, url, json },
  },
  workspaces: {
    description: 'List the workspaces of a running sandbox, or delete one',
    positionals: [],
    options: {
      delete: { ...workspace, description: 'Workspace to delete' },
      url,
      json,
    },
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;
export const commandNames = Object.keys(commands) as CommandName[];
export const specOf = (name: CommandName): CommandSpec => commands[name];

/**
 * Returns the command with its arguments and required options, such as `trigger EVENT --to URL`.
 */
export function usageOf(name: CommandName): string {
  const { positionals, options } = specOf(name);
  const required = Object.entries(options)
    .filter(([, option]) => option.required === true)
    .map(([option, { value }]) => `--${option} ${value}`);
  return [name, ...positionals, ...required].join(' ');
}

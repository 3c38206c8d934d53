import { advanceSecondsSchema, secretSchema, speedSchema } from '../schemas/control.ts';
import { optionSchemas } from '../schemas/options.ts';
import type { Schema } from '../schemas/validate.ts';

/** A command-line option. */
export interface OptionSpec {
  /** The placeholder for the value in the help; absent if the option has no value. */
  value?: string;
  /** The schema that validates the value. */
  schema?: Schema;
  short?: string;
  multiple?: boolean;
  /** The description in the help, with the default. */
  does: string;
}

/** A command, from which help, checks and parsing are derived. */
export interface CommandSpec {
  does: string;
  /** The positional arguments; those in brackets are optional. */
  words: readonly string[];
  options: Readonly<Record<string, OptionSpec>>;
  /** Additional text at the end of the help. */
  more?: string;
}

const json: OptionSpec = { does: 'Print JSON, one value per line' };
const httpUrl: Schema = {
  type: 'string',
  format: 'http-url',
  description: 'an http or https address, such as http://127.0.0.1:3000/hooks',
};
const url: OptionSpec = {
  value: 'URL',
  schema: httpUrl,
  does: 'Address of the sandbox (default: http://127.0.0.1:4010)',
};

const workspace: OptionSpec = {
  value: 'NAME',
  schema: {
    type: 'string',
    pattern: '^[a-z0-9-]{1,40}$',
    description: '1 to 40 of a-z, 0-9 and -',
  },
  does: 'Workspace (default: default)',
};

/** The options of all commands. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  help: { short: 'h', does: 'Print this help' },
  version: { short: 'v', does: 'Print the version' },
};

export const commands = {
  start: {
    does: 'Start the mock server (default command)',
    words: [],
    options: {
      port: {
        value: 'PORT',
        schema: optionSchemas.port,
        short: 'p',
        does: 'Port to listen on; 0 selects a free port (default: 4010)',
      },
      host: {
        value: 'HOST',
        does: 'Name or address to listen on (default: 127.0.0.1, reachable from this machine only)',
      },
      'allow-host': {
        value: 'NAME',
        schema: optionSchemas.allowHost,
        multiple: true,
        does: 'Additional allowed host name, such as mock.internal; can be repeated',
      },
      'allow-origin': {
        value: 'ORIGIN',
        schema: optionSchemas.allowOrigin,
        multiple: true,
        does: 'Origin whose pages can call the interfaces, such as http://localhost:4000; can be repeated',
      },
      mode: {
        value: 'MODE',
        schema: optionSchemas.mode,
        does: 'sandbox: keeps state (default); examples: no state; proxy: validates a real service',
      },
      interface: {
        value: 'NAME',
        schema: optionSchemas.interface,
        multiple: true,
        does: 'lastmile or marketplace; can be repeated (default: both)',
      },
      speed: {
        value: 'N',
        schema: speedSchema,
        does: 'Simulated seconds per real second (default: 1)',
      },
      frozen: { does: 'Freeze the simulated clock; use the advance command to advance it' },
      start: {
        value: 'TIME',
        schema: optionSchemas.start,
        does: 'Start time of the simulated clock, such as 2026-11-20T18:00:00Z (default: now)',
      },
      seed: {
        value: 'TEXT',
        does: 'Seed for reproducible IDs, names and timing (default: random)',
      },
      webhook: {
        value: 'URL',
        schema: httpUrl,
        does: 'URL that receives the webhooks of both interfaces (default: none)',
      },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        multiple: true,
        does: 'Secret for signing events, whsec_…; can be repeated (default: generated and printed)',
      },
      data: {
        value: 'FILE',
        does: 'JSON file with the initial data; can have comments (default: the documented examples)',
      },
      'max-entries': {
        value: 'N',
        schema: optionSchemas.maxEntries,
        does: 'Maximum number of finished bookings per partner, and of finished orders (default: 10000)',
      },
      store: {
        value: 'STORE',
        schema: optionSchemas.store,
        does: 'Storage: memory, file:PATH or postgres://… (default: $DELIVERY_MOCK_STORE, else memory)',
      },
      'advertise-url': {
        value: 'URL',
        schema: optionSchemas.advertiseUrl,
        does: 'Address at which other replicas with the same PostgreSQL store reach this replica',
      },
      limits: { does: 'Enforce the rate limits of the contract' },
      upstream: {
        value: 'NAME=URL',
        multiple: true,
        does: 'proxy: address of the real lastmile or marketplace; can be repeated',
      },
      report: {
        value: 'FILE',
        does: 'proxy: when the proxy stops, write all requests and findings to this file as JSON',
      },
      'fail-on': {
        value: 'WHAT',
        schema: { enum: ['requests', 'answers', 'any'] },
        does: 'proxy: messages whose violations cause exit code 1: requests, answers (responses) or any',
      },
      quiet: { short: 'q', does: 'Do not log requests' },
      json,
    },
  },
  init: {
    does: 'Create a commented data file for start --data',
    words: ['[FILE]'],
    options: { json },
    more: 'Default file: sandbox.jsonc. The file is JSON with comments. It contains a store for each interface and a menu.',
  },
  order: {
    does: 'Create a test order in a running sandbox',
    words: [],
    options: {
      store: {
        value: 'ID',
        does: 'ID of the store that receives the order (default: an open store)',
      },
      scenario: {
        value: 'NAME',
        does: 'Scenario of the order, from x-scenarios in the Marketplace contract',
      },
      order: {
        value: 'FILE',
        does: 'JSON file with some or all fields of an order, in the format that getOrder returns',
      },
      workspace,
      url,
      json,
    },
  },
  advance: {
    does: 'Advance a booking, an order, or the clock',
    words: ['[ID]'],
    options: {
      to: { value: 'STATUS', does: 'Advance to this status (default: one step)' },
      seconds: {
        value: 'N',
        schema: advanceSecondsSchema,
        does: 'Advance the clock by this number of seconds; use this option instead of ID',
      },
      workspace,
      url,
      json,
    },
  },
  trigger: {
    does: 'Send one signed event to a URL, without a sandbox',
    words: ['EVENT'],
    options: {
      to: { value: 'URL', schema: httpUrl, does: 'Receiver of the event' },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        does: 'Secret for signing the event, whsec_… (default: the published test secret)',
      },
      example: {
        value: 'NAME',
        does: 'Name of the event example in the contract (default: the first one)',
      },
      json,
    },
    more: 'EVENT is bookingUpdated or order_created. The exit code is 1 if the receiver does not return 2xx.',
  },
  listen: {
    does: 'Receive events from a running sandbox, verify and print them',
    words: [],
    options: {
      port: {
        value: 'PORT',
        schema: optionSchemas.port,
        short: 'p',
        does: 'Port to listen on; 0 selects a free port (default: 4011)',
      },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        multiple: true,
        does: 'Verify with this secret, and do not register with a sandbox; can be repeated',
      },
      workspace,
      url,
      json,
    },
    more: 'Without --secret, this command registers itself as a receiver with the running sandbox.\nThe sandbox removes the receiver when the command stops, or 15 seconds after it is killed.',
  },
  reset: {
    does: 'Reset a running sandbox to its initial data',
    words: [],
    options: {
      seed: {
        value: 'TEXT',
        does: 'New seed (default: the seed of start --seed, otherwise a random seed)',
      },
      data: {
        value: 'FILE',
        does: 'JSON file with the initial data (default: the data that the sandbox started with)',
      },
      workspace,
      url,
      json,
    },
  },
  export: {
    does: 'Write the complete state of a workspace to a file, for import or start --data',
    words: ['FILE'],
    options: { workspace, url, json },
  },
  import: {
    does: 'Replace the state of a workspace with an exported state',
    words: ['FILE'],
    options: { workspace, url, json },
  },
  workspaces: {
    does: 'List the workspaces of a running sandbox, or delete one',
    words: [],
    options: {
      delete: { ...workspace, does: 'Workspace to delete' },
      url,
      json,
    },
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;
export const commandNames = Object.keys(commands) as CommandName[];
export const specOf = (name: CommandName): CommandSpec => commands[name];

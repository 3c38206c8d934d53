import { advanceSecondsSchema, secretSchema, speedSchema } from '../schemas/control.ts';
import { optionSchemas } from '../schemas/options.ts';
import type { Schema } from '../schemas/validate.ts';

/** An option of the command line. */
export interface OptionSpec {
  /** The placeholder of the value in the help; a switch has none. */
  value?: string;
  /** The schema of the value, for the check of the command line. */
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
  /** Additional text of the help. */
  more?: string;
}

const json: OptionSpec = { does: 'answers as JSON, one value a line' };
const httpUrl: Schema = {
  type: 'string',
  format: 'http-url',
  description: 'an http or https address, such as http://127.0.0.1:3000/hooks',
};
const url: OptionSpec = {
  value: 'URL',
  schema: httpUrl,
  does: 'where the sandbox runs (default http://127.0.0.1:4010)',
};

const workspace: OptionSpec = {
  value: 'NAME',
  schema: {
    type: 'string',
    pattern: '^[a-z0-9-]{1,40}$',
    description: '1 to 40 of a-z, 0-9 and -',
  },
  does: 'the workspace (default: default)',
};

/** The options of all commands. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  help: { short: 'h', does: 'this text' },
  version: { short: 'v', does: 'the version' },
};

export const commands = {
  start: {
    does: 'starts the mock (also when no command is given)',
    words: [],
    options: {
      port: {
        value: 'PORT',
        schema: optionSchemas.port,
        short: 'p',
        does: 'the port to listen on; 0 takes any free one (default 4010)',
      },
      host: {
        value: 'HOST',
        does: 'the name or address to listen on (default 127.0.0.1: only this machine can reach it)',
      },
      'allow-host': {
        value: 'NAME',
        schema: optionSchemas.allowHost,
        multiple: true,
        does: 'a further name to answer to, such as mock.internal; may come twice',
      },
      'allow-origin': {
        value: 'ORIGIN',
        schema: optionSchemas.allowOrigin,
        multiple: true,
        does: 'an origin whose pages may call the interfaces, such as http://localhost:4000 (default none)',
      },
      mode: {
        value: 'MODE',
        schema: optionSchemas.mode,
        does: 'sandbox: remembers, calls back (default); examples; proxy: judges a real implementation',
      },
      interface: {
        value: 'NAME',
        schema: optionSchemas.interface,
        multiple: true,
        does: 'lastmile or marketplace; may be given twice (default both)',
      },
      speed: {
        value: 'N',
        schema: speedSchema,
        does: 'sandbox seconds in a real second (default 1)',
      },
      frozen: { does: 'time stands still until it is advanced' },
      start: {
        value: 'TIME',
        schema: optionSchemas.start,
        does: 'the time to begin with, such as 2026-11-20T18:00:00Z (default now)',
      },
      seed: {
        value: 'TEXT',
        does: 'makes ids, names and timings repeatable (default another each time)',
      },
      webhook: { value: 'URL', schema: httpUrl, does: 'where the events of both interfaces go' },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        multiple: true,
        does: 'what signs them, whsec_…; twice while one is rotated (default made, and printed)',
      },
      data: {
        value: 'FILE',
        does: 'JSON with what is remembered at the beginning (default the resources of the examples)',
      },
      'max-entries': {
        value: 'N',
        schema: optionSchemas.maxEntries,
        does: 'how many finished bookings a partner, or orders, are kept (default 10000)',
      },
      store: {
        value: 'STORE',
        schema: optionSchemas.store,
        does: 'keeps workspaces in memory (default), file:PATH or postgres://…; or $DELIVERY_MOCK_STORE',
      },
      'advertise-url': {
        value: 'URL',
        schema: optionSchemas.advertiseUrl,
        does: 'where the other replicas of one PostgreSQL store reach this one',
      },
      limits: { does: 'enforces the rates of the contract' },
      upstream: {
        value: 'NAME=URL',
        multiple: true,
        does: 'proxy: where the real lastmile or marketplace is; may come twice',
      },
      report: {
        value: 'FILE',
        does: 'proxy: writes what passed and what was wrong as JSON at the end',
      },
      'fail-on': {
        value: 'WHAT',
        schema: { enum: ['requests', 'answers', 'any'] },
        does: 'proxy: ends with 1 when requests, answers or any broke the contract',
      },
      quiet: { short: 'q', does: 'no line for each request' },
      json,
    },
  },
  order: {
    does: 'lets an order arrive in a running sandbox',
    words: [],
    options: {
      store: { value: 'ID', does: 'the store (default one that is open)' },
      scenario: {
        value: 'NAME',
        does: 'the story that it plays, one of x-scenarios of the marketplace contract',
      },
      order: {
        value: 'FILE',
        does: 'JSON with parts of an order, or all of it, as getOrder answers it',
      },
      workspace,
      url,
      json,
    },
  },
  advance: {
    does: 'moves a booking or an order along its story, or the clock',
    words: ['[ID]'],
    options: {
      to: { value: 'STATUS', does: 'moves on until it has this status (default one step)' },
      seconds: {
        value: 'N',
        schema: advanceSecondsSchema,
        does: 'instead of an ID: lets time jump ahead by so much',
      },
      workspace,
      url,
      json,
    },
  },
  trigger: {
    does: 'sends one signed event, without a running sandbox',
    words: ['EVENT'],
    options: {
      to: { value: 'URL', schema: httpUrl, does: 'where to send it' },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        does: 'what signs it, whsec_… (default the published test secret of the contract)',
      },
      example: { value: 'NAME', does: 'which example of the event (default the first)' },
      json,
    },
    more: 'EVENT is bookingUpdated or order_created. Ends with 1 unless the receiver answers 2xx.',
  },
  listen: {
    does: 'receives events and prints them, verified',
    words: [],
    options: {
      port: {
        value: 'PORT',
        schema: optionSchemas.port,
        short: 'p',
        does: 'the port to listen on; 0 takes any free one (default 4011)',
      },
      secret: {
        value: 'SECRET',
        schema: secretSchema,
        multiple: true,
        does: 'verifies with this, and registers nowhere',
      },
      workspace,
      url,
      json,
    },
    more: 'Without --secret, this command adds itself to the receivers of the running sandbox.\nThe sandbox removes it when it stops, or 15 seconds after it was killed.',
  },
  reset: {
    does: 'lets a running sandbox forget everything, and begin anew',
    words: [],
    options: {
      seed: { value: 'TEXT', does: 'another seed (default that of the start)' },
      data: { value: 'FILE', does: 'JSON with what is remembered at the beginning' },
      workspace,
      url,
      json,
    },
  },
  export: {
    does: 'writes the complete state of a workspace to a file, for import or start --data',
    words: ['FILE'],
    options: { workspace, url, json },
  },
  import: {
    does: 'replaces the state of a workspace with an exported one',
    words: ['FILE'],
    options: { workspace, url, json },
  },
  workspaces: {
    does: 'lists the workspaces of a running sandbox, or deletes one',
    words: [],
    options: {
      delete: { ...workspace, does: 'the workspace to delete' },
      url,
      json,
    },
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;
export const commandNames = Object.keys(commands) as CommandName[];
export const specOf = (name: CommandName): CommandSpec => commands[name];

import { Ajv, type ErrorObject } from 'ajv';
import { StoriesError } from './stories-error.ts';
import type { Story } from './story.ts';

export type Inputs = Readonly<Record<string, string>>;

const ajv = new Ajv({ allErrors: true, strict: false, formats: { password: true } });

/**
 * Checks that stories are told what they have to know; `redocly respect` does not, and would call
 * `/undefined/…`.
 *
 * @throws {StoriesError} that names everything which is missing, or the first input that is not
 * what a story asks for
 */
export function checkInputs(stories: readonly Story[], given: Inputs): void {
  const missing = new Map<string, string>();
  for (const { inputs } of stories) {
    for (const name of inputs.required ?? []) {
      if (given[name] === undefined)
        missing.set(name, inputs.properties?.[name]?.description ?? name);
    }
  }
  if (missing.size > 0) {
    const wanted = [...missing].map(
      ([name, description]) => `--input ${name}=… (${description.replace(/\.$/, '')})`,
    );
    throw new StoriesError(`The stories have to be told more: ${wanted.join(', ')}.`);
  }
  for (const story of stories) {
    const check = ajv.compile(story.inputs);
    if (!check(inputsOf(story, given)))
      throw new StoriesError(`${story.workflow}: ${(check.errors ?? []).map(inWords).join(', ')}.`);
  }
}

/** Those of the given inputs that a story takes. */
export function inputsOf({ inputs }: Story, given: Inputs): Inputs {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => inputs.properties?.[name] !== undefined),
  );
}

const inWords = ({ instancePath, message }: ErrorObject): string =>
  `the input ${instancePath.slice(1)} ${message}`;

import { ProblemError, truncate } from '@delivery-api/sandbox';

/**
 * Maximum nesting depth of a body. Valid bodies have far fewer levels. Deeper nesting could exhaust
 * the stack.
 */
const maxDepth = 200;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body as JSON in UTF-8.
 *
 * @throws {ProblemError} `malformed_json` if the body is empty, not UTF-8, nested too deeply, or
 * not JSON
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0)
    throw malformed('The body is empty; this operation requires a JSON object.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
  if (depthOf(text) > maxDepth)
    throw malformed(`The body is nested more than ${maxDepth} levels deep.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not JSON: ${truncate((error as Error).message, 200)}.`);
  }
}

const malformed = (detail: string): ProblemError => new ProblemError('malformed_json', detail);

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x7d || character === 0x5d) depth--;
  }
  return deepest;
}

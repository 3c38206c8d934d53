/**
 * Something that the reader of the message can mend. The message is one line: the place, what is
 * wrong, and the way out.
 */
export class Failure extends Error {
  override name = 'Failure';
}

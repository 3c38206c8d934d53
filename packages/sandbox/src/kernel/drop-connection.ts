/** The connection is to be closed without an answer, because a fault or a scenario asked for it. */
export class DropConnection extends Error {
  override name = 'DropConnection';
}

import { SiteError } from '../../errors.ts';

/** A message from one participant to another. */
export interface Message {
  from: string;
  to: string;
  text: string;
  /** Whether the message responds to an earlier message. Responses have dashed arrows. */
  isResponse: boolean;
}

/** A sequence of messages. */
export interface Sequence {
  title: string;
  /** Participants in the order of their first mention. */
  participants: string[];
  messages: Message[];
}

const line = /^(\w[\w ]*?) (-->|->) (\w[\w ]*?): (.+)$/;

/**
 * Parses a code block of the language `sequence`: the title, then messages such as
 * `You -> Service: createEstimate` and, for responses, `Service --> You: 201`.
 *
 * @throws {SiteError} if a line is not a message, or if there are no messages
 */
export function parseSequence(text: string): Sequence {
  const [title = '', ...rest] = text.trim().split('\n');
  const messages = rest.map((written): Message => {
    const [, from, arrow, to, message] = line.exec(written) ?? [];
    if (from === undefined || to === undefined || message === undefined || from === to)
      throw new SiteError(
        `'${written}' is not a message. Example: \`You -> Service: createEstimate\`.`,
      );
    return { from, to, text: message, isResponse: arrow === '-->' };
  });
  if (messages.length === 0)
    throw new SiteError('A sequence needs a title and at least one message.');
  const participants = [...new Set(messages.flatMap(({ from, to }) => [from, to]))];
  return { title, participants, messages };
}

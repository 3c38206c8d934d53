import type { Contract } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { catalogue, membersOf } from './errors.ts';

/** Returns the error catalog as Markdown. */
export function errorsMarkdown(contracts: readonly Contract[]): string {
  const parts = [...catalogue(contracts)].map(([code, meanings]) => {
    const paragraphs = meanings.map(({ entry, uses }) => {
      const operations = uses.flatMap(({ name, operations: all }) =>
        all.map(({ id }) => `[${id}](${name}/reference.md#${id.toLowerCase()})`),
      );
      return [
        `${entry.title} (${entry.status}, ${uses.map(({ name }) => label[name]).join(' and ')})`,
        `- Cause: ${entry.cause}`,
        `- Action: ${entry.action}`,
        `- Retryable: ${entry.retryable ? 'yes, the same request can succeed later' : 'no; do not retry automatically, and follow the action'}`,
        ...membersOf(entry).map(
          ({ name, members }) =>
            `- ${name}: ${members.map((member) => `\`${member}\``).join(', ')}`,
        ),
        `- Returned by: ${entry.scope === 'server' ? 'any request, before it reaches an operation' : operations.join(', ')}`,
      ]
        .join('\n')
        .replace('\n', '\n\n');
    });
    return `## \`${code}\`\n\n${paragraphs.join('\n\n')}`;
  });
  return `# Errors

Every error response is a problem document (RFC 9457). Its \`code\` identifies the error, and its \`type\` links to the entry on this page. Branch on
\`code\`, not on \`title\` or \`detail\`. If your program does not know a code, use \`status\` and \`retryable\` to handle the error.

${parts.join('\n\n')}
`;
}

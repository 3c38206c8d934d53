import type { Contract } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { catalogue } from './errors.ts';

/** Returns the error catalogue as Markdown. */
export function errorsMarkdown(contracts: readonly Contract[]): string {
  const parts = [...catalogue(contracts)].map(([code, meanings]) => {
    const paragraphs = meanings.map(({ entry, places }) => {
      const operations = places.flatMap(({ name, operations: all }) =>
        all.map(({ id }) => `[${id}](${name}/reference.md#${id.toLowerCase()})`),
      );
      return [
        `${entry.title} (${entry.status}, ${places.map(({ name }) => label[name]).join(' and ')})`,
        `- Cause: ${entry.cause}`,
        `- Action: ${entry.action}`,
        `- Retry: ${entry.retryable ? 'yes, the same request may succeed later' : 'no, the service rejects the same request again'}`,
        ...(entry.extensions.length > 0
          ? [`- Members: ${entry.extensions.map((member) => `\`${member}\``).join(', ')}`]
          : []),
        `- Returned by: ${entry.scope === 'server' ? 'any request, before it reaches an operation' : operations.join(', ')}`,
      ]
        .join('\n')
        .replace('\n', '\n\n');
    });
    return `## \`${code}\`\n\n${paragraphs.join('\n\n')}`;
  });
  return `# Errors

Every error response is a problem document (RFC 9457) whose \`code\` identifies the error, and whose \`type\` links to this page. Branch on the \`code\`, not on texts; handle
an unknown code by its status.

${parts.join('\n\n')}
`;
}
